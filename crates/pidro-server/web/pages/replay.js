/** A finished game: event by event from any seat, with the analysis of its decisions. */
import { html, nothing, render } from '../vendor/lit-html.js';
import { myId, request } from '../api.js';
import { SEATS, teamOf } from '../cards.js';
import { decimal, t } from '../lang.js';
import { copyText, screenHeader, showError, errorText, selectField } from '../ui.js';
import { describeAction, describeEvent, describePastAction, teamName } from '../sentences.js';
import { showProof } from '../table/results.js';
import { chart } from '../table/chart.js';
import { animateChange } from '../table/motion.js';
import { mySeat, occupantName } from '../table/seats.js';
import { PASSIVE_SCENE, scoreBar, tableScene, visibleTrick } from '../table/scene.js';

const STEP_DURATION = 900;
/** The icons of the buttons, each in a square of 24. */
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
  #perspective = '';
  /** @type {Seat | null} */
  #me = null;
  /** @type {Analysis | null} */
  #analysis = null;
  #failure = '';
  #analysisFailure = '';
  /** @type {TableInfo | null} */
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
      /** @type {TableInfo} */
      const table = await request('GET', `/api/tables/${this.id}`);
      this.#table = table;
      this.#me = mySeat(table.seats, myId());
      this.#perspective = this.#me ?? '';
      await this.#loadEvents();
    } catch (error) {
      this.#failure = errorText(error);
      this.#draw();
      return;
    }
    request('GET', `/api/tables/${this.id}/analysis`)
      .then(
        (analysis) => (this.#analysis = analysis),
        (error) => (this.#analysisFailure = errorText(error)),
      )
      .then(() => this.#draw());
  }

  /** Shows the game as another seat saw it. @param {Seat | ''} seat */
  #changePerspective(seat) {
    this.#perspective = seat;
    this.#loadEvents().catch(showError);
  }

  /** Loads the events as the chosen seat saw them. */
  async #loadEvents() {
    const as = this.#perspective ? `?as=${this.#perspective}` : '';
    this.#events = (await request('GET', `/api/tables/${this.id}/replay${as}`)).events;
    this.#draw();
  }

  /** @type {import('../sentences.js').PlayerName} */
  #playerName = (seat) => {
    const occupant = this.#table?.seats[seat];
    return occupantName(occupant ?? null, seat);
  };

  /** @param {number} at */
  #goTo(at) {
    const last = this.#events.length - 1;
    const to = Math.max(0, Math.min(last, at));
    const before = this.#events[this.#at].view;
    const isNext = to === this.#at + 1;
    this.#at = to;
    if (to === last) this.#stop();
    animateChange(
      this.root,
      isNext ? this.#events[to] : undefined,
      visibleTrick(before).taken?.winner ?? null,
      () => this.#draw(),
    );
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #toggle() {
    if (this.#timer) this.#stop();
    else this.#timer = setInterval(() => this.#goTo(this.#at + 1), STEP_DURATION);
    this.#draw();
  }

  #draw() {
    const event = this.#events[this.#at];
    render(
      html`${screenHeader(t('replay'))}
        <main class="replay">
          ${this.#failure ? html`<p role="alert">${this.#failure}</p>` : event ? [this.#stage(event), this.#analysisSection()] : html`<p>${t('loading')}</p>`}
        </main>`,
      this.root,
    );
  }

  /** @param {GameEvent} event */
  #stage(event) {
    const { view } = event;
    /** @type {BySeat<SeatStatus | null>} */
    const seats = { N: null, E: null, S: null, W: null };
    for (const seat of SEATS) {
      const occupant = this.#table?.seats[seat] ?? { kind: 'bot', level: 'basic' };
      // A replay doesn't show who was away.
      seats[seat] = occupant.kind === 'person' ? { ...occupant, state: 'here' } : occupant;
    }
    const bottom = this.#perspective || this.#me || 'S';
    const { rules } = /** @type {TableInfo} */ (this.#table);
    /** @type {import('../table/scene.js').Scene} */
    const scene = {
      ...PASSIVE_SCENE,
      view: { ...view, turn: null },
      rules,
      seats,
      bottom,
      me: null,
    };
    const count = this.#events.length;
    const button = (
      /** @type {keyof typeof ICONS} */ name,
      /** @type {string} */ label,
      /** @type {() => void} */ run,
    ) =>
      html`<button class="icon" data-action=${name} aria-label=${label} @click=${run}><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg></button>`;
    return html`<section class="stage" aria-label=${t('replay')}>
      ${scoreBar(scene)} ${tableScene(scene)}
      <p class="event-text" role="status">${describeEvent(event, this.#playerName, null, rules.forced_top) || '·'}</p>
      <div class="controls">
        <input
          type="range"
          min="0"
          max=${count - 1}
          .value=${String(this.#at)}
          aria-label=${t('replay')}
          aria-valuetext=${t('replay_at', { at: this.#at + 1, of: count })}
          @input=${(/** @type {Event} */ input) => this.#goTo(Number(/** @type {HTMLInputElement} */ (input.target).value))}
        />
        ${button('first', t('first'), () => this.#goTo(0))} ${button('previous', t('previous'), () => this.#goTo(this.#at - 1))}
        ${this.#timer ? button('pause', t('pause_replay'), () => this.#toggle()) : button('play', t('play_replay'), () => this.#toggle())}
        ${button('next', t('next'), () => this.#goTo(this.#at + 1))} ${button('last', t('last'), () => this.#goTo(count - 1))}
        ${selectField(t('perspective'), this.#perspective, [['', t('all_cards')], ...SEATS.map((seat) => /** @type {[string, string]} */ ([seat, this.#playerName(seat)]))], (value) => this.#changePerspective(/** @type {Seat | ''} */ (value)), 'perspective')}
      </div>
      <div class="actions">
        <button data-action="share" @click=${() => copyText(`${location.origin}/t/${this.id}/replay`)}>${t('share_game')}</button>
        <a class="button" href="/api/tables/${this.id}/record" download>${t('download')}</a>
        <button class="quiet" data-action="verify" @click=${() => showProof(this.id, this.#events[count - 1].view.hand)}>${t('check_deal')}</button>
      </div>
    </section>`;
  }

  #analysisSection() {
    const analysis = this.#analysis;
    if (!analysis)
      return html`<section class="analysis"><h2>${t('analysis')}</h2><p role="status">${this.#analysisFailure || t('analysing')}</p></section>`;
    const team = teamOf(this.#me ?? 'S');
    return html`<section class="analysis" data-ready aria-label=${t('analysis')}>
      <h2>${t('analysis')}</h2>
      ${chart(analysis, team, teamName(team, this.#playerName), (at) => this.#goTo(at))}
      <h3>${t('moments')}</h3>
      ${analysis.moments.length ? html`<ol class="moments">${analysis.moments.map((moment) => html`<li>${this.#describeMoment(moment, analysis)} <button class="quiet" @click=${() => this.#showDecision(moment.event)}>${t('show')}</button></li>`)}</ol>` : html`<p>${t('no_moments')}</p>`}
      <div class="scroll" tabindex="0" role="group" aria-label=${t('accuracy')}>
        <table>
          <thead><tr><th scope="col">${t('player')}</th><th scope="col">${t('accuracy')}</th><th scope="col">${t('decisions')}</th><th scope="col">${t('luck')}</th></tr></thead>
          <tbody>
            ${SEATS.map((seat) => {
              const { accuracy, decisions, luck } = analysis.players[seat];
              return html`<tr class=${seat === this.#me ? 'mine' : ''}><th scope="row">${this.#playerName(seat)}</th><td>${decimal(accuracy)}</td><td>${decisions}</td><td>${luck.points > 0 ? '+' : ''}${decimal(luck.points)}</td></tr>`;
            })}
          </tbody>
        </table>
      </div>
      <p class="explanation">${t('accuracy_more')}</p>
    </section>`;
  }

  /** Shows the game just before an event. @param {number} event */
  #showDecision(event) {
    this.#stop();
    this.#goTo(event - 1);
    this.root.querySelector('.stage')?.scrollIntoView();
  }

  /** @param {Analysis['moments'][number]} moment @param {Analysis} analysis */
  #describeMoment({ event, hand, win }, analysis) {
    const percent = Math.round(100 * win);
    const decision = analysis.decisions.find((decision) => decision.event === event);
    if (decision) {
      const who = this.#playerName(decision.seat);
      const decided = t('decided', { hand, who, action: describePastAction(decision.action) });
      return `${decided} ${t('better', { best: describeAction(decision.best), win: percent })}`;
    }
    const scored = this.#events[event];
    if (scored?.event !== 'hand_scored') return nothing;
    const { contract, made, taken } = scored;
    const values = {
      hand,
      who: this.#playerName(contract.seat),
      bid: contract.bid,
      taken: taken[teamOf(contract.seat)],
    };
    const result = t(made ? 'moment_hand_made' : 'moment_hand_failed', values);
    return `${result} ${t('win_changed', { win: percent })}`;
  }
}
