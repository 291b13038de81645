/** A report that the server writes in the background and the browser saves. */

import { download } from "../dom.js";
import { Job, jobLine } from "./job.js";

/** @import { GameChoice, JobReport, SavedFile } from "../types.js" */

export class ReportFile {
  /** The current request. @type {object} */
  request = {};

  /**
   * Make the saver of a report. `line` shows the progress, and `path` is the kind of report.
   * @param {HTMLElement} line
   * @param {string} path
   */
  constructor(line, path) {
    this.line = line;
    this.job = new Job((/** @type {JobReport<SavedFile>} */ report) => this.showJob(report), path);
  }

  /** @param {GameChoice} request */
  write(request) {
    this.request = { ...request, form: "pdf" };
    this.job.ask(this.request);
  }

  /** @param {JobReport<SavedFile>} report */
  showJob(report) {
    this.line.replaceChildren(...jobLine(report, this.job, () => this.job.ask(this.request)));
    if (report.status !== "done") return;
    download(report.result.name, "application/pdf", bytesOf(report.result.base64));
    this.line.textContent = `${report.result.name} is saved.`;
  }
}

/** @param {string} base64 */
const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
