/** The decisions of one session, in blocks: a chart for an hour of practice. */

/** @import { Exact } from "../types.js" */

const MOST_KEPT = 1000;
/** The maximum number of blocks. With more decisions, each block is larger. */
const MOST_BLOCKS = 12;
const LEAST_BLOCK = 10;

/** @typedef {{ title: string, answers: number, right: number, per_100: Pick<Exact, "value"> }} Block */

/**
 * Return the cost of decisions, block by block.
 * @param {number[]} costs
 * @returns {Block[]}
 */
export function blocksOf(costs) {
  const size = Math.max(LEAST_BLOCK, LEAST_BLOCK * Math.ceil(costs.length / (MOST_BLOCKS * LEAST_BLOCK)));
  /** @type {Block[]} */
  const blocks = [];
  for (let first = 0; first < costs.length; first += size) {
    const block = costs.slice(first, first + size);
    const given = block.reduce((sum, cost) => sum + cost, 0);
    blocks.push({
      title: `${first + 1} to ${first + block.length}`,
      answers: block.length,
      right: block.filter((cost) => cost === 0).length,
      per_100: { value: (100 * given) / block.length },
    });
  }
  return blocks;
}

/** The costs of a game's decisions in this tab of the browser, kept until the tab closes. */
export class Sitting {
  /** @param {string} game */
  constructor(game) {
    this.place = `houseway.sitting.${game}`;
    /** @type {number[]} */
    this.costs = JSON.parse(sessionStorage.getItem(this.place) ?? "[]");
  }

  /** @param {number} cost */
  add(cost) {
    this.costs = [...this.costs, cost].slice(-MOST_KEPT);
    sessionStorage.setItem(this.place, JSON.stringify(this.costs));
  }

  get blocks() {
    return blocksOf(this.costs);
  }
}
