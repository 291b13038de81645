// @ts-nocheck
/** A report that the server writes in the background and the browser saves. */

import { download } from "../dom.js";
import { Job, jobLine } from "./job.js";

export class ReportFile {
  /** `line` shows how far it is; `path` is what is asked for. */
  constructor(line, path) {
    this.line = line;
    this.job = new Job((report) => this.showJob(report), path);
  }

  write(request) {
    this.request = { ...request, form: "pdf" };
    this.job.ask(this.request);
  }

  showJob(report) {
    this.line.replaceChildren(...jobLine(report, this.job, () => this.job.ask(this.request)));
    if (report.status !== "done") return;
    download(report.result.name, "application/pdf", bytesOf(report.result.base64));
    this.line.textContent = `${report.result.name} is saved.`;
  }
}

const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
