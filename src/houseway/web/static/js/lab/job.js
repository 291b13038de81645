/** One background job at a time. A newer request replaces an older one, progress is shown, and the user can cancel. */

import { get, post, remove } from "../api.js";
import { counted, h, wordsOf } from "../dom.js";

/** @import { JobReport } from "../types.js" */

const FIRST_WAIT = 120;
const LONGEST_WAIT = 1000;

/** @template Result */
export class Job {
  turn = 0;
  /** The job that runs on the server. @type {string | null} */
  id = null;

  /**
   * Make a job runner. `report` is called with every status, and `path` is the kind of job.
   * @param {(report: JobReport<Result>) => void} report
   */
  constructor(report, path = "/api/lab/jobs") {
    this.report = report;
    this.path = path;
  }

  /** @param {object} request */
  async ask(request) {
    this.turn += 1;
    const { turn } = this;
    this.cancelOnServer();
    this.report({ status: "queued" });
    try {
      let job = await post(this.path, request);
      for (let wait = FIRST_WAIT; turn === this.turn; wait = Math.min(LONGEST_WAIT, wait * 1.4)) {
        this.id = ["queued", "running"].includes(job.status) ? job.id : null;
        this.report(job);
        if (!this.id) return;
        await new Promise((resolve) => setTimeout(resolve, wait));
        if (turn === this.turn) job = await get(`/api/lab/jobs/${job.id}`);
      }
      remove(`/api/lab/jobs/${job.id}`).catch(() => null);
    } catch (error) {
      if (turn === this.turn) this.report({ status: "failed", error: wordsOf(error) });
    }
  }

  cancel() {
    this.turn += 1;
    this.cancelOnServer();
    this.report({ status: "canceled" });
  }

  cancelOnServer() {
    if (this.id) remove(`/api/lab/jobs/${this.id}`).catch(() => null);
    this.id = null;
  }
}

/**
 * Draw a job's progress with a bar and a Cancel button, or nothing once it is done.
 * @param {JobReport<unknown>} report
 * @param {{ cancel: () => void }} job
 * @param {() => void} again
 */
export function jobLine(report, job, again) {
  if (report.status === "done") return [];
  if (report.status === "failed") return [h("p", { class: "problem" }, report.error ?? "The calculation failed.")];
  const { status, progress } = report;
  if (status === "canceled")
    return [
      h("p", { class: "quiet" }, "Canceled. Change anything, or press Start again."),
      h("button", { class: "small", onclick: again }, "Start again"),
    ];
  const words = progress
    ? `Calculating: ${progress.done} of ${counted(progress.total, "part")} done.`
    : status === "queued"
      ? "Waiting in the queue."
      : "Calculating.";
  const bar = h("progress", progress?.total ? { max: progress.total, value: progress.done } : {});
  if (progress?.total) bar.value = progress.done;
  return [h("p", {}, words), bar, h("button", { class: "small", onclick: () => job.cancel() }, "Cancel")];
}
