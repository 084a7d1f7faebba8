/** The language of the page: by the setting, else by the browser. */
import { setting } from './settings.js';

/** @typedef {typeof import('./texts/en.js').default} Texts */

/** @type {Lang[]} */
export const LANGS = ['sv', 'fi', 'en'];
export const LANG_NAMES = { sv: 'Svenska', fi: 'Suomi', en: 'English' };

/** @type {Texts} */
let texts;
/** @type {Lang} */
let current = 'en';

/** @returns {Lang} */
export const lang = () => current;

/** @returns {Lang} */
function wanted() {
  const known = (/** @type {string} */ tag) =>
    LANGS.find((lang) => tag.toLowerCase().split('-')[0] === lang);
  const asked = [setting('lang'), ...navigator.languages];
  return asked.map(known).find(Boolean) ?? 'en';
}

/** Loads the texts of the language that is wanted now. */
export async function loadTexts() {
  current = wanted();
  texts = (await import(`./texts/${current}.js`)).default;
  document.documentElement.lang = current;
}

/**
 * A text, with what belongs in its places.
 * @param {keyof Texts} key
 * @param {Record<string, string | number>} [values]
 */
export const t = (key, values = {}) =>
  texts[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));

/**
 * A text whose key is put together from parts.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export const tk = (key, values) =>
  key in texts ? t(/** @type {keyof Texts} */ (key), values) : key;

/** A whole number with a minus that is none of a hyphen. @param {number} value */
export const minus = (value) => String(value).replace('-', '−');

/** A number with one decimal, as the language writes it. */
export const decimal = (/** @type {number} */ value) =>
  value.toLocaleString(current, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
