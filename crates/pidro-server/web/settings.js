/** The user's settings, stored by the browser. */

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

/** A stored value. Browsers that store nothing can still play. @param {string} key */
export const loadItem = (key) => {
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
    // The page works without storage.
  }
}

/** @param {Setting} name */
export const setting = (name) => loadItem(name) ?? DEFAULTS[name];

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
 * Calls back after every change of a setting. Returns a function that ends that.
 * @param {() => void} listener
 */
export function onSettingsChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Applies the settings that concern styles. */
export function applySettings() {
  const root = document.documentElement;
  root.dataset.theme = setting('theme');
  root.dataset.size = setting('size');
  root.dataset.colours = setting('colours');
}
