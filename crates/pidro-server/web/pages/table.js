/** A table: the room before the game, the game, and what comes after it. */
import { html, nothing, render } from '../vendor/lit-html.js';
import { Refused, ask, beSomebody, forget, myId, rename, token } from '../api.js';
import { Connection } from '../connection.js';
import { about, listed, t, tk } from '../lang.js';
import { go } from '../main.js';
import { keep, onChange, recall, setting } from '../settings.js';
import { announce, noteError, note } from '../ui.js';
import { action, choiceOf, fromAction, isReady, tap, wanted } from '../table/choice.js';
import { Playback } from '../table/playback.js';
import { QUIET, standing, tableScene, trickOf } from '../table/scene.js';
import { nameOf, peopleAt } from '../table/seats.js';
import { begin, forcesTop, see, settle, targetOf } from '../table/state.js';

/** How long a bubble is read. */
const BUBBLE = 5000;
/** How long the end of a hand is looked at where others wait, and where time runs. */
const LOOK = 12_000;
const LOOK_FAST = 3000;
/** After how long without an answer the line is looked at. */
const SLOW = 2000;

/** What a table can be seen without. It comes right after. */
const LATER = {
  after: () => import('../table/after.js'),
  alarm: () => import('../table/alarm.js'),
  drag: () => import('../table/drag.js'),
  focus: () => import('../table/focus.js'),
  menu: () => import('../table/menu.js'),
  motion: () => import('../table/motion.js'),
  room: () => import('../table/room.js'),
  sound: () => import('../sound.js'),
  words: () => import('../words.js'),
};
/** @typedef {{[Name in keyof typeof LATER]: Awaited<ReturnType<(typeof LATER)[Name]>>}} Later */

/** @param {HTMLElement} root @param {string[]} path */
export function show(root, [, id]) {
  const table = new LiveTable(root, id);
  return () => table.end();
}

