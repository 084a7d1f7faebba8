/** The entry point: shows the screen that belongs to the address. */
import { loadTexts, t } from './lang.js';
import { applySettings, onSettingsChange, setting } from './settings.js';

/**
 * The screens by their address, loaded on demand.
 * @type {Record<string, () => Promise<{show: ShowScreen}>>}
 */
const SCREENS = {
  '': () => import('./pages/home.js'),
  new: () => import('./pages/new.js'),
  tables: () => import('./pages/tables.js'),
  me: () => import('./pages/me.js'),
  account: () => import('./pages/account.js'),
  admin: () => import('./pages/admin.js'),
  privacy: () => import('./pages/privacy.js'),
  learn: () => import('./pages/learn.js'),
  'learn/lesson': () => import('./pages/lesson.js'),
  'learn/rules': () => import('./pages/rules.js'),
  'learn/puzzles': () => import('./pages/puzzles.js'),
  t: () => import('./pages/table.js'),
  replay: () => import('./pages/replay.js'),
};

/** @type {(() => void) | void} */
let leaveScreen;
let navigations = 0;

/** Shows the screen at the current address. */
async function route() {
  const path = location.pathname.split('/').filter(Boolean);
  const name = path[0] === 't' ? (path[2] ?? 't') : path.join('/');
  const load = SCREENS[name];
  const navigation = ++navigations;
  if (name === 't') connectEarly();
  const screen = load && (await load());
  if (navigation !== navigations) return;
  leaveScreen?.();
  leaveScreen = undefined;
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  const previous = document.getElementById('app');
  const root = document.createElement('div');
  root.id = 'app';
  previous?.replaceWith(root);
  if (!screen) root.append(notFoundPage());
  const end = await screen?.show(root, path);
  if (navigation !== navigations) {
    end?.();
    return;
  }
  leaveScreen = end;
  const title = root.querySelector('h1');
  document.title = title?.textContent?.trim() || 'Pidro';
  window.scrollTo(0, 0);
  if (navigation === 1 || !title) return;
  // Screen readers announce the new screen.
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/** The screen for unknown addresses. */
function notFoundPage() {
  const page = document.createElement('main');
  const [title, home] = [document.createElement('h1'), document.createElement('a')];
  page.className = 'page';
  home.className = 'button main';
  home.href = '/';
  [title.textContent, home.textContent] = [t('not_found_page'), t('home')];
  page.append(title, home);
  return page;
}

/** Opens a table's socket while the rest of the page loads. */
const connectEarly = () =>
  import('./connection.js').then(({ openSocketEarly }) => openSocketEarly());

/**
 * Shows another screen.
 * @param {string} address
 * @param {object | null} [state] what the screen should do at once
 */
export function navigate(address, state = null) {
  history.pushState(state, '', address);
  route();
}

/** Follows links between screens without reloading the page. */
function followLinks() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (
      !(link instanceof HTMLAnchorElement) ||
      opensElsewhere ||
      link.hasAttribute('download') ||
      link.target
    )
      return;
    event.preventDefault();
    navigate(link.pathname);
  });
  window.addEventListener('popstate', route);
}

let lang = setting('lang');
onSettingsChange(async () => {
  if (setting('lang') === lang) return;
  lang = setting('lang');
  await loadTexts();
  route();
});
applySettings();
followLinks();
const texts = loadTexts();
if (/^\/t\/[^/]+$/.test(location.pathname)) connectEarly();
await texts;
route();
