/** A connection to a table that reconnects automatically. */

/** @import { Line, Telling, Told } from "../types.js" */

const LONGEST_WAIT = 20;
const PING_SECONDS = 20;
const ALIVE_SECONDS = 45;
/** The close code of a server process that is replaced by another one, which already runs. */
const RESTARTS = 1012;

/**
 * Calls `receive(message)` for each message, and `changed({online, retryIn})` when the connection is lost or back.
 * While it is lost, `changed` counts the seconds down.
 */
export class TableSocket {
  wait = 1;
  left = 0;
  heard = 0;
  closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  pinging;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /**
   * @param {string} tableId
   * @param {(message: Told) => void} receive
   * @param {(line: Line) => void} changed
   */
  constructor(tableId, receive, changed, invitation = "") {
    const asked = invitation ? `?${new URLSearchParams({ invitation })}` : "";
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${tableId}/ws${asked}`;
    this.receive = receive;
    this.changed = changed;
    this.socket = this.connect();
    addEventListener("online", () => this.retryNow());
  }

  connect() {
    const socket = new WebSocket(this.url);
    socket.addEventListener("open", () => {
      this.wait = 1;
      this.heard = Date.now();
      this.changed({ online: true });
      this.pinging = setInterval(() => this.ping(), PING_SECONDS * 1000);
    });
    socket.addEventListener("message", (event) => {
      this.heard = Date.now();
      this.receive(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => this.lost(event));
    return socket;
  }

  ping() {
    if (Date.now() - this.heard > ALIVE_SECONDS * 1000) this.socket.close();
    else this.send({ type: "ping" });
  }

  /** @param {CloseEvent} event */
  lost(event) {
    clearInterval(this.pinging);
    if (this.closed) return;
    if (event.code === 1008 || (event.code >= 4400 && event.code < 4500)) {
      this.closed = true;
      this.changed({ online: false, refused: event.reason || "The table refused the connection." });
      return;
    }
    this.left = event.code === RESTARTS ? 0 : this.wait;
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    this.countDown();
  }

  countDown() {
    this.changed({ online: false, retryIn: this.left });
    if (this.left <= 0) {
      this.socket = this.connect();
      return;
    }
    this.left -= 1;
    this.timer = setTimeout(() => this.countDown(), 1000);
  }

  retryNow() {
    if (this.closed || this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.left = 0;
    this.countDown();
  }

  /** Send a message, and return whether it could be sent. @param {Telling} message */
  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
