/** A first hand, always the same one, with what has to be known told where it happens. The server plays the others. */
import { html, nothing, render } from '../vendor/lit-html.js';
import { ask } from '../api.js';
import { teamOf } from '../cards.js';
import { t } from '../lang.js';
import { announce, heading, note, noteError } from '../ui.js';
import { adviceWords, told } from '../words.js';
import { action, choiceOf, fromAction, isReady, tap } from '../table/choice.js';
import { dragging } from '../table/drag.js';
import { focusChoice, followArrow } from '../table/focus.js';
import { moving } from '../table/motion.js';
import { QUIET, standing, tableScene, trickOf } from '../table/scene.js';
import { playNow } from './home.js';

/** @type {BySeat<Sitter>} */
const SEATS = {
  N: { kind: 'bot', level: 'basic' },
  E: { kind: 'bot', level: 'basic' },
  W: { kind: 'bot', level: 'basic' },
  S: { kind: 'person', id: '', name: '', state: 'here' },
};
const PAUSE = 900;

/** @param {HTMLElement} root */
export async function show(root) {
  const lesson = new Lesson(root);
  await lesson.begin();
  return () => lesson.end();
}

class Lesson {
  /** @type {string[]} */
  #decisions = [];
  /** All that has happened. @type {GameEvent[]} */
  #events = [];
  /** How many events have been shown. */
  #at = 0;
  /** @type {Legal | null} */
  #legal = null;
  /** @type {Choice | null} */
  #choice = null;
  /** What the server advises, and how it is shown once it was asked for. @type {Advice | null} */
  #offered = null;
  #advice = '';
  /** @type {RulesInfo | null} */
  #rules = null;
  /** What is explained now; it waits for a tap unless something is to be decided. */
  #text = '';
  #waits = false;
  /** What has been explained. @type {Set<string>} */
  #known = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    dragging(root, (card) => {
      if (this.#choice?.legal.kind !== 'play') return;
      this.#choice = { ...this.#choice, chosen: [card] };
      this.#act();
    });
    root.classList.add('at-table');
    root.addEventListener('keydown', (event) => followArrow(root, event));
  }

  end() {
    clearTimeout(this.#timer);
    this.root.classList.remove('at-table');
  }

  begin = async () => {
    [this.#decisions, this.#events, this.#at, this.#advice] = [[], [], 0, ''];
    this.#known.clear();
    await this.#ask();
  };

  /** Lets the server play on. */
  async #ask() {
    try {
      const answer = await ask('POST', '/api/lesson', { actions: this.#decisions });
      this.#events = answer.events;
      this.#legal = answer.legal;
      this.#offered = answer.advice;
      this.#rules = answer.rules;
      this.#choice = null;
      this.#next();
    } catch (error) {
      this.#decisions.pop();
      noteError(error);
      this.#choose();
    }
  }

  /** Shows the next event, with a word about it the first time. */
  #next() {
    clearTimeout(this.#timer);
    const event = this.#events[this.#at];
    if (!event) return this.#choose();
    const before = this.#at ? this.#events[this.#at - 1].view : null;
    this.#at++;
    announce(told(event, this.#who, 'S', this.#rules?.forced_top ?? false));
    this.#text = this.#explain(event);
    this.#waits = this.#text !== '';
    const taker = before ? (trickOf(before).taken?.winner ?? null) : null;
    moving(this.root, event, taker, () => this.#draw());
    if (this.#waits) announce(this.#text);
    else this.#timer = setTimeout(() => this.#next(), event.event === 'discarded' ? 0 : PAUSE);
    return undefined;
  }

  /** What is worth saying of an event, once. @param {GameEvent} event */
  #explain(event) {
    const once = (/** @type {string} */ name, /** @type {string} */ text) => {
      if (this.#known.has(name)) return '';
      this.#known.add(name);
      return text;
    };
    switch (event.event) {
      case 'hand_dealt':
        return once('welcome', t('lesson_welcome'));
      case 'trump_declared':
        return event.seat === 'S' ? '' : once('trump', t('lesson_partner_trump'));
      case 'redealt':
        return event.seat === 'E' ? once('redeal', t('lesson_redeal')) : '';
      case 'killed':
        return once('kill', t('lesson_kill'));
      case 'went_cold':
        return once('cold', t('lesson_cold'));
      case 'hand_scored': {
        const taken = event.taken[teamOf('S')];
        return event.made
          ? t('lesson_scored_made', { taken })
          : t('lesson_scored_failed', { taken });
      }
      default:
        return '';
    }
  }

  /** It is the learner's turn, or the hand is over. */
  #choose() {
    this.#waits = false;
    this.#choice = this.#legal ? choiceOf(this.#legal) : null;
    const first = (/** @type {string} */ name) => !this.#known.has(name) && this.#known.add(name);
    const lead = this.#view?.trick[0]?.card;
    if (!this.#legal) this.#text = t('lesson_done');
    else if (this.#legal.kind === 'bid') this.#text = t('lesson_bidding');
    else if (this.#legal.kind === 'trump') this.#text = t('lesson_trump');
    else if (this.#legal.kind === 'keep') this.#text = t('lesson_rob');
    else if (lead === 'Ah' && first('ace')) this.#text = t('lesson_play');
    else if (lead === '2h' && first('two')) this.#text = t('lesson_feed');
    else this.#text = t('lesson_play_other');
    // First the explanation alone, then the choice.
    this.#waits = this.#legal !== null;
    announce(this.#text);
    this.#draw();
  }

  /** The explanation has been read. */
  #goOn() {
    if (!this.#choice) {
      this.#next();
      return;
    }
    this.#waits = false;
    this.#draw();
    focusChoice(this.root);
  }

  get #view() {
    return this.#at ? this.#events[this.#at - 1].view : null;
  }

  #who = (/** @type {Seat} */ seat) => (seat === 'S' ? t('You') : t(seat));

  /** @param {string} item */
  #tap(item) {
    if (!this.#choice) return;
    if (this.#choice.legal.kind === 'trump' && item !== 'h') {
      note(t('lesson_trump_not'));
      return;
    }
    const { choice, done } = tap(this.#choice, item, false);
    this.#choice = choice;
    if (done) this.#act();
    else this.#draw();
  }

  #act() {
    if (!this.#choice || !isReady(this.#choice)) return;
    this.#decisions.push(action(this.#choice));
    [this.#choice, this.#advice, this.#text] = [null, '', ''];
    this.#draw();
    this.#ask();
  }

  #suggest() {
    if (!this.#choice || !this.#offered) return;
    this.#choice = fromAction(this.#choice.legal, this.#offered.action);
    this.#advice = adviceWords(this.#offered);
    this.#draw();
  }

  #reread = () => {
    this.#waits = true;
    this.#draw();
  };

  /** @param {boolean} over */
  #teacher(over) {
    if (!this.#text) return nothing;
    if (!this.#waits && !over)
      return html`<button class="quiet explain" data-do="explain" @click=${this.#reread}>${t('lesson_reread')}</button>`;
    return html`<div class="teacher">
      <p>${this.#text}</p>
      ${
        over
          ? html`<div class="do"><button class="quiet" data-do="again" @click=${this.begin}>${t('lesson_again')}</button><button class="main" @click=${playNow}>${t('lesson_now_play')}</button></div>`
          : html`<button class="main" data-do="go-on" @click=${() => this.#goOn()}>${t('go_on')}</button>`
      }
    </div>`;
  }

  #draw() {
    const [view, rules] = [this.#view, this.#rules];
    if (!view || !rules) {
      render(
        html`${heading(t('lesson'), '/learn')}<main class="plain"><button class="main" @click=${this.begin}>${t('lesson_again')}</button></main>`,
        this.root,
      );
      return;
    }
    const over = !this.#legal && !this.#waits && this.#at === this.#events.length;
    /** @type {import('../table/scene.js').Scene} */
    const scene = {
      ...QUIET,
      view,
      rules,
      seats: SEATS,
      below: 'S',
      me: 'S',
      choice: this.#waits ? null : this.#choice,
      advice: this.#advice,
      tap: (item) => this.#tap(item),
      done: () => this.#act(),
      suggest: this.#offered ? () => this.#suggest() : null,
      note: this.#teacher(over),
    };
    render(
      html`${heading(t('lesson'), '/learn')}<main class="playing">${standing(scene)}${tableScene(scene)}</main>`,
      this.root,
    );
  }
}
