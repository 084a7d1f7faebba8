/**
 * The page for operators: figures, reports, people, tables, bans, announcements and the log. It is in
 * English only, so that players don't load texts that they never see.
 */
import { html, nothing, render } from '../vendor/lit-html.js';
import { request } from '../api.js';
import { confirmDialog, copyText, openDialog, screenHeader, showError, showToast } from '../ui.js';

/** @typedef {'figures' | 'reports' | 'people' | 'tables' | 'bans' | 'log'} Tab */
/** @type {[Tab, string][]} */
const TABS = [
  ['figures', 'Figures'],
  ['reports', 'Reports'],
  ['people', 'People'],
  ['tables', 'Tables'],
  ['bans', 'Bans'],
  ['log', 'Log'],
];

/** @param {number | null | undefined} at */
const moment = (at) => (at ? new Date(at).toLocaleString() : '–');

/**
 * @param {string[]} head
 * @param {unknown[][]} rows
 */
const list = (head, rows) =>
  rows.length
    ? html`<div class="scroll" tabindex="0" role="group" aria-label="List">
        <table>
          <thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
          <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
        </table>
      </div>`
    : html`<p>None.</p>`;

/** @param {HTMLElement} root */
export async function show(root) {
  /** @type {Tab} */
  let tab = 'figures';
  let search = '';
  let all = false;
  /** @type {any} what the current tab shows */
  let data = null;

  const load = async () => {
    const query = new URLSearchParams();
    if (search && (tab === 'people' || tab === 'tables')) query.set('search', search);
    if (all && (tab === 'reports' || tab === 'log')) query.set('all', 'true');
    data = await request('GET', `/api/admin/${tab}?${query}`);
  };
  /** Runs something, then shows the current tab again. @param {() => Promise<unknown>} [work] */
  const refresh = async (work) => {
    try {
      await work?.();
      await load();
    } catch (error) {
      showError(error);
    }
    draw();
  };
  /** @param {string} question @param {() => Promise<unknown>} work */
  const ifSure = async (question, work) => {
    if (await confirmDialog(question)) await refresh(work);
  };

  /** Asks for the reason and length of a ban. @param {{person?: string, address?: string}} whom @param {string} name */
  const askBan = (whom, name) => {
    const send = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const days = Number(form.get('days'));
      dialog.close();
      await refresh(() =>
        request('POST', '/api/admin/bans', {
          ...whom,
          reason: form.get('reason'),
          ...(days ? { days } : {}),
        }),
      );
    };
    const dialog = openDialog(
      `Ban ${name}`,
      () => html`<form class="fields" data-form="ban" @submit=${send}>
        <label class="field"><span>Reason (the banned person can read it)</span><input name="reason" required maxlength="200" /></label>
        <label class="field"><span>Days (empty for good)</span><input name="days" type="number" min="1" max="36500" /></label>
        <button class="main">Ban</button>
      </form>`,
    );
  };
  /** @param {string} person */
  const issueCode = (person) =>
    refresh(async () => {
      const { recovery_code: code } = await request(
        'POST',
        `/api/admin/people/${person}/recovery-code`,
      );
      openDialog(
        'Recovery code',
        () => html`<p>Give this code to the owner of the account. It replaces the previous one, and is not shown again.</p>
          <p class="recovery-code">${code}</p>
          <div class="actions"><button @click=${() => copyText(code)}>Copy</button></div>`,
      );
    });
  /** @param {ReportInfo} report */
  const closeReport = (report) => {
    const send = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const note = new FormData(/** @type {HTMLFormElement} */ (event.target)).get('note');
      dialog.close();
      await refresh(() => request('POST', `/api/admin/reports/${report.id}/close`, { note }));
    };
    const dialog = openDialog(
      'Close the report',
      () => html`<form class="fields" @submit=${send}>
        <label class="field"><span>What was done</span><input name="note" required maxlength="500" /></label>
        <button class="main">Close</button>
      </form>`,
    );
  };
  const announce = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const text = new FormData(form).get('text');
    await refresh(async () => {
      await request('POST', '/api/admin/announcements', { text });
      form.reset();
      showToast('Announced.');
    });
  };

  const figures = () => html`${list(
    ['', ''],
    Object.entries(data).map(([name, value]) => [
      name.replaceAll('_', ' '),
      Array.isArray(value) ? value.join(', ') || '–' : value,
    ]),
  )}
    <form class="fields" data-form="announce" @submit=${announce}>
      <label class="field"><span>Announce to everybody who is connected</span><input name="text" required maxlength="500" /></label>
      <button>Announce</button>
    </form>`;

  const reports = () =>
    list(
      ['At', 'About', 'Reason', 'Text', 'By', ''],
      data.reports.map((/** @type {ReportInfo} */ report) => [
        moment(report.at),
        report.name ?? report.person,
        report.reason,
        html`${report.text}${report.table ? html` <a href="/t/${report.table}">table</a>` : nothing}`,
        report.reporter_name ?? report.reporter,
        report.closed_at
          ? `${moment(report.closed_at)}: ${report.note}`
          : html`<button class="quiet" @click=${() => askBan({ person: report.person }, report.name ?? 'the person')}>Ban …</button> <button class="quiet" @click=${() => closeReport(report)}>Close …</button>`,
      ]),
    );

  const people = () =>
    list(
      ['Name', 'Kind', 'Games', 'Seen', ''],
      data.people.map((/** @type {FoundPerson} */ person) => [
        html`<span title=${person.id}>${person.name}</span>`,
        [person.guest ? 'guest' : 'account', person.admin && 'operator', person.banned && 'banned']
          .filter(Boolean)
          .join(', '),
        person.games,
        moment(person.seen),
        html`<button class="quiet" @click=${() => askBan({ person: person.id }, person.name)}>Ban …</button>
          ${person.guest ? nothing : html`<button class="quiet" @click=${() => ifSure(`Issue a recovery code for ${person.name}?`, () => issueCode(person.id))}>Recovery code …</button>`}
          <button class="quiet" @click=${() => ifSure(`Delete ${person.name} for good?`, () => request('DELETE', `/api/admin/people/${person.id}`))}>Delete …</button>`,
      ]),
    );

  const tables = () =>
    list(
      ['Created', 'Host', 'Stage', 'Events', ''],
      data.tables.map((/** @type {FoundTable} */ table) => [
        html`<a href="/t/${table.table}">${moment(table.created)}</a>`,
        table.host_name ?? '(deleted)',
        table.stage.replace('_', ' '),
        table.events,
        html`<button class="quiet" @click=${() => ifSure('Remove this table for good?', () => request('DELETE', `/api/admin/tables/${table.table}`))}>Remove …</button>`,
      ]),
    );

  const bans = () => html`${list(
    ['Who', 'Since', 'Until', 'Reason', ''],
    data.bans.map((/** @type {BanInfo} */ ban) => [
      ban.name ?? ban.address ?? ban.person,
      moment(ban.at),
      ban.until ? moment(ban.until) : 'for good',
      ban.reason,
      html`<button class="quiet" @click=${() => refresh(() => request('POST', '/api/admin/bans/lift', ban.person ? { person: ban.person } : { address: ban.address }))}>Lift</button>`,
    ]),
  )}
  <form class="fields" data-form="address" @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const address = String(
      new FormData(/** @type {HTMLFormElement} */ (event.target)).get('address'),
    );
    askBan({ address }, address);
  }}>
    <label class="field"><span>Ban an IP address</span><input name="address" required /></label>
    <button>Ban …</button>
  </form>`;

  const log = () =>
    list(
      ['At', 'Who', 'What', 'Whom', 'Details'],
      data.entries.map((/** @type {AuditInfo} */ entry) => [
        moment(entry.at),
        entry.actor_name ?? entry.actor,
        entry.action.replaceAll('_', ' '),
        entry.subject_name ?? entry.subject,
        entry.detail,
      ]),
    );

  const views = { figures, reports, people, tables, bans, log };
  const choose = (/** @type {Tab} */ next) => {
    [tab, data] = [next, null];
    refresh();
  };
  const draw = () =>
    render(
      html`${screenHeader('Operator')}
        <main class="page admin-page">
          <nav class="actions">${TABS.map(([name, label]) => html`<button class=${name === tab ? '' : 'quiet'} aria-pressed=${name === tab} data-tab=${name} @click=${() => choose(name)}>${label}</button>`)}</nav>
          ${
            tab === 'people' || tab === 'tables'
              ? html`<form class="fields inline" @submit=${(/** @type {SubmitEvent} */ event) => {
                  event.preventDefault();
                  search = String(
                    new FormData(/** @type {HTMLFormElement} */ (event.target)).get('search'),
                  );
                  refresh();
                }}><label class="field"><span>Name or id</span><input name="search" .value=${search} /></label><button>Search</button></form>`
              : nothing
          }
          ${
            tab === 'reports' || tab === 'log'
              ? html`<label><input type="checkbox" .checked=${all} @change=${() => {
                  all = !all;
                  refresh();
                }} /> Everything</label>`
              : nothing
          }
          ${data ? views[tab]() : nothing}
        </main>`,
      root,
    );
  await refresh();
}
