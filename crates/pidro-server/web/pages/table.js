/** A live table: connects to the server, keeps the state, and draws the page after every change. */
import { render } from '../vendor/lit-html.js';
import { ApiError, clearIdentity, ensureIdentity, myId, token } from '../api.js';
import { Connection } from '../connection.js';
import { t } from '../lang.js';
import { navigate } from '../main.js';
import { loadItem, onSettingsChange, saveItem } from '../settings.js';
import { announce, showAnnouncement, showError } from '../ui.js';
import { tablePage, visibleTrick } from '../table/scene.js';
import { mySeat, occupantName } from '../table/seats.js';
import { applyEvent, applyMessage, fromSnapshot } from '../table/state.js';
import { Turn } from '../table/turn.js';

/** How long a chat bubble stays, in milliseconds. */
const BUBBLE_DURATION = 5000;

/** The modules that the first view of a table doesn't need. They load right after it. */
const LAZY = {
  alarm: () => import('../table/alarm.js'),
  drag: () => import('../table/drag.js'),
  handEnd: () => import('../table/hand-end.js'),
  keyboard: () => import('../table/keyboard.js'),
  menu: () => import('../table/menu.js'),
  motion: () => import('../table/motion.js'),
  narration: () => import('../table/narration.js'),
  playback: () => import('../table/playback.js'),
  results: () => import('../table/results.js'),
  seating: () => import('../table/seating.js'),
  waitingRoom: () => import('../table/waiting-room.js'),
};
/**
 * @typedef {{[Name in keyof typeof LAZY]: Awaited<ReturnType<(typeof LAZY)[Name]>>}} LazyModules
 */

/**
 * The modules that show events, and those for the waiting room. Each group loads in parallel.
 * @type {(keyof LazyModules)[]}
 */
const SHOW_EVENTS = ['narration', 'playback', 'handEnd'];
/** @type {(keyof LazyModules)[]} */
const WAITING_ROOM = ['waitingRoom', 'seating'];

/** @param {HTMLElement} root @param {string[]} path */
export function show(root, [, id]) {
  const table = new LiveTable(root, id);
  return () => table.end();
}

class LiveTable {
  /** @type {import('../table/state.js').State | null} */
  #state = null;
  /** @type {'on' | 'off' | 'ended'} */
  #connectionStatus = 'off';
  /** Why the table can't be shown. */
  #failure = '';
  /** The cards drawn for the first deal, while they are shown. @type {Play[] | null} */
  #cut = null;
  /** @type {import('../table/fair-deal.js').Violation[]} */
  #violations = [];
  /** What players have just said. @type {PartialBySeat<string>} */
  #bubbles = {};
  /** The lazy modules that have been loaded. @type {Partial<LazyModules>} */
  #lazy = {};
  /** @type {import('../table/playback.js').Playback | null} */
  #playback = null;
  /**
   * Messages that arrived before the playback was loaded.
   * @type {{message: Happened, at: number}[]}
   */
  #backlog = [];
  /** @type {import('../table/hand-end.js').HandEnd | null} */
  #handEnd = null;
  /** @type {import('../table/seating.js').Seating | null} */
  #seating = null;

  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.root = root;
    this.id = id;
    /**
     * The player's part in the fair deal. It gets every message, including those from before it was
     * loaded.
     */
    this.fairDeal = import('../table/fair-deal.js').then(
      ({ FairDeal }) => new FairDeal(id, (command) => this.connection.send(command), myId),
    );
    this.turn = new Turn({
      table: id,
      send: (command) => this.#send(command),
      checkConnection: () => this.connection.check(),
      redraw: () => this.#draw(),
    });
    /** @type {import('../table/menu.js').TableContext} */
    this.context = {
      state: () => /** @type {import('../table/state.js').State} */ (this.#state),
      playerName: this.#playerName,
      send: (command) => this.#send(command),
      myId,
    };
    this.connection = this.#connect();
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#onKey(event);
    document.addEventListener('keydown', this.onKey);
    this.unsubscribe = onSettingsChange(() => this.#draw());
    root.addEventListener('click', (event) => this.#onClick(event));
    root.classList.add('at-table');
    // For developers, and for the test that looks for hidden cards.
    Object.assign(root, { tableState: () => this.#state });
    this.#draw();
    if (history.state?.start) this.#startAtOnce();
  }

  end() {
    this.connection.end();
    this.#clearPlayback();
    document.removeEventListener('keydown', this.onKey);
    this.unsubscribe();
    this.root.classList.remove('at-table');
  }

  /** Joins the table. A person without an identity watches until they have become a guest. */
  #connect() {
    const connection = new Connection(
      this.id,
      token,
      (message) => this.#receive(message),
      (status, code) => this.#onConnectionStatus(status, code),
    );
    if (!token()) ensureIdentity(t('guest')).then(() => connection.join(), showError);
    return connection;
  }

  /** @param {'on' | 'off' | 'ended'} status @param {string} [code] */
  #onConnectionStatus(status, code) {
    if (code === 'bad_token') {
      clearIdentity();
      this.connection.end();
      this.connection = this.#connect();
      return;
    }
    this.#connectionStatus = status;
    if (status === 'ended') {
      /** @type {Record<string, string>} */
      const reasons = { removed: t('removed'), banned: t('error_banned') };
      this.#failure = reasons[code ?? ''] ?? t('not_found');
      this.#forgetTable();
    }
    if (status === 'off') announce(t('disconnected'));
    this.#draw();
  }

  /** @param {object} command */
  async #send(command) {
    const answer = await this.connection.send(command);
    if (!answer.ok && answer.error)
      showError(new ApiError(answer.error.code, answer.error.message));
    return answer;
  }

  /** Starts the game against bots that the player asked for on another screen. */
  #startAtOnce() {
    history.replaceState(null, '');
    this.fairDeal.then((fairDeal) => {
      fairDeal.promiseNow();
      this.#send({ cmd: 'start' });
    });
  }

