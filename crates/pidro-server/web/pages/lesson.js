/**
 * The guided first hand, always the same one: explains everything where it happens. The server
 * plays the other seats.
 */
import { html, nothing, render } from '../vendor/lit-html.js';
import { request } from '../api.js';
import { teamOf } from '../cards.js';
import { t } from '../lang.js';
import { announce, screenHeader, showToast, showError } from '../ui.js';
import { describeAdvice, describeEvent } from '../sentences.js';
import { actionText, newChoice, choiceFromAction, isComplete, selectItem } from '../table/turn.js';
import { enableDragging } from '../table/drag.js';
import { focusChoice, moveFocus } from '../table/keyboard.js';
import { animateChange } from '../table/motion.js';
import { PASSIVE_SCENE, scoreBar, tableScene, visibleTrick } from '../table/scene.js';
import { playNow } from './home.js';

/** @type {BySeat<SeatStatus>} */
const SEATS = {
  N: { kind: 'bot', level: 'basic' },
  E: { kind: 'bot', level: 'basic' },
  W: { kind: 'bot', level: 'basic' },
  S: { kind: 'person', id: '', name: '', guest: false, state: 'here' },
};
const EVENT_PAUSE = 900;

/** @param {HTMLElement} root */
export async function show(root) {
  const lesson = new Lesson(root);
  await lesson.restart();
  return () => lesson.end();
}

