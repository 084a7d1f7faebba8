/** The language of the page, from the setting or else the browser, and its texts. */
import { FluentBundle, FluentResource } from './vendor/fluent-bundle.js';
import { setting } from './settings.js';

/** @type {Lang[]} */
export const LANGS = ['sv', 'fi', 'en'];
export const LANG_NAMES = { sv: 'Svenska', fi: 'Suomi', en: 'English' };

/** @type {FluentBundle} */
let texts;
/** @type {Lang} */
let current = 'en';

/** @returns {Lang} */
export const lang = () => current;

/** @returns {Lang} */
function preferredLang() {
  const supported = (/** @type {string} */ tag) =>
    LANGS.find((lang) => tag.toLowerCase().split('-')[0] === lang);
  const preferences = [setting('lang'), ...navigator.languages];
  return preferences.map(supported).find(Boolean) ?? 'en';
}

/** Loads the texts of the preferred language. */
export async function loadTexts() {
  current = preferredLang();
  const response = await fetch(`/web/texts/${current}.ftl`);
  // Without the isolation marks that only text of mixed direction needs.
  texts = new FluentBundle(current, { useIsolating: false });
  texts.addResource(new FluentResource(await response.text()));
  document.documentElement.lang = current;
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
function format(key, values) {
  const pattern = texts.getMessage(key)?.value;
  if (!pattern) return key;
  /** @type {Error[]} */
  const errors = [];
  const text = texts.formatPattern(pattern, values, errors);
  for (const error of errors) console.error(`${key}: ${error.message}`);
  return text;
}

/**
 * A text, with a value for each of its variables.
 * @template {keyof Texts} K
 * @param {K} key
 * @param {{} extends Texts[K] ? [] : [values: Texts[K]]} values
 */
export const t = (key, ...[values]) => format(key, values);

/**
 * A text whose key is computed. It may get more values than it needs.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export const tk = (key, values) => format(key, values);

/** @typedef {(seat: Seat) => string} PlayerName the name of the player at a seat */

/**
 * The values of a sentence about a player: the name, and whether it is the reader.
 * @param {Seat} seat
 * @param {PlayerName} playerName
 * @param {Seat | null} me
 * @returns {{ who: string, person: 'you' | 'other' }}
 */
export const about = (seat, playerName, me) => ({
  who: playerName(seat),
  person: seat === me ? 'you' : 'other',
});

/** Several names as one text: "Anna, Bo and Cecilia". @param {string[]} names */
export const joinNames = (names) => new Intl.ListFormat(current).format(names);

/** A whole number with a minus sign instead of a hyphen. @param {number} value */
export const minus = (value) => String(value).replace('-', '−');

/** A number with one decimal, as the language writes it. */
export const decimal = (/** @type {number} */ value) =>
  value.toLocaleString(current, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
