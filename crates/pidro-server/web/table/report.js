/** Reports about people at a table, for the operator of the server. */
import { html } from '../vendor/lit-html.js';
import { request } from '../api.js';
import { t, tk } from '../lang.js';
import { openDialog, showError, showToast } from '../ui.js';

/** @type {ReportReason[]} */
const REASONS = ['abuse', 'name', 'cheating', 'leaving', 'other'];

/**
 * @param {string} person
 * @param {string} who the person's name
 * @param {string} table
 */
export function openReport(person, who, table) {
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const report = { person, table, reason: form.get('reason'), text: form.get('text') };
    try {
      await request('POST', '/api/reports', report);
      dialog.close();
      showToast(t('report_sent'));
    } catch (error) {
      showError(error);
    }
  };
  const dialog = openDialog(
    t('report', { who }),
    () => html`<form class="fields" data-form="report" @submit=${send}>
      <p>${t('report_more')}</p>
      <fieldset class="choices-list">
        <legend>${t('report_reason')}</legend>
        ${REASONS.map((reason) => html`<label><input type="radio" name="reason" value=${reason} required /> ${tk(`report_${reason}`)}</label>`)}
      </fieldset>
      <label class="field"><span>${t('report_text')}</span><textarea name="text" rows="4" maxlength="1000"></textarea></label>
      <button class="main">${t('send')}</button>
    </form>`,
  );
}
