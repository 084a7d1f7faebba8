/** A game that is over: event by event from any seat, and what was good and bad in it. */
import { html, nothing, render } from '../vendor/lit-html.js';
import { ask } from '../api.js';
import { SEATS, teamOf } from '../cards.js';
import { decimal, t } from '../lang.js';
import { myId } from '../api.js';
import { copy, heading, noteError, reason, select } from '../ui.js';
import { actionWords, doneWords, teamName, told } from '../words.js';
import { showProof } from '../table/after.js';
import { chart } from '../table/chart.js';
import { moving } from '../table/motion.js';
import { QUIET, standing, tableScene, trickOf } from '../table/scene.js';
import { forcesTop, targetOf } from '../table/state.js';

const STEP = 900;
/** The signs of the buttons, each in a square of 24. */
const ICONS = {
  first: 'M4 4h3v16H4ZM20 4v16L8 12Z',
  previous: 'M18 4v16L6 12Z',
  play: 'M5 3v18l15-9Z',
  pause: 'M6 4h4v16H6Zm8 0h4v16h-4Z',
  next: 'M6 4v16l12-8Z',
  last: 'M17 4h3v16h-3ZM4 4v16l12-8Z',
};

/** @param {HTMLElement} root @param {string[]} path */
export async function show(root, [, id]) {
  const replay = new Replay(root, id);
  await replay.load();
  return () => replay.end();
}

