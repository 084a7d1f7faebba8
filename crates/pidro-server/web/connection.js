/** A table's WebSocket: it joins, comes back where it was when it is cut off, and sends every command once. */

/** How long to wait before the next attempt, in milliseconds. */
const PAUSES = [200, 500, 1000, 2000, 4000];
/** How often to find out whether the server is there, and how long to wait for its answer. */
const BEAT = 20_000;
const ANSWER = 8000;
/** The same, when somebody looks at the page again. */
const ANSWER_SOON = 3000;
/** How long to wait before a command is sent again whose outcome the server doesn't know. */
const AGAIN = 1000;
/** What says nothing of a command that may have happened before. */
const UNDECIDED = ['too_many_requests', 'broken', 'closing', 'no_table', 'no_token'];
/** Why a table can't be joined, whatever one does. */
const HOPELESS = ['not_found', 'bad_request', 'removed', 'bad_token'];

/** Letters that nobody else has. `crypto.randomUUID` is not there on pages without a certificate. */
const unique = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join('');

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

/** @typedef {{request: object, done: (answer: Answer) => void, unknown?: boolean}} Pending */
/** @typedef {ReturnType<typeof setTimeout> | undefined} Timer */

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Pending>} */
  #pending = new Map();
  /** What the ids of this connection's commands begin with: an id is used once, also after the page was left and shown again. */
  #prefix = unique();
  #count = 0;
  #attempts = 0;
  /** The last entry that was told. @type {number | null} */
  #last = null;
  #ended = false;
  /** Whether commands are taken now. */
  #joined = false;
  /** The next attempt to connect. @type {Timer} */
  #retry;
  /** The next look whether the line lives. @type {Timer} */
  #beat;
  /** When the line is taken for dead. @type {Timer} */
  #dead;

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
    const id = `${this.#prefix}-${++this.#count}`;
    return new Promise((done) => {
      this.#pending.set(id, { request: { ...request, id }, done });
      if (this.#joined) this.#write({ ...request, id });
    });
  }

  /** Joins, or joins as somebody else. Commands wait for the answer. */
  join() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#joined = false;
    const token = this.token() ?? undefined;
    const from = this.#last ?? undefined;
    this.#write({ cmd: 'join', table: this.table, token, from, views: true, id: 'join' });
    this.#listen();
  }

  /** Finds out soon whether the line lives. */
  check() {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ask(ANSWER_SOON);
  }

  end() {
    this.#ended = true;
    this.#hangUp();
    document.removeEventListener('visibilitychange', this.wake);
    window.removeEventListener('online', this.wake);
  }

  #connect() {
    this.#hangUp();
    const socket = early ?? dial();
    early = null;
    this.#socket = socket;
    const mine = () => socket === this.#socket;
    socket.onopen = () => mine() && this.join();
    socket.onmessage = (message) => mine() && this.#hear(JSON.parse(message.data));
    socket.onclose = () => mine() && this.#lost();
    // It may have been opened, or refused, before anybody listened.
    if (socket.readyState === WebSocket.OPEN) this.join();
    else if (socket.readyState > WebSocket.OPEN) this.#lost();
  }

  /** Leaves the line, whatever it is doing. */
  #hangUp() {
    for (const timer of [this.#retry, this.#beat, this.#dead]) clearTimeout(timer);
    const socket = this.#socket;
    this.#socket = null;
    this.#joined = false;
    socket?.close();
  }

  /** @param {Told | Answer} message */
  #hear(message) {
    this.#listen();
    if ('msg' in message) {
      if (message.msg === 'snapshot' || message.msg === 'happened') this.#last = message.n;
      this.onTold(message);
    } else if (message.id === 'join') {
      if (message.ok) this.#on();
      else if (HOPELESS.includes(message.error?.code ?? '')) this.#finish(message.error?.code);
      else this.#lost();
    } else {
      this.#answered(message);
    }
  }

  /** @param {Answer} message */
  #answered(message) {
    const [id, code] = [message.id ?? '', message.error?.code ?? ''];
    const pending = this.#pending.get(id);
    if (!pending) return;
    pending.unknown ||= code === 'outcome_unknown';
    if (code === 'outcome_unknown' || (pending.unknown && UNDECIDED.includes(code))) {
      // It may have happened. Sent again with the same id it happens once, and then we know.
      setTimeout(() => this.#again(id), AGAIN);
    } else {
      this.#pending.delete(id);
      pending.done(message);
    }
  }

  /** Sends a command once more, unless a new connection has done so already. @param {string} id */
  #again(id) {
    const pending = this.#pending.get(id);
    if (pending && this.#joined) this.#write(pending.request);
  }

  #on() {
    this.#attempts = 0;
    this.onState('on');
    if (!this.token()) return;
    this.#joined = true;
    for (const { request } of this.#pending.values()) this.#write(request);
  }

  /** @param {string} [code] */
  #finish(code) {
    this.end();
    this.onState('ended', code);
  }

  /** The line is gone: another one, soon. Who was sent away finds that out when they join. */
  #lost() {
    this.#hangUp();
    if (this.#ended) return;
    this.onState('off');
    const pause = PAUSES[Math.min(this.#attempts++, PAUSES.length - 1)];
    // Not all at the same moment, when a server comes back.
    this.#retry = setTimeout(() => this.#connect(), pause * (0.5 + Math.random()));
  }

  /** Somebody looks at the page again: no waiting. */
  #hurry() {
    const state = this.#socket?.readyState;
    if (this.#ended || state === WebSocket.CONNECTING) return;
    if (state === WebSocket.OPEN) this.check();
    else this.#connect();
  }

  /** The line lives. After a while of silence it is asked. */
  #listen() {
    clearTimeout(this.#dead);
    clearTimeout(this.#beat);
    this.#beat = setTimeout(() => this.#ask(ANSWER), BEAT);
  }

  /** @param {number} time how long to wait for an answer */
  #ask(time) {
    this.#write({ cmd: 'ping', id: 'ping' });
    clearTimeout(this.#dead);
    this.#dead = setTimeout(() => this.#lost(), time);
  }

  /** @param {object} request */
  #write(request) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }
}