class Lesson {
  /** @type {string[]} */
  #decisions = [];
  /** All events so far. @type {GameEvent[]} */
  #events = [];
  /** How many events have been shown. */
  #at = 0;
  /** @type {Choosable | null} */
  #legal = null;
  /** @type {Choice | null} */
  #choice = null;
  /** The server's advice for this decision. @type {Advice | null} */
  #advice = null;
  #hint = '';
  /** @type {RulesInfo | null} */
  #rules = null;
  /** The current explanation. */
  #text = '';
  /** Whether the explanation waits for a tap. */
  #waitsForReader = false;
  /** The topics that have been explained. @type {Set<string>} */
  #explained = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    enableDragging(root, (card) => {
      if (this.#choice?.legal.kind !== 'play') return;
      this.#choice = { ...this.#choice, chosen: [card] };
      this.#confirm();
    });
    root.classList.add('at-table');
    root.addEventListener('keydown', (event) => moveFocus(root, event));
  }

  end() {
    clearTimeout(this.#timer);
    this.root.classList.remove('at-table');
  }

  restart = async () => {
    [this.#decisions, this.#events, this.#at, this.#hint] = [[], [], 0, ''];
    this.#explained.clear();
    await this.#playOn();
  };

  /** Lets the server play until the learner's next decision. */
  async #playOn() {
    try {
      const answer = await request('POST', '/api/lesson', { actions: this.#decisions });
      this.#events = answer.events;
      this.#legal = answer.legal;
      this.#advice = answer.advice;
      this.#rules = answer.rules;
      this.#choice = null;
      this.#showNextEvent();
    } catch (error) {
      this.#decisions.pop();
      showError(error);
      this.#offerChoice();
    }
  }

  /** Shows the next event, and explains it the first time. */
  #showNextEvent() {
    clearTimeout(this.#timer);
    const event = this.#events[this.#at];
    if (!event) return this.#offerChoice();
    const before = this.#at ? this.#events[this.#at - 1].view : null;
    this.#at++;
    announce(describeEvent(event, this.#playerName, 'S', this.#rules?.forced_top ?? false));
    this.#text = this.#explain(event);
    this.#waitsForReader = this.#text !== '';
    const taker = before ? (visibleTrick(before).taken?.winner ?? null) : null;
    animateChange(this.root, event, taker, () => this.#draw());
    if (this.#waitsForReader) announce(this.#text);
    else
      this.#timer = setTimeout(
        () => this.#showNextEvent(),
        event.event === 'discarded' ? 0 : EVENT_PAUSE,
      );
    return undefined;
  }

  /** The explanation of an event, the first time it happens. @param {GameEvent} event */
  #explain(event) {
    const once = (/** @type {string} */ name, /** @type {string} */ text) => {
      if (this.#explained.has(name)) return '';
      this.#explained.add(name);
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

  /** Offers the learner's decision, or ends the lesson. */
  #offerChoice() {
    this.#waitsForReader = false;
    this.#choice = this.#legal ? newChoice(this.#legal) : null;
    const first = (/** @type {string} */ name) =>
      !this.#explained.has(name) && this.#explained.add(name);
    const lead = this.#view?.trick[0]?.card;
    if (!this.#legal) this.#text = t('lesson_done');
    else if (this.#legal.kind === 'bid') this.#text = t('lesson_bidding');
    else if (this.#legal.kind === 'trump') this.#text = t('lesson_trump');
    else if (this.#legal.kind === 'keep') this.#text = t('lesson_rob');
    else if (lead === 'Ah' && first('ace')) this.#text = t('lesson_play');
    else if (lead === '2h' && first('two')) this.#text = t('lesson_feed');
    else this.#text = t('lesson_play_other');
    // The explanation comes first, then the choice.
    this.#waitsForReader = this.#legal !== null;
    announce(this.#text);
    this.#draw();
  }

  /** Continues after an explanation. */
  #continue() {
    if (!this.#choice) {
      this.#showNextEvent();
      return;
    }
    this.#waitsForReader = false;
    this.#draw();
    focusChoice(this.root);
  }

  get #view() {
    return this.#at ? this.#events[this.#at - 1].view : null;
  }

  #playerName = (/** @type {Seat} */ seat) => (seat === 'S' ? t('you_as_name') : t(seat));

  /** @param {string} item */
  #select(item) {
    if (!this.#choice) return;
    if (this.#choice.legal.kind === 'trump' && item !== 'h') {
      showToast(t('lesson_other_suit'));
      return;
    }
    const { choice, confirmed } = selectItem(this.#choice, item, false);
    this.#choice = choice;
    if (confirmed) this.#confirm();
    else this.#draw();
  }

  #confirm() {
    if (!this.#choice || !isComplete(this.#choice)) return;
    this.#decisions.push(actionText(this.#choice));
    [this.#choice, this.#hint, this.#text] = [null, '', ''];
    this.#draw();
    this.#playOn();
  }

  #showHint() {
    if (!this.#choice || !this.#advice) return;
    this.#choice = choiceFromAction(this.#choice.legal, this.#advice.action);
    this.#hint = describeAdvice(this.#advice);
    this.#draw();
  }

  #showTextAgain = () => {
    this.#waitsForReader = true;
    this.#draw();
  };

  /** @param {boolean} over */
  #explanation(over) {
    if (!this.#text) return nothing;
    if (!this.#waitsForReader && !over)
      return html`<button class="quiet lesson-reread" data-action="explain" @click=${this.#showTextAgain}>${t('lesson_reread')}</button>`;
    return html`<div class="lesson-text">
      <p>${this.#text}</p>
      ${
        over
          ? html`<div class="actions"><button class="quiet" data-action="again" @click=${this.restart}>${t('lesson_again')}</button><button class="main" @click=${playNow}>${t('lesson_now_play')}</button></div>`
          : html`<button class="main" data-action="continue" @click=${() => this.#continue()}>${t('continue')}</button>`
      }
    </div>`;
  }

  #draw() {
    const [view, rules] = [this.#view, this.#rules];
    if (!view || !rules) {
      render(
        html`${screenHeader(t('lesson'), '/learn')}<main class="page"><button class="main" @click=${this.restart}>${t('lesson_again')}</button></main>`,
        this.root,
      );
      return;
    }
    const over = !this.#legal && !this.#waitsForReader && this.#at === this.#events.length;
    /** @type {import('../table/scene.js').Scene} */
    const scene = {
      ...PASSIVE_SCENE,
      view,
      rules,
      seats: SEATS,
      bottom: 'S',
      me: 'S',
      choice: this.#waitsForReader ? null : this.#choice,
      hint: this.#hint,
      select: (item) => this.#select(item),
      confirm: () => this.#confirm(),
      askHint: this.#advice ? () => this.#showHint() : null,
      notice: this.#explanation(over),
    };
    render(
      html`${screenHeader(t('lesson'), '/learn')}<main class="playing">${scoreBar(scene)}${tableScene(scene)}</main>`,
      this.root,
    );
  }
}
