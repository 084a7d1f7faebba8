/** A table's WebSocket: it joins, comes back where it was when it is cut off, and sends every command once. */

/** How long to wait before the next attempt, in milliseconds. */
const PAUSES = [200, 500, 1000, 2000, 4000];
/** How often to find out whether the server is there. */
const PING = 20_000;

/** A prefix that no other page has. `crypto.randomUUID` is not there on pages without a certificate. */
const prefix = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join('');

/** A line that was opened before it was needed. @type {WebSocket | null} */
let early = null;

function dial() {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`);
}

/** Opens a line for the table that is about to be shown. */
export function dialEarly() {
  early ??= dial();
}

/** @typedef {{request: object, done: (answer: Answer) => void}} Pending */

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Pending>} */
  #pending = new Map();
  #count = 0;
  #attempts = 0;
  /** The last entry that was told. @type {number | null} */
  #last = null;
  #ended = false;
  #joined = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {string} table
   * @param {() => string | null} token who we are; nobody may watch, but commands wait until somebody joins
   * @param {(told: Told) => void} onTold
   * @param {(state: 'on' | 'off' | 'ended', code?: string) => void} onState
   */
  constructor(table, token, onTold, onState) {
    this.table = table;
    this.token = token;
    this.onTold = onTold;
    this.onState = onState;
    this.#connect();
    this.wake = () => document.visibilityState === 'visible' && this.#hurry();
    document.addEventListener('visibilitychange', this.wake);
    window.addEventListener('online', this.wake);
  }

  /**
   * Sends a command, until there is an answer.
   * @param {object} request
   * @returns {Promise<Answer>}
   */
  send(request) {
    const id = `${prefix}-${++this.#count}`;
    return new Promise((done) => {
      this.#pending.set(id, { request: { ...request, id }, done });
      if (this.#joined) this.#write({ ...request, id });
    });
  }

  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
    document.removeEventListener('visibilitychange', this.wake);
    window.removeEventListener('online', this.wake);
    this.#socket?.close();
  }

  #connect() {
    const socket = early ?? dial();
    early = null;
    this.#socket = socket;
    if (socket.readyState === WebSocket.OPEN) this.join();
    else socket.onopen = () => this.join();
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data));
    socket.onclose = (closed) => {
      if (socket === this.#socket) this.#lost(closed.code);
    };
    if (socket.readyState > WebSocket.OPEN) this.#lost(1006);
  }

  /** Joins, or joins as somebody else. */
  join() {
    const token = this.token() ?? undefined;
    const from = this.#last ?? undefined;
    this.#write({ cmd: 'join', table: this.table, token, from, views: true, id: 'join' });
    this.#beat();
  }

  /** @param {Told | Answer} message */
  #hear(message) {
    this.#attempts = 0;
    if ('msg' in message) {
      if (message.msg === 'snapshot' || message.msg === 'happened') this.#last = message.n;
      this.onTold(message);
    } else if (message.id === 'join') {
      if (message.ok) this.#on();
      else this.#finish(message.error?.code);
    } else {
      const pending = this.#pending.get(message.id ?? '');
      this.#pending.delete(message.id ?? '');
      pending?.done(message);
    }
  }

  #on() {
    this.onState('on');
    if (!this.token()) return;
    this.#joined = true;
    for (const { request } of this.#pending.values()) this.#write(request);
  }

  /** @param {string} [code] */
  #finish(code) {
    this.#ended = true;
    this.#socket?.close();
    this.onState('ended', code);
  }

  /** @param {number} code */
  #lost(code) {
    this.#joined = false;
    clearTimeout(this.#timer);
    if (this.#ended) return;
    if (code === 1008) {
      this.#finish('removed');
      return;
    }
    this.onState('off');
    const pause = PAUSES[Math.min(this.#attempts++, PAUSES.length - 1)];
    // Not all at the same moment, when a server comes back.
    this.#timer = setTimeout(() => this.#connect(), pause * (0.5 + Math.random()));
  }

  /** Somebody looks at the page again: no waiting. */
  #hurry() {
    if (this.#ended || this.#socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    this.#attempts = 0;
    this.#connect();
  }

  /** Asks now and then, so that a dead line is found out. */
  #beat() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const dead = setTimeout(() => this.#socket?.close(), PING / 2);
      this.send({ cmd: 'ping' }).then(() => clearTimeout(dead));
      this.#beat();
    }, PING);
  }

  /** @param {object} request */
  #write(request) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }
}
