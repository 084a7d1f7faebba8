/** What a person has chosen, kept by the browser. */

const DEFAULTS = {
  lang: '',
  theme: 'auto',
  size: 'normal',
  colours: 'two',
  tap: 'two',
  sound: 'off',
  pace: 'normal',
  bots: 'basic',
  keys: 'on',
};
/** @typedef {keyof typeof DEFAULTS} Setting */

/** @type {Set<() => void>} */
const listeners = new Set();

/** A browser that keeps nothing still plays. */
const loadItem_ = (/** @type {string} */ key) => {
  try {
    return localStorage.getItem(`pidro.${key}`);
  } catch {
    return null;
  }
};

/**
 * @param {string} key
 * @param {string | null} value
 */
export function saveItem(key, value) {
  try {
    if (value === null) localStorage.removeItem(`pidro.${key}`);
    else localStorage.setItem(`pidro.${key}`, value);
  } catch {
    // Nothing is kept then.
  }
}

export const loadItem = loadItem_;

/** @param {Setting} name */
export const setting = (name) => loadItem_(name) ?? DEFAULTS[name];

/**
 * @param {Setting} name
 * @param {string} value
 */
export function changeSetting(name, value) {
  saveItem(name, value);
  applySettings();
  for (const listener of listeners) listener();
}

/**
 * Calls back whenever a setting has changed.
 * @param {() => void} listener
 */
export function onSettingsChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the settings that are a matter of style. */
export function applySettings() {
  const root = document.documentElement;
  root.dataset.theme = setting('theme');
  root.dataset.size = setting('size');
  root.dataset.colours = setting('colours');
}
