/** A table's WebSocket: it joins, comes back where it was when it is cut off, and sends every command once. */

/** How long to wait before the next attempt, in milliseconds. */
const RECONNECT_DELAYS = [200, 500, 1000, 2000, 4000];
/** How often to find out whether the server is there, and how long to wait for its answer. */
const PING_INTERVAL = 20_000;
const PING_TIMEOUT = 8000;
/** The same, when somebody looks at the page again. */
const QUICK_PING_TIMEOUT = 3000;
/** How long to wait before a command is sent again whose outcome the server doesn't know. */
const RESEND_DELAY = 1000;
/** What says nothing of a command that may have happened before. */
const INCONCLUSIVE_CODES = ['too_many_requests', 'broken', 'closing', 'no_table', 'no_token'];
/** Why a table can't be joined, whatever one does. */
const FATAL_CODES = ['not_found', 'bad_request', 'removed', 'bad_token'];

/** Letters that nobody else has. `crypto.randomUUID` is not there on pages without a certificate. */
const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join('');

/** A line that was opened before it was needed. @type {WebSocket | null} */
let earlySocket = null;

function openSocket() {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`);
}

/** Opens a line for the table that is about to be shown. */
export function openSocketEarly() {
  earlySocket ??= openSocket();
}

/** @typedef {{request: object, done: (answer: Answer) => void, unknown?: boolean}} Pending */
/** @typedef {ReturnType<typeof setTimeout> | undefined} Timer */

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Pending>} */
  #pending = new Map();
  /** What the ids of this connection's commands begin with: an id is used once, also after the page was left and shown again. */
  #prefix = randomId();
  #count = 0;
  #attempts = 0;
  /** The last entry that was told. @type {number | null} */
  #lastEntry = null;
  #ended = false;
  /** Whether commands are taken now. */
  #joined = false;
  /** The next attempt to connect. @type {Timer} */
  #reconnectTimer;
  /** The next look whether the line lives. @type {Timer} */
  #pingTimer;
  /** When the line is taken for dead. @type {Timer} */
  #pongTimer;

  /**
   * @param {string} table
   * @param {() => string | null} token who we are; nobody may watch, but commands wait until somebody joins
   * @param {(told: ServerMessage) => void} onMessage
   * @param {(state: 'on' | 'off' | 'ended', code?: string) => void} onStatus
   */
  constructor(table, token, onMessage, onStatus) {
    this.table = table;
    this.token = token;
    this.onMessage = onMessage;
    this.onStatus = onStatus;
    this.#connect();
    this.onWake = () => document.visibilityState === 'visible' && this.#reconnectNow();
    document.addEventListener('visibilitychange', this.onWake);
    window.addEventListener('online', this.onWake);
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
      if (this.#joined) this.#transmit({ ...request, id });
    });
  }

  /** Joins, or joins as somebody else. Commands wait for the answer. */
  join() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#joined = false;
    const token = this.token() ?? undefined;
    const from = this.#lastEntry ?? undefined;
    this.#transmit({ cmd: 'join', table: this.table, token, from, views: true, id: 'join' });
    this.#onAlive();
  }

  /** Finds out soon whether the line lives. */
  check() {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping(QUICK_PING_TIMEOUT);
  }

  end() {
    this.#ended = true;
    this.#closeSocket();
    document.removeEventListener('visibilitychange', this.onWake);
    window.removeEventListener('online', this.onWake);
  }

  #connect() {
    this.#closeSocket();
    const socket = earlySocket ?? openSocket();
    earlySocket = null;
    this.#socket = socket;
    const mine = () => socket === this.#socket;
    socket.onopen = () => mine() && this.join();
    socket.onmessage = (message) => mine() && this.#receive(JSON.parse(message.data));
    socket.onclose = () => mine() && this.#reconnectLater();
    // It may have been opened, or refused, before anybody listened.
    if (socket.readyState === WebSocket.OPEN) this.join();
    else if (socket.readyState > WebSocket.OPEN) this.#reconnectLater();
  }

  /** Leaves the line, whatever it is doing. */
  #closeSocket() {
    for (const timer of [this.#reconnectTimer, this.#pingTimer, this.#pongTimer])
      clearTimeout(timer);
    const socket = this.#socket;
    this.#socket = null;
    this.#joined = false;
    socket?.close();
  }

  /** @param {ServerMessage | Answer} message */
  #receive(message) {
    this.#onAlive();
    if ('msg' in message) {
      if (message.msg === 'snapshot' || message.msg === 'happened') this.#lastEntry = message.n;
      this.onMessage(message);
    } else if (message.id === 'join') {
      if (message.ok) this.#onJoined();
      else if (FATAL_CODES.includes(message.error?.code ?? '')) this.#giveUp(message.error?.code);
      else this.#reconnectLater();
    } else {
      this.#settle(message);
    }
  }

  /** @param {Answer} message */
  #settle(message) {
    const [id, code] = [message.id ?? '', message.error?.code ?? ''];
    const pending = this.#pending.get(id);
    if (!pending) return;
    pending.unknown ||= code === 'outcome_unknown';
    if (code === 'outcome_unknown' || (pending.unknown && INCONCLUSIVE_CODES.includes(code))) {
      // It may have happened. Sent again with the same id it happens once, and then we know.
      setTimeout(() => this.#resend(id), RESEND_DELAY);
    } else {
      this.#pending.delete(id);
      pending.done(message);
    }
  }

  /** Sends a command once more, unless a new connection has done so already. @param {string} id */
  #resend(id) {
    const pending = this.#pending.get(id);
    if (pending && this.#joined) this.#transmit(pending.request);
  }

  #onJoined() {
    this.#attempts = 0;
    this.onStatus('on');
    if (!this.token()) return;
    this.#joined = true;
    for (const { request } of this.#pending.values()) this.#transmit(request);
  }

  /** @param {string} [code] */
  #giveUp(code) {
    this.end();
    this.onStatus('ended', code);
  }

  /** The line is gone: another one, soon. Who was sent away finds that out when they join. */
  #reconnectLater() {
    this.#closeSocket();
    if (this.#ended) return;
    this.onStatus('off');
    const pause = RECONNECT_DELAYS[Math.min(this.#attempts++, RECONNECT_DELAYS.length - 1)];
    // Not all at the same moment, when a server comes back.
    this.#reconnectTimer = setTimeout(() => this.#connect(), pause * (0.5 + Math.random()));
  }

  /** Somebody looks at the page again: no waiting. */
  #reconnectNow() {
    const state = this.#socket?.readyState;
    if (this.#ended || state === WebSocket.CONNECTING) return;
    if (state === WebSocket.OPEN) this.check();
    else this.#connect();
  }

  /** The line lives. After a while of silence it is asked. */
  #onAlive() {
    clearTimeout(this.#pongTimer);
    clearTimeout(this.#pingTimer);
    this.#pingTimer = setTimeout(() => this.#ping(PING_TIMEOUT), PING_INTERVAL);
  }

  /** @param {number} time how long to wait for an answer */
  #ping(time) {
    this.#transmit({ cmd: 'ping', id: 'ping' });
    clearTimeout(this.#pongTimer);
    this.#pongTimer = setTimeout(() => this.#reconnectLater(), time);
  }

  /** @param {object} request */
  #transmit(request) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }
}
