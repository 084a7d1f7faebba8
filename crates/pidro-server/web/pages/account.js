/** The user's account: signing in and up, password, recovery code, sessions, data, deletion. */
import { html, nothing, render } from '../vendor/lit-html.js';
import { ApiError, clearIdentity, request, saveIdentity, token } from '../api.js';
import { lang, t } from '../lang.js';
import { loadItem } from '../settings.js';
import { confirmDialog, copyText, openDialog, screenHeader, showError, showToast } from '../ui.js';

/** @param {number | null} at */
const date = (at) => (at ? new Date(at).toLocaleDateString(lang()) : '–');

/** Shows a recovery code until the user has noted it. @param {string} code */
function showRecoveryCode(code) {
  const dialog = openDialog(
    t('recovery_title'),
    () => html`<p>${t('recovery_more')}</p>
      <p class="recovery-code" data-code>${code}</p>
      <div class="actions">
        <button class="quiet" @click=${() => copyText(code)}>${t('copy')}</button>
        <button class="main" data-action="noted" @click=${() => dialog.close()}>${t('recovery_noted')}</button>
      </div>`,
  );
}

/**
 * @param {string} label
 * @param {string} name
 * @param {'current-password' | 'new-password'} kind
 */
const passwordField = (label, name, kind) =>
  html`<label class="field"><span>${label}</span><input name=${name} type="password" required minlength="8" maxlength="128" autocomplete=${kind} /></label>`;

/** @param {string} label */
const nameField = (label) =>
  html`<label class="field"><span>${label}</span><input name="name" required maxlength="24" autocomplete="username" /></label>`;

