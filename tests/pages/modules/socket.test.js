/** A connection that ends comes back: at once where another process serves already, else after a while. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { TableSocket } from "#pages/table/socket.js";

/** @import { Line } from "#pages/types.js" */

class FakeSocket extends EventTarget {
  static OPEN = 1;
  /** @type {FakeSocket[]} */
  static made = [];
  readyState = 0;

  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    FakeSocket.made.push(this);
  }

  /** @param {number} code */
  end(code) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason: "" }));
  }

  close() {
    this.readyState = 3;
  }
}

/** @param {number} code */
function endedBy(code) {
  FakeSocket.made = [];
  /** @type {Line[]} */
  const told = [];
  Object.assign(globalThis, {
    WebSocket: FakeSocket,
    location: { protocol: "http:", host: "here" },
    addEventListener: () => {},
  });
  const socket = new TableSocket(
    "7",
    () => {},
    (line) => told.push(line),
  );
  FakeSocket.made[0].end(code);
  clearTimeout(socket.timer);
  return { told, connections: FakeSocket.made.length };
}

test("a process that is replaced is left for the next one at once", () => {
  const { told, connections } = endedBy(1012);
  assert.equal(connections, 2);
  assert.deepEqual(told, [{ online: false, retryIn: 0 }]);
});

test("a connection that is lost is tried again after a second", () => {
  const { told, connections } = endedBy(1006);
  assert.equal(connections, 1);
  assert.deepEqual(told, [{ online: false, retryIn: 1 }]);
});

test("a connection that is refused for good is not tried again", () => {
  const { told, connections } = endedBy(1008);
  assert.equal(connections, 1);
  assert.equal(told[0].refused, "The table refused the connection.");
});
