// Debian's Chromium, and people in front of it.
import { chromium } from 'playwright-core';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGUMENTS });

/** Somebody with a browser of their own. Everything that goes wrong in the page is kept, and all that comes over the wire. */
export async function person(browser, server, { settings = {}, ...options } = {}) {
  const context = await browser.newContext({
    locale: 'en',
    viewport: { width: 1000, height: 900 },
    baseURL: server.url,
    ...options,
  });
  await context.addInitScript(
    (kept) => {
      for (const [name, value] of Object.entries(kept))
        localStorage.setItem(`pidro.${name}`, localStorage.getItem(`pidro.${name}`) ?? value);
    },
    { pace: 'none', ...settings },
  );
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.problems = [];
  page.frames_ = [];
  page.hosts = new Set();
  page.asked = [];
  page.on('pageerror', (error) => page.problems.push(error.message));
  page.on('console', (message) => {
    // A server that was killed can't be reached for a moment: that is what one test is about.
    if (message.type() === 'error' && !/ERR_CONNECTION_REFUSED|WebSocket/.test(message.text()))
      page.problems.push(message.text());
  });
  page.on('request', (request) => {
    const { host, pathname } = new URL(request.url());
    page.hosts.add(host);
    page.asked.push(pathname);
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => page.frames_.push(JSON.parse(payload))),
  );
  return page;
}