/** @param {HTMLElement} root */
export async function show(root) {
  /** @type {Person | null} */
  let me = null;
  /** @type {Session[]} */
  let sessions = [];
  const load = async () => {
    [me, sessions] = [null, []];
    if (!token()) return;
    try {
      me = (await request('GET', '/api/me')).person;
      sessions = (await request('GET', '/api/me/sessions')).sessions;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'banned') throw error;
      // People who are banned can still get and delete their data.
      ({ person: me, sessions } = await request('GET', '/api/me/data'));
    }
  };
  /** @param {(form: FormData) => Promise<unknown>} work */
  const submit = (work) => async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const element = /** @type {HTMLFormElement} */ (event.target);
    try {
      const done = await work(new FormData(element, event.submitter));
      if (done === false) return;
      element.reset();
      await load();
      showToast(t('saved'));
    } catch (error) {
      showError(error);
    }
    draw();
  };
  /** Runs something that a button starts. @param {() => Promise<unknown>} work */
  const run = (work) => async () => {
    try {
      await work();
      await load();
    } catch (error) {
      showError(error);
    }
    draw();
  };
  /** @param {LoggedIn} identity */
  const enter = (identity) => {
    saveIdentity(identity);
    if (identity.recovery_code) showRecoveryCode(identity.recovery_code);
  };
  const signInOrUp = submit(async (form) => {
    const credentials = { name: form.get('name'), password: form.get('password') };
    const path = form.get('do') === 'in' ? '/api/sessions' : '/api/accounts';
    enter(await request('POST', path, credentials));
  });
  const recover = submit(async (form) =>
    enter(await request('POST', '/api/recoveries', Object.fromEntries(form))),
  );
  const changePassword = submit((form) =>
    request('PUT', '/api/me/password', Object.fromEntries(form)),
  );
  const newCode = submit(async (form) => {
    const { recovery_code: code } = await request(
      'POST',
      '/api/me/recovery-code',
      Object.fromEntries(form),
    );
    showRecoveryCode(code);
  });
  const signOut = run(async () => {
    await request('DELETE', '/api/session');
    clearIdentity();
  });
  const signOutEverywhere = run(async () => {
    await request('DELETE', '/api/me/sessions');
    clearIdentity();
  });
  const download = run(async () => {
    const data = await request('GET', '/api/me/data');
    const blob = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = 'pidro.json';
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const remove = submit(async (form) => {
    if (!(await confirmDialog(t('delete_sure')))) return false;
    const password = form.get('password');
    await request('POST', '/api/me/deletion', password ? { password } : {});
    clearIdentity();
    return true;
  });

  const signInForms = () => html`<section aria-labelledby="sign-in">
      <h2 id="sign-in">${t('account')}</h2>
      <p>${t('account_more')}</p>
      <form class="fields" data-form="account" @submit=${signInOrUp}>
        ${nameField(t('your_name'))} ${passwordField(t('password'), 'password', 'current-password')}
        <div class="actions"><button name="do" value="in">${t('sign_in')}</button><button class="quiet" name="do" value="up">${t('sign_up')}</button></div>
      </form>
    </section>
    <details>
      <summary>${t('forgot_password')}</summary>
      <form class="fields" data-form="recovery" @submit=${recover}>
        <p>${t('forgot_more')}</p>
        ${nameField(t('your_name'))}
        <label class="field"><span>${t('recovery_code')}</span><input name="recovery_code" required maxlength="64" autocomplete="off" autocapitalize="characters" /></label>
        ${passwordField(t('new_password'), 'new_password', 'new-password')}
        <button>${t('recover')}</button>
      </form>
    </details>`;

  const accountForms = () => html`<section aria-labelledby="password">
      <h2 id="password">${t('change_password')}</h2>
      <form class="fields" data-form="password" @submit=${changePassword}>
        ${passwordField(t('current_password'), 'password', 'current-password')}
        ${passwordField(t('new_password'), 'new_password', 'new-password')}
        <button>${t('save')}</button>
      </form>
    </section>
    <section aria-labelledby="recovery">
      <h2 id="recovery">${t('recovery_title')}</h2>
      <p>${t('recovery_replace')}</p>
      <form class="fields" data-form="new-code" @submit=${newCode}>
        ${passwordField(t('current_password'), 'password', 'current-password')}
        <button>${t('recovery_new')}</button>
      </form>
    </section>`;

  /** @param {Session} session */
  const sessionRow = (session) => html`<li class="session">
    <span><b>${session.client ?? t('session_unknown')}</b>${session.current ? html` <span class="chip">${t('session_current')}</span>` : nothing}<br />${t('session_dates', { since: date(session.created), used: date(session.used) })}</span>
    ${session.current ? nothing : html`<button class="quiet" @click=${run(() => request('DELETE', `/api/me/sessions/${session.id}`))}>${t('sign_out')}</button>`}
  </li>`;

  const draw = () =>
    render(
      html`${screenHeader(t('account'), '/me')}
        <main class="page account-page">
          ${
            me && !me.guest
              ? html`<div class="signed-in"><p>${t('signed_in', { name: me.name })}</p><button data-action="sign-out" @click=${signOut}>${t('sign_out')}</button></div>
                ${accountForms()}`
              : signInForms()
          }
          ${
            me
              ? html`<section aria-labelledby="sessions">
                    <h2 id="sessions">${t('sessions')}</h2>
                    <ul class="tile-list">${sessions.map(sessionRow)}</ul>
                    ${me.guest ? nothing : html`<button class="quiet" data-action="sign-out-everywhere" @click=${signOutEverywhere}>${t('sign_out_everywhere')}</button>`}
                  </section>
                  <section aria-labelledby="data">
                    <h2 id="data">${t('my_data')}</h2>
                    <p>${t('my_data_more')} <a href="/privacy">${t('privacy')}</a></p>
                    <button class="quiet" data-action="download" @click=${download}>${t('download_data')}</button>
                    <form class="fields" data-form="deletion" @submit=${remove}>
                      <p>${t('delete_more')}</p>
                      ${me.guest ? nothing : passwordField(t('current_password'), 'password', 'current-password')}
                      <button class="danger" data-action="delete">${me.guest ? t('delete_guest', { name: loadItem('name') ?? '' }) : t('delete_account')}</button>
                    </form>
                  </section>`
              : nothing
          }
        </main>`,
      root,
    );
  draw();
  await load().then(draw, showError);
}