  /** @type {import('../sentences.js').PlayerName} */
  #playerName = (seat) => {
    const table = this.#state?.table;
    return table?.you === seat ? t('you_as_name') : occupantName(table?.seats[seat] ?? null, seat);
  };

  /** @param {ServerMessage} message */
  #receive(message) {
    this.fairDeal.then((fairDeal) => this.#checkDeal(fairDeal, message));
    switch (message.msg) {
      case 'snapshot':
        this.#clearPlayback();
        this.#handEnd?.close();
        this.#state = fromSnapshot(message, this.#state, performance.now());
        this.#startTurn();
        this.#rememberTable();
        this.#draw();
        performance.mark('table');
        this.#loadLazyModules();
        break;
      case 'happened':
        if (message.change?.kind === 'start_called_off') this.#showCalledOff(message.change.seats);
        this.#enqueue(message, performance.now());
        break;
      case 'seats':
        if (this.#state) {
          const { seats } = message;
          const table = { ...this.#state.table, seats, you: mySeat(seats, myId()) };
          this.#state = { ...this.#state, table };
        }
        this.#draw();
        break;
      case 'said':
        this.#showBubble(message);
        break;
      case 'announcement':
        showAnnouncement(message.text);
    }
  }

  /**
   * Warns if the server has violated the fair deal.
   * @param {import('../table/fair-deal.js').FairDeal} fairDeal
   * @param {ServerMessage} message
   */
  #checkDeal(fairDeal, message) {
    fairDeal.receive(message);
    const { violations } = fairDeal;
    if (!violations.length && !this.#violations.length) return;
    if (!this.#violations.length) announce(t('deal_broken'));
    this.#violations = violations;
    this.#draw();
  }

  /** @param {Seat[]} seats the seats that did not reveal their words */
  #showCalledOff(seats) {
    const you = this.#state?.table.you ?? null;
    LAZY.narration().then(({ narrateCalledOff }) => narrateCalledOff(seats, you, this.#playerName));
  }

  /** @param {Said} message */
  async #showBubble(message) {
    const { seat } = message;
    const text = (await LAZY.menu()).chatText(message);
    this.#bubbles = { ...this.#bubbles, [seat]: text };
    announce(t('says', { who: this.#playerName(seat), text }));
    this.#draw();
    setTimeout(() => {
      if (this.#bubbles[seat] === text) delete this.#bubbles[seat];
      this.#draw();
    }, BUBBLE_DURATION);
  }

  /** @param {Happened} message @param {number} at when it arrived */
  #enqueue(message, at) {
    if (this.#playback) this.#playback.enqueue(message, at);
    else this.#backlog.push({ message, at });
  }

  #clearPlayback() {
    this.#backlog = [];
    this.#playback?.clear();
  }

  /**
   * Shows the next event, or the end of a message.
   * @param {import('../table/playback.js').Step} step
   */
  async #show({ at, event, message }) {
    if (event) await this.#showEvent(event);
    if (message) this.#finishMessage(message, at);
  }

  /** @param {GameEvent} event */
  async #showEvent(event) {
    if (!this.#state) return;
    const { view } = this.#state.table;
    const taker = view ? (visibleTrick(view).taken?.winner ?? null) : null;
    this.#state = applyEvent(this.#state, event);
    const { table } = this.#state;
    this.turn.clear();
    if (event.event === 'dealer_cut') this.#cut = event.cut;
    else if (event.event !== 'dealer_chosen') this.#cut = null;
    this.#lazy.narration?.narrateEvent(event, this.#playerName, table);
    if (this.#lazy.motion)
      this.#lazy.motion.animateChange(this.root, event, taker, () => this.#draw());
    else this.#draw();
    if (event.event === 'hand_scored') {
      const closed = this.#handEnd?.show(table);
      if (closed) this.#focus('[data-action=continue]');
      await closed;
    }
    if (event.event === 'game_won') this.#focus('.game-end .main');
  }

  /** @param {Happened} message @param {number} at when it arrived */
  #finishMessage(message, at) {
    if (!this.#state) return;
    this.#lazy.narration?.narrateMessage(message, this.#state.table.you, this.#playerName);
    const before = JSON.stringify(this.#state.table.legal);
    this.#state = applyMessage(this.#state, message, at);
    const { table } = this.#state;
    // A message that changes nothing for the player, such as chat, keeps an unfinished choice.
    if (message.events || JSON.stringify(table.legal) !== before) this.#startTurn();
    this.#draw();
    this.#rememberTable();
    if (table.next && table.you) navigate(`/t/${table.next}`);
  }

  /** Offers what the player may do now. */
  #startTurn() {
    const legal = this.#state?.table.legal ?? null;
    this.turn.start(legal);
    if (!legal) return;
    announce(t('says_your_turn'));
    this.#lazy.narration?.soundTurn();
    this.#lazy.keyboard?.focusChoice(this.root);
  }

  /** Remembers an unfinished game, so that the first screen can offer to continue it. */
  #rememberTable() {
    const table = this.#state?.table;
    if (!table) return;
    if (table.you && !table.view?.winner) saveItem('table', this.id);
    else this.#forgetTable();
  }

  #forgetTable() {
    if (loadItem('table') === this.id) saveItem('table', null);
  }

  /** Loads the other modules, the most urgent ones first. */
  async #loadLazyModules() {
    /** @type {(keyof LazyModules)[][]} */
    const rest = [['keyboard'], ['motion'], ['menu'], ['drag'], ['alarm'], ['results']];
    const groups = this.#state?.table.view
      ? [SHOW_EVENTS, ...rest, WAITING_ROOM]
      : [WAITING_ROOM, SHOW_EVENTS, ...rest];
    for (const names of groups) {
      const modules = await Promise.all(names.map((name) => LAZY[name]()));
      // Another snapshot may have asked for the same modules.
      if (names.every((name) => name in this.#lazy)) continue;
      for (const [index, name] of names.entries())
        Object.assign(this.#lazy, { [name]: modules[index] });
      this.#use(names);
      this.#draw();
    }
  }

  /** Starts what newly loaded modules provide. @param {(keyof LazyModules)[]} names */
  #use(names) {
    const { drag, handEnd, keyboard, playback, seating } = this.#lazy;
    if (names === SHOW_EVENTS && handEnd && playback) {
      this.#handEnd = new handEnd.HandEnd(() => this.#draw());
      this.#playback = new playback.Playback((step) => this.#show(step));
      for (const { message, at } of this.#backlog.splice(0)) this.#enqueue(message, at);
    }
    if (names === WAITING_ROOM && seating)
      this.#seating = new seating.Seating({
        table: () => this.context.state().table,
        connection: () => this.connection,
        fairDeal: this.fairDeal,
        send: (command) => this.#send(command),
      });
    if (names.includes('keyboard') && this.turn.isActive) keyboard?.focusChoice(this.root);
    if (names.includes('drag')) drag?.enableDragging(this.root, (card) => this.turn.drop(card));
  }

  /** A tap on the table shows the next event at once. @param {MouseEvent} event */
  #onClick({ target }) {
    if (target instanceof Element && target.closest('.middle, .felt') && !this.turn.isActive)
      this.#playback?.skip();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { keyboard } = this.#lazy;
    const table = this.#state?.table;
    if (!table?.view || !keyboard?.isForTable(event)) return;
    if (keyboard.moveFocus(this.root, event)) return;
    keyboard.runShortcut(event, {
      h: () => table.hint && this.turn.askHint(),
      l: () => this.#withMenu((menu) => menu.showLastTrick(this.context)),
      p: () => this.#withMenu((menu) => menu.showSheet(this.context)),
      m: () => this.#withMenu((menu) => menu.showMenu(this.context)),
    });
  }

  /**
   * Opens a dialog of the menu as soon as the menu is loaded, so that no tap is lost.
   * @param {(menu: LazyModules['menu']) => void} use
   */
  #withMenu(use) {
    LAZY.menu().then(use, showError);
  }

  /** @param {string} selector */
  #focus(selector) {
    const element = this.root.querySelector(selector);
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  }

  #draw() {
    render(
      tablePage({
        state: this.#state,
        connection: this.#connectionStatus,
        failure: this.#failure,
        violations: this.#violations,
        turn: this.turn,
        handEnd: this.#handEnd,
        seating: this.#seating,
        cut: this.#cut,
        bubbles: this.#bubbles,
        context: this.context,
        withMenu: (use) => this.#withMenu(use),
        lazy: this.#lazy,
      }),
      this.root,
    );
    this.#lazy.motion?.runClocks(this.root);
  }
}