class Replay {
  /** @type {GameEvent[]} */
  #events = [];
  #at = 0;
  /** @type {Seat | ''} */
  #eyes = '';
  /** @type {Seat | null} */
  #me = null;
  /** @type {Analysis | null} */
  #analysis = null;
  #failed = '';
  #noAnalysis = '';
  /** @type {{rules: string, seats: BySeat<SeatInfo | null>} | null} */
  #table = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.root = root;
    this.id = id;
  }

  end() {
    clearInterval(this.#timer);
  }

  async load() {
    this.#draw();
    try {
      this.#table = await ask('GET', `/api/tables/${this.id}`);
      this.#me = SEATS.find((seat) => this.#table?.seats[seat]?.person === myId()) ?? null;
      this.#eyes = this.#me ?? '';
      await this.#look();
    } catch (error) {
      this.#failed = reason(error);
      this.#draw();
      return;
    }
    ask('GET', `/api/tables/${this.id}/analysis`)
      .then(
        (analysis) => (this.#analysis = analysis),
        (error) => (this.#noAnalysis = reason(error)),
      )
      .then(() => this.#draw());
  }

  /** Shows the game as somebody else saw it. @param {Seat | ''} eyes */
  #lookAs(eyes) {
    this.#eyes = eyes;
    this.#look().catch(noteError);
  }

  /** Gets the game as these eyes saw it. */
  async #look() {
    const as = this.#eyes ? `?as=${this.#eyes}` : '';
    this.#events = (await ask('GET', `/api/tables/${this.id}/replay${as}`)).events;
    this.#draw();
  }

  /** @type {import('../words.js').Who} */
  #who = (seat) => this.#table?.seats[seat]?.name ?? t(seat);

  /** @param {number} at */
  #go(at) {
    const last = this.#events.length - 1;
    const to = Math.max(0, Math.min(last, at));
    const before = this.#events[this.#at].view;
    const on = to === this.#at + 1;
    this.#at = to;
    if (to === last) this.#stop();
    moving(
      this.root,
      on ? this.#events[to] : undefined,
      trickOf(before).taken?.winner ?? null,
      () => this.#draw(),
    );
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #toggle() {
    if (this.#timer) this.#stop();
    else this.#timer = setInterval(() => this.#go(this.#at + 1), STEP);
    this.#draw();
  }

  #draw() {
    const event = this.#events[this.#at];
    render(
      html`${heading(t('replay'))}
        <main class="replay">
          ${this.#failed ? html`<p role="alert">${this.#failed}</p>` : event ? [this.#game(event), this.#study()] : html`<p>${t('loading')}</p>`}
        </main>`,
      this.root,
    );
  }

  /** @param {GameEvent} event */
  #game(event) {
    const { view } = event;
    /** @type {BySeat<Sitter | null>} */
    const seats = { N: null, E: null, S: null, W: null };
    for (const seat of SEATS) {
      const info = this.#table?.seats[seat];
      seats[seat] = info?.name
        ? { kind: 'person', id: info.person ?? '', name: info.name, state: 'here' }
        : { kind: 'bot', level: info?.bot ?? 'basic' };
    }
    const below = this.#eyes || this.#me || 'S';
    /** @type {import('../table/scene.js').Scene} */
    const scene = { ...QUIET, view: { ...view, turn: null }, seats, below, me: null };
    const count = this.#events.length;
    const button = (
      /** @type {keyof typeof ICONS} */ name,
      /** @type {string} */ label,
      /** @type {() => void} */ run,
    ) =>
      html`<button class="icon" data-do=${name} aria-label=${label} @click=${run}><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg></button>`;
    return html`<section class="stage" aria-label=${t('replay')}>
      ${standing(scene, targetOf(this.#table?.rules ?? ''))} ${tableScene(scene)}
      <p class="said" role="status">${told(event, this.#who, null, forcesTop(this.#table?.rules ?? '')) || '·'}</p>
      <div class="controls">
        <input
          type="range"
          min="0"
          max=${count - 1}
          .value=${String(this.#at)}
          aria-label=${t('replay')}
          aria-valuetext=${t('replay_at', { at: this.#at + 1, of: count })}
          @input=${(/** @type {Event} */ input) => this.#go(Number(/** @type {HTMLInputElement} */ (input.target).value))}
        />
        ${button('first', t('first'), () => this.#go(0))} ${button('previous', t('previous'), () => this.#go(this.#at - 1))}
        ${this.#timer ? button('pause', t('pause'), () => this.#toggle()) : button('play', t('play_on'), () => this.#toggle())}
        ${button('next', t('next'), () => this.#go(this.#at + 1))} ${button('last', t('last'), () => this.#go(count - 1))}
        ${select(t('replay_eyes'), this.#eyes, [['', t('all_cards')], ...SEATS.map((seat) => /** @type {[string, string]} */ ([seat, this.#who(seat)]))], (value) => this.#lookAs(/** @type {Seat | ''} */ (value)), 'eyes')}
      </div>
      <div class="do">
        <button data-do="share" @click=${() => copy(`${location.origin}/t/${this.id}/replay`)}>${t('share_game')}</button>
        <a class="button" href="/api/tables/${this.id}/record" download>${t('download')}</a>
        <button class="quiet" data-do="verify" @click=${() => showProof(this.id)}>${t('check_deal')}</button>
      </div>
    </section>`;
  }

  #study() {
    const analysis = this.#analysis;
    if (!analysis)
      return html`<section class="study"><h2>${t('analysis')}</h2><p role="status">${this.#noAnalysis || t('analysing')}</p></section>`;
    const team = teamOf(this.#me ?? 'S');
    return html`<section class="study" data-ready aria-label=${t('analysis')}>
      <h2>${t('analysis')}</h2>
      ${chart(analysis, team, teamName(team, this.#who), (at) => this.#go(at))}
      <h3>${t('moments')}</h3>
      ${analysis.moments.length ? html`<ol class="moments">${analysis.moments.map((moment) => html`<li>${this.#moment(moment, analysis)} <button class="quiet" @click=${() => this.#show(moment.event)}>${t('show')}</button></li>`)}</ol>` : html`<p>${t('no_moments')}</p>`}
      <div class="scroll" tabindex="0" role="group" aria-label=${t('accuracy')}>
        <table>
          <thead><tr><th scope="col">${t('player')}</th><th scope="col">${t('accuracy')}</th><th scope="col">${t('decisions')}</th><th scope="col">${t('luck')}</th></tr></thead>
          <tbody>
            ${SEATS.map((seat) => {
              const { accuracy, decisions, luck } = analysis.players[seat];
              return html`<tr class=${seat === this.#me ? 'mine' : ''}><th scope="row">${this.#who(seat)}</th><td>${decimal(accuracy)}</td><td>${decisions}</td><td>${luck.points > 0 ? '+' : ''}${decimal(luck.points)}</td></tr>`;
            })}
          </tbody>
        </table>
      </div>
      <p class="means">${t('accuracy_more')}</p>
    </section>`;
  }

  /** Shows the game just before something. @param {number} event */
  #show(event) {
    this.#stop();
    this.#go(event - 1);
    this.root.querySelector('.stage')?.scrollIntoView();
  }

  /** @param {Analysis['moments'][number]} moment @param {Analysis} analysis */
  #moment({ event, hand, win }, analysis) {
    const percent = Math.round(100 * win);
    const decision = analysis.decisions.find((decision) => decision.event === event);
    if (decision) {
      const who = this.#who(decision.seat);
      const was = t('decided', { hand, who, action: doneWords(decision.action) });
      return `${was} ${t('better', { best: actionWords(decision.best), win: percent })}`;
    }
    const scored = this.#events[event];
    if (scored?.event !== 'hand_scored') return nothing;
    const { contract, made, taken } = scored;
    const values = {
      hand,
      who: this.#who(contract.seat),
      bid: contract.bid,
      taken: taken[teamOf(contract.seat)],
    };
    return `${t(made ? 'moment_hand_made' : 'moment_hand_failed', values)} ${t('win_changed', { win: percent })}`;
  }
}
