/**
 * A table's WebSocket: joins, reconnects where it was cut off, and makes every command happen once.
 */

/** The delays before attempts to reconnect, in milliseconds. */
const RECONNECT_DELAYS = [200, 500, 1000, 2000, 4000];
/** How long a connection may be silent before a ping, and how long to wait for the answer. */
const PING_INTERVAL = 20_000;
const PING_TIMEOUT = 8000;
/** How long to wait for an answer when the user returns to the page. */
const QUICK_PING_TIMEOUT = 3000;
/** The delay before a command is sent again whose outcome the server doesn't know. */
const RESEND_DELAY = 1000;
/** Errors that don't say whether an earlier attempt of the same command succeeded. */
const INCONCLUSIVE_CODES = [
  'not_stored',
  'unavailable',
  'too_many_requests',
  'broken',
  'closing',
  'no_table',
  'no_token',
];
/** Errors after which joining again is pointless. */
const FATAL_CODES = ['not_found', 'bad_request', 'removed', 'bad_token', 'banned'];

/** A random id. `crypto.randomUUID` exists only in secure contexts (HTTPS or localhost). */
const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join('');

/** A socket that was opened before a connection needed it. @type {WebSocket | null} */
let earlySocket = null;

function openSocket() {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`);
}

/** Opens the socket for the table that is about to be shown. */
export function openSocketEarly() {
  earlySocket ??= openSocket();
}

/**
 * A command without an answer. `sent`: on this or an earlier connection. `unknown`: an earlier attempt
 * may still take effect.
 * @typedef {{
 *   request: object,
 *   done: (answer: Answer) => void,
 *   sent?: boolean,
 *   unknown?: boolean,
 * }} Pending
 */
/** @typedef {ReturnType<typeof setTimeout> | undefined} Timer */

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Pending>} */
  #pending = new Map();
  /** The prefix of command ids, so that another visit to the table never reuses an id. */
  #prefix = randomId();
  #count = 0;
  #attempts = 0;
  /** The number of the last table event that arrived. @type {number | null} */
  #lastNumber = null;
  #ended = false;
  /** Whether the server accepts commands now. */
  #joined = false;
  /** Runs until the next attempt to connect. @type {Timer} */
  #reconnectTimer;
  /** Runs until the next ping. @type {Timer} */
  #pingTimer;
  /** Runs until the connection counts as lost. @type {Timer} */
  #pongTimer;

  /**
   * @param {string} table
   * @param {() => string | null} token the user's token; without one, commands wait
   * @param {(message: ServerMessage) => void} onMessage
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
   * Sends a command, again if necessary, until there is an answer.
   * @param {object} request
   * @returns {Promise<Answer>}
   */
  send(request) {
    const id = `${this.#prefix}-${++this.#count}`;
    return new Promise((done) => {
      this.#pending.set(id, { request: { ...request, id }, done, sent: this.#joined });
      if (this.#joined) this.#transmit({ ...request, id });
    });
  }

  /** Joins, or joins again with another identity. Commands wait for the answer. */
  join() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#joined = false;
    const token = this.token() ?? undefined;
    const from = this.#lastNumber ?? undefined;
    this.#transmit({ cmd: 'join', table: this.table, token, from, views: true, id: 'join' });
    this.#onAlive();
  }

  /** Checks at once whether the connection still works. */
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
    const isCurrent = () => socket === this.#socket;
    socket.onopen = () => isCurrent() && this.join();
    socket.onmessage = (message) => isCurrent() && this.#receive(JSON.parse(message.data));
    socket.onclose = () => isCurrent() && this.#reconnectLater();
    // A socket that was opened early may have succeeded or failed already.
    if (socket.readyState === WebSocket.OPEN) this.join();
    else if (socket.readyState > WebSocket.OPEN) this.#reconnectLater();
  }

  /** Closes the socket, whatever its state. */
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
      if (message.msg === 'snapshot' || message.msg === 'happened') this.#lastNumber = message.n;
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
      // It may have happened. Sent again with the same id it happens at most once, and we learn the
      // outcome.
      setTimeout(() => this.#resend(id), RESEND_DELAY);
    } else {
      this.#pending.delete(id);
      pending.done(message);
    }
  }

  /** Sends a command again, unless a new connection has done so already. @param {string} id */
  #resend(id) {
    const pending = this.#pending.get(id);
    if (pending && this.#joined) this.#transmit(pending.request);
  }

  #onJoined() {
    this.#attempts = 0;
    this.onStatus('on');
    if (!this.token()) return;
    this.#joined = true;
    for (const pending of this.#pending.values()) {
      // A command sent on the previous connection may still reach the table.
      pending.unknown ||= pending.sent;
      pending.sent = true;
      this.#transmit(pending.request);
    }
  }

  /** @param {string} [code] */
  #giveUp(code) {
    this.end();
    this.onStatus('ended', code);
  }

  /** Reconnects after a delay. A user who was removed learns that when joining. */
  #reconnectLater() {
    this.#closeSocket();
    if (this.#ended) return;
    this.onStatus('off');
    const pause = RECONNECT_DELAYS[Math.min(this.#attempts++, RECONNECT_DELAYS.length - 1)];
    // Random, so that clients don't all return at the same moment after a restart.
    this.#reconnectTimer = setTimeout(() => this.#connect(), pause * (0.5 + Math.random()));
  }

  /** Checks or reopens the connection without a delay: the user has returned to the page. */
  #reconnectNow() {
    const state = this.#socket?.readyState;
    if (this.#ended || state === WebSocket.CONNECTING) return;
    if (state === WebSocket.OPEN) this.check();
    else this.#connect();
  }

  /** The server has sent something: the next ping is due after a silence. */
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