class LiveTable {
  /** @type {import('../table/state.js').State | null} */
  #state = null;
  /** @type {Choice | null} */
  #choice = null;
  #advice = '';
  /** @type {Some<string>} */
  #said = {};
  /** @type {'on' | 'off' | 'ended'} */
  #line = 'off';
  #problem = '';
  /** Whether the end of a hand is looked at. @type {(() => void) | null} */
  #seen = null;
  #sent = false;
  /** The cards that were cut for the first deal, while they are looked at. @type {Play[] | null} */
  #cut = null;
  /** What is not as it was promised. @type {import('../table/deal.js').Broken[]} */
  #broken = [];
  /** Whether the start is under way. */
  #starting = false;
  /** Whether advice is under way. */
  #asking = false;
  /** What has come of what comes later. @type {Partial<Later>} */
  #has = {};

  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.root = root;
    this.id = id;
    /** Nothing is shown to happen before it can be told. @type {PromiseWithResolvers<void>} */
    this.words = Promise.withResolvers();
    this.playback = new Playback((step) => this.#show(step), this.words.promise);
    /** Our part in the fair deal. It hears everything that is told, also what was told before it had come. */
    this.deal = import('../table/deal.js').then(
      ({ Deal }) => new Deal(id, (command) => this.connection.send(command), myId),
    );
    this.connection = this.#connect();
    /** @type {import('../table/menu.js').Seated} */
    this.seated = {
      state: () => /** @type {import('../table/state.js').State} */ (this.#state),
      who: this.who,
      send: (command) => this.#send(command),
      person: myId,
    };
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener('keydown', this.keys);
    this.unsubscribe = onChange(() => this.#draw());
    // A tap on the table goes on without waiting.
    root.addEventListener(
      'click',
      (event) =>
        event.target instanceof Element &&
        event.target.closest('.middle, .felt') &&
        !this.#choice &&
        this.playback.hurry(),
    );
    root.classList.add('at-table');
    // For developers, and for the test that looks for what should not be here.
    Object.assign(root, { tableState: () => this.#state });
    this.#draw();
    if (history.state?.start) {
      history.replaceState(null, '');
      this.deal.then((deal) => {
        deal.promiseNow();
        this.#send({ cmd: 'start' });
      });
    }
  }

  /** Loads what comes later, what is needed first. */
  async #loadLater() {
    const needed = /** @type {(keyof Later)[]} */ (
      this.#state?.table.view
        ? ['words', 'focus', 'motion', 'drag', 'menu', 'sound', 'alarm', 'after', 'room']
        : ['room', 'words', 'focus', 'menu', 'motion', 'drag', 'sound', 'alarm', 'after']
    );
    for (const name of needed) {
      if (name in this.#has) continue;
      Object.assign(this.#has, { [name]: await LATER[name]() });
      if (name === 'words') this.words.resolve();
      if (name === 'focus' && this.#choice) this.#has.focus?.focusChoice(this.root);
      if (name === 'drag') this.#has.drag?.dragging(this.root, (card) => this.#drop(card));
      this.#draw();
    }
  }

  end() {
    this.connection.end();
    this.playback.clear();
    document.removeEventListener('keydown', this.keys);
    this.unsubscribe();
    this.root.classList.remove('at-table');
  }

  /** Joins. Who has no name yet watches for a moment, and becomes a guest meanwhile. */
  #connect() {
    const connection = new Connection(
      this.id,
      token,
      (message) => this.#hear(message),
      (state, code) => this.#onLine(state, code),
    );
    if (!token()) beSomebody(t('guest')).then(() => connection.join(), noteError);
    return connection;
  }

  /** How somebody is called. @type {import('../words.js').Who} */
  who = (seat) => {
    const table = this.#state?.table;
    return table?.you === seat ? t('You') : nameOf(table?.seats[seat] ?? null, seat);
  };

  #about = (/** @type {Seat} */ seat) => about(seat, this.who, this.#state?.table.you ?? null);

  /** @param {Told} message */
  #hear(message) {
    this.deal.then((deal) => this.#examine(deal, message));
    switch (message.msg) {
      case 'snapshot':
        this.playback.clear();
        this.#leaveHandEnd();
        this.#state = begin(message, this.#state, performance.now());
        this.#choose();
        this.#remember();
        this.#draw();
        performance.mark('table');
        this.#loadLater();
        break;
      case 'happened':
        if (message.entry?.kind === 'start_called_off') this.#tellCalledOff(message.entry.seats);
        this.playback.push(message);
        break;
      case 'seats':
        if (this.#state)
          this.#state = {
            ...this.#state,
            table: { ...this.#state.table, seats: message.seats, you: this.#mySeat(message.seats) },
          };
        this.#draw();
        break;
      case 'said':
        this.#hearSaid(message);
    }
  }

  /** Shows it when something is not as it was promised. @param {import('../table/deal.js').Deal} deal @param {Told} message */
  #examine(deal, message) {
    deal.hear(message);
    if (!deal.broken.length && !this.#broken.length) return;
    if (!this.#broken.length) announce(t('deal_broken'));
    this.#broken = deal.broken;
    this.#draw();
  }

  /** Who was waited for in vain. Their seats are free right after. @param {Seat[]} seats */
  #tellCalledOff(seats) {
    const you = this.#state?.table.you;
    if (you && seats.includes(you)) note(t('says_start_called_off_you'));
    else note(t('says_start_called_off', { who: listed(seats.map(this.who)) }));
  }

  /** Where we sit. @param {BySeat<Sitter | null>} seats */
  #mySeat(seats) {
    const mine = Object.entries(seats).find(
      ([, sitter]) => sitter?.kind === 'person' && sitter.id === myId(),
    );
    return /** @type {Seat | null} */ (mine?.[0] ?? null);
  }

  /** @param {Said} said */
  async #hearSaid(said) {
    const text = (await LATER.menu()).saying(said);
    this.#said = { ...this.#said, [said.seat]: text };
    announce(t('says', { who: this.who(said.seat), text }));
    this.#draw();
    setTimeout(() => {
      if (this.#said[said.seat] === text) delete this.#said[said.seat];
      this.#draw();
    }, BUBBLE);
  }

  /** Shows the next thing that happened. @param {import('../table/playback.js').Step} step */
  async #show({ at, event, message }) {
    if (!this.#state) return;
    const { view, you } = this.#state.table;
    const taker = view ? (trickOf(view).taken?.winner ?? null) : null;
    if (event) {
      this.#state = see(this.#state, event);
      this.#choice = null;
      this.#advice = '';
      if (event.event === 'dealer_cut') this.#cut = event.cut;
      else if (event.event !== 'dealer_chosen') this.#cut = null;
      announce(
        this.#has.words?.told(event, this.who, you, forcesTop(this.#state.table.rules)) ?? '',
      );
      if (event.event === 'card_played') this.#has.sound?.sound('card');
      if (event.event === 'trick_won') this.#has.sound?.sound('trick');
      if (event.event === 'game_won') this.#has.sound?.sound('end');
      if (this.#has.motion) this.#has.motion.moving(this.root, event, taker, () => this.#draw());
      else this.#draw();
      if (event.event === 'hand_scored') await this.#lookAtHandEnd();
      if (event.event === 'game_won') this.#focus('.game-end .main');
    }
    if (message) {
      this.#tell(message);
      const asked = JSON.stringify(this.#state.table.legal);
      this.#state = settle(this.#state, message, at);
      // What is asked already stays asked, with what has been chosen so far, when somebody leaves or says something.
      const same = !message.events && JSON.stringify(this.#state.table.legal) === asked;
      if (!same) this.#choose();
      this.#draw();
      this.#follow();
    }
  }

  /** Says what is in no event: that somebody has gone or come, wants to take back or to play again, or was late. @param {Happened} message */
  #tell({ entry, late, events }) {
    const first = events?.[0];
    if (late && first && 'seat' in first) note(t('says_late', this.#about(first.seat)));
    if (!entry || !('seat' in entry)) return;
    const key = `says_${entry.kind}`;
    const text = tk(key, this.#about(entry.seat));
    if (text !== key) note(text);
  }

  /** What may be done now can be chosen. */
  #choose() {
    const table = this.#state?.table;
    if (!table) return;
    this.#sent = false;
    this.#advice = '';
    const legal = table.legal;
    this.#choice = legal ? choiceOf(legal) : null;
    if (!legal) return;
    announce(t('says_your_turn'));
    this.#has.sound?.sound('turn');
    this.#has.focus?.focusChoice(this.root);
  }

  /** The game goes on at another table, or is over. */
  #follow() {
    const table = this.#state?.table;
    this.#remember();
    if (table?.next && table.you) go(`/t/${table.next}`);
  }

  /** The game that can be gone on with from the first screen. */
  #remember() {
    const table = this.#state?.table;
    if (!table) return;
    if (table.you && !table.view?.winner) keep('table', this.id);
    else this.#forget();
  }

  /** This table is not gone on with. */
  #forget() {
    if (recall('table') === this.id) keep('table', null);
  }

  /** Waits until the end of the hand has been looked at; not for long where others wait. */
  #lookAtHandEnd() {
    const table = this.#state?.table;
    if (!table || setting('pace') === 'none') return undefined;
    const others = peopleAt(table.seats).length > 1;
    return /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        const timer =
          others || table.time || !table.you
            ? setTimeout(() => this.#leaveHandEnd(), table.time ? LOOK_FAST : LOOK)
            : undefined;
        this.#seen = () => {
          clearTimeout(timer);
          resolve();
        };
        this.#draw();
        this.#focus('[data-do=go-on]');
      })
    );
  }

  /** @param {string} what */
  #focus(what) {
    const button = this.root.querySelector(what);
    if (button instanceof HTMLElement) button.focus({ preventScroll: true });
  }

  #leaveHandEnd() {
    this.#seen?.();
    this.#seen = null;
    this.#draw();
  }

