/** The drill's texts about seats, answers and scores. */

import { counted } from "../dom.js";

/** @import { Answer, Progress } from "../types.js" */

/** Number seats from 1 in a text that numbers them from 0. @param {string} text */
export const seatsFromOne = (text) =>
  text.replace(/\b(seat) (\d+)\b/gi, (_, word, seat) => `${word} ${Number(seat) + 1}`);

/** Return whether nothing is chosen or typed yet. @param {Answer} answer */
export const isBlank = (answer) => answer === null || (typeof answer !== "number" && answer.length === 0);

/** Return the score of this game so far. @param {Pick<Progress, "answers" | "right" | "streak" | "again">} progress */
export function progressWords({ answers, right, streak, again }) {
  if (!answers) return "No answers yet.";
  const due = again.filter((each) => each.due).length;
  const coming = again.length ? `. ${counted(again.length, "topic")} to review, ${due} due.` : ".";
  return `Total: ${right} of ${counted(answers, "answer")} correct, streak ${streak}${coming}`;
}
