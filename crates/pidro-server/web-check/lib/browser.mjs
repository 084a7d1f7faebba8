// Debian's Chromium, and pages that record what happens in them.
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

/**
 * Opens a page for a new user. It records its errors, the messages it receives and its requests.
 */
export async function openPage(browser, server, { settings = {}, ...options } = {}) {
  const context = await browser.newContext({
    locale: 'en',
    viewport: { width: 1000, height: 900 },
    baseURL: server.url,
    ...options,
  });
  await context.addInitScript(
    (stored) => {
      for (const [name, value] of Object.entries(stored))
        localStorage.setItem(`pidro.${name}`, localStorage.getItem(`pidro.${name}`) ?? value);
    },
    { pace: 'none', ...settings },
  );
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.errors = [];
  page.received = [];
  page.requestedHosts = new Set();
  page.requestedPaths = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  page.on('console', (message) => {
    // One test kills the server, which then refuses connections for a moment.
    if (message.type() === 'error' && !/ERR_CONNECTION_REFUSED|WebSocket/.test(message.text()))
      page.errors.push(message.text());
  });
  page.on('request', (request) => {
    const { host, pathname } = new URL(request.url());
    page.requestedHosts.add(host);
    page.requestedPaths.push(pathname);
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => page.received.push(JSON.parse(payload))),
  );
  return page;
}