  /** @param {'on' | 'off' | 'ended'} state @param {string} [code] */
  #onLine(state, code) {
    if (code === 'bad_token') {
      forget();
      this.connection.end();
      this.connection = this.#connect();
      return;
    }
    this.#line = state;
    if (state === 'ended') {
      this.#problem = code === 'removed' ? t('removed') : t('not_found');
      this.#forget();
    }
    if (state === 'off') announce(t('disconnected'));
    this.#draw();
  }

  /** Another name, also for those who see us sit here. @param {string} name */
  async #takeName(name) {
    try {
      await rename(name);
    } catch (error) {
      noteError(error);
      return;
    }
    // The server knows the new name from the next time we join on.
    this.connection.join();
    const answer = await this.#sit(this.#state?.table.you);
    if (answer.ok) note(t('saved'));
  }

  /** Takes a seat before the game, or the own one again, with a word for the deal. @param {Seat | null | undefined} seat */
  async #sit(seat) {
    return this.#send({ cmd: 'sit', seat, promise: (await this.deal).promise() });
  }

  /** Starts the game, when all pages that are there have promised their words. */
  async #start() {
    const seats = this.#state?.table.seats;
    if (!seats || this.#starting) return;
    this.#starting = true;
    await (await this.deal).everybody(
      peopleAt(seats).filter(
        (seat) => seats[seat]?.kind === 'person' && seats[seat].state === 'here',
      ),
    );
    await this.#send({ cmd: 'start' });
    this.#starting = false;
  }

  /** Promises a word that begins with this. @param {string} typed */
  async #takeWord(typed) {
    const answer = await (await this.deal).promiseWith(typed);
    if (answer.ok) note(t('saved'));
    else noteError(new Refused(answer.error?.code ?? '', answer.error?.message ?? ''));
  }

  /** @param {object} command */
  async #send(command) {
    const answer = await this.connection.send(command);
    if (!answer.ok && answer.error) noteError(new Refused(answer.error.code, answer.error.message));
    return answer;
  }

  /** @param {string} item */
  #tap(item) {
    if (!this.#choice || this.#sent) return;
    const { choice, done } = tap(this.#choice, item, setting('tap') === 'one');
    // One more than there is room for.
    if (choice === this.#choice)
      note(t('keep_chosen', { chosen: choice.chosen.length, count: wanted(choice.legal) }));
    this.#choice = choice;
    if (done) this.#act();
    else this.#draw();
  }

  async #act() {
    if (!this.#choice || this.#sent || !isReady(this.#choice)) return;
    this.#sent = true;
    this.#draw();
    const slow = setTimeout(() => this.connection.check(), SLOW);
    const answer = await this.#send({ cmd: 'act', action: action(this.#choice) });
    clearTimeout(slow);
    if (answer.ok) return;
    this.#sent = false;
    this.#draw();
  }

  /** @param {Card} card */
  #drop(card) {
    if (this.#choice?.legal.kind !== 'play' || this.#sent) return;
    this.#choice = { ...this.#choice, chosen: [card] };
    this.#act();
  }

  async #suggest() {
    const legal = this.#choice?.legal;
    if (!legal || this.#asking) return;
    this.#asking = true;
    try {
      const advice = /** @type {Advice} */ (await ask('GET', `/api/tables/${this.id}/hint`));
      // Something else may be asked by now.
      if (this.#choice?.legal !== legal || this.#sent) return;
      this.#advice = this.#has.words?.adviceWords(advice) ?? '';
      this.#choice = fromAction(legal, advice.action);
      announce(this.#advice);
      this.#draw();
    } catch (error) {
      noteError(error);
    } finally {
      this.#asking = false;
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'))
      return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement)
      return;
    if (!this.#state?.table.view) return;
    if (this.#has.focus?.followArrow(this.root, event) || setting('keys') === 'off') return;
    const keys = {
      h: () => this.#mayAsk() && this.#suggest(),
      l: () => this.#has.menu?.showLastTrick(this.seated),
      p: () => this.#has.menu?.showSheet(this.seated),
      m: () => this.#has.menu?.showMenu(this.seated),
    };
    keys[/** @type {keyof typeof keys} */ (event.key.toLowerCase())]?.();
  }

  /** Whether advice can be had: alone, and for the rob. */
  #mayAsk() {
    const table = this.#state?.table;
    if (!table || !this.#choice) return false;
    const people = Object.values(table.seats).filter(
      (sitter) => sitter?.kind === 'person' && (sitter.state === 'here' || sitter.state === 'away'),
    );
    return people.length === 1 || this.#choice.legal.kind === 'keep';
  }

  #draw() {
    render(this.#page(), this.root);
    this.#has.motion?.runClocks(this.root);
  }

  #page() {
    if (this.#line === 'ended')
      return html`<main class="plain"><h1>Pidro</h1><p role="alert">${this.#problem}</p><a class="button main" href="/">${t('home')}</a></main>`;
    const state = this.#state;
    if (!state) return html`<main class="plain"><p>${t('loading')}</p></main>`;
    const { table } = state;
    return html`<header class="bar">
        <button class="icon" data-do="menu" aria-label=${t('menu')} @click=${() => this.#has.menu?.showMenu(this.seated)}>☰</button>
        ${table.view ? html`<button class="bare" data-do="sheet" @click=${() => this.#has.menu?.showSheet(this.seated)}>${standing(this.#scene(table.view), targetOf(table.rules))}<span class="unseen">${t('score_sheet')}</span></button>` : html`<h1>Pidro</h1>`}
      </header>
      <main class=${table.view ? 'playing' : 'waiting'}>
        ${this.#has.alarm?.dealAlarm(this.#broken, this.who)}
        ${this.#line === 'off' ? html`<p class="lost" role="status">${t('disconnected')}</p>` : nothing}
        ${table.view ? this.#game(table.view) : this.#before(table)}
      </main>`;
  }

  /** Who has given the game up. @returns {Seat | null} */
  #resigned() {
    const event = this.#state?.log.findLast((event) => event.event === 'resigned');
    return event?.event === 'resigned' ? event.seat : null;
  }

  /** The game has not begun, or may not be watched. @param {Snapshot} table */
  #before(table) {
    if (table.words)
      return html`<div class="plain"><p>${t('no_watching')}</p><a class="button main" href="/">${t('home')}</a></div>`;
    const room = {
      send: (/** @type {object} */ command) => this.#send(command),
      sit: (/** @type {Seat} */ seat) => this.#sit(seat),
      start: () => this.#start(),
      takeWord: (/** @type {string} */ typed) => this.#takeWord(typed),
      takeName: (/** @type {string} */ name) => this.#takeName(name),
    };
    return this.#has.room?.waitingRoom(table, this.who, room);
  }

  /** @param {View} view */
  #game(view) {
    const { table, ended } = /** @type {import('../table/state.js').State} */ (this.#state);
    if (view.winner && !this.#seen)
      return html`<h1 class="unseen">Pidro</h1>${this.#has.after?.gameEnd(table, this.who, this.#resigned(), () => this.#send({ cmd: 'rematch' }))}`;
    return html`<h1 class="unseen">${t('the_table')}</h1>
      ${tableScene({ ...this.#scene(view), note: this.#notes(table) })}
      ${
        ended && this.#seen
          ? html`<section class="hand-end" aria-label=${t('hand_number', { hand: table.sheet.length })}>
            ${this.#has.after?.handEnd(ended, view, table.sheet, this.who, table.you ?? 'S', table.you !== null)}
            <button class="main" data-do="go-on" @click=${() => this.#leaveHandEnd()}>${t('go_on')}</button>
          </section>`
          : nothing
      }`;
  }

  /** @param {View} view @returns {import('../table/scene.js').Scene} */
  #scene(view) {
    const { table } = /** @type {import('../table/state.js').State} */ (this.#state);
    return {
      ...QUIET,
      view,
      seats: table.seats,
      below: table.you ?? 'S',
      me: table.you,
      choice: this.#sent ? null : this.#choice,
      advice: this.#advice,
      forcedTop: forcesTop(table.rules),
      clock: table.clock,
      cut: this.#cut,
      said: this.#said,
      tap: (item) => this.#tap(item),
      done: () => this.#act(),
      suggest: this.#mayAsk() ? () => this.#suggest() : null,
      takeSeat: table.you ? null : (seat) => this.#send({ cmd: 'sit', seat }),
      lookBack: view.tricks.length ? () => this.#has.menu?.showLastTrick(this.seated) : null,
    };
  }

  /** What has to be known or answered beside the cards. @param {Snapshot} table */
  #notes(table) {
    const { undo, you, seats } = table;
    const mine = you && seats[you];
    const gone = mine && mine.kind === 'person' && mine.state === 'left';
    const answered = you && undo?.includes(you);
    return html`${you ? nothing : html`<p class="aside">${t('watching')}</p>`}
    ${gone ? html`<p class="aside"><button class="main" data-do="come-back" @click=${() => this.#send({ cmd: 'sit', seat: you })}>${t('come_back')}</button></p>` : nothing}
    ${
      undo && you
        ? html`<div class="aside" role="status">
          <p>${answered ? t('undo_waiting') : t('undo_wanted', { who: this.who(undo[0]) })}</p>
          ${
            answered
              ? nothing
              : html`<div class="do"><button class="quiet" data-do="refuse" @click=${() => this.#send({ cmd: 'refuse' })}>${t('refuse')}</button><button class="main" data-do="agree" @click=${() => this.#send({ cmd: 'undo' })}>${t('agree')}</button></div>`
          }
        </div>`
        : nothing
    }`;
  }
}
