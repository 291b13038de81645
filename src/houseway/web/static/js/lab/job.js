/** One analysis at a time in the background: a newer question replaces an older one, progress is shown, it can be ended. */

import { get, post, remove } from "../api.js";

const FIRST_WAIT = 120;
const LONGEST_WAIT = 1000;

export class Job {
  /** `report` gets {status, progress, result, error} as often as something is known. */
  constructor(report) {
    this.report = report;
    this.turn = 0;
    this.id = null;
  }

  async ask(request) {
    this.turn += 1;
    const { turn } = this;
    this.cancelOnServer();
    this.report({ status: "queued" });
    try {
      let job = await post("/api/lab/jobs", request);
      for (let wait = FIRST_WAIT; turn === this.turn; wait = Math.min(LONGEST_WAIT, wait * 1.4)) {
        this.id = ["queued", "running"].includes(job.status) ? job.id : null;
        this.report(job);
        if (!this.id) return;
        await new Promise((resolve) => setTimeout(resolve, wait));
        if (turn === this.turn) job = await get(`/api/lab/jobs/${job.id}`);
      }
      remove(`/api/lab/jobs/${job.id}`).catch(() => null);
    } catch (error) {
      if (turn === this.turn) this.report({ status: "failed", error: error.message });
    }
  }

  cancel() {
    this.turn += 1;
    this.cancelOnServer();
    this.report({ status: "cancelled" });
  }

  cancelOnServer() {
    if (this.id) remove(`/api/lab/jobs/${this.id}`).catch(() => null);
    this.id = null;
  }
}
