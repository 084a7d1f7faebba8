// A server and a browser for the tests of a file. A test fails if an error occurred in any page.
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { launch, openPage } from './browser.mjs';
import { Server } from './server.mjs';

/** Every screen except the table. */
export const SCREENS = [
  '/',
  '/new',
  '/tables',
  '/me',
  '/account',
  '/privacy',
  '/learn',
  '/learn/rules',
  '/learn/puzzles',
  '/learn/lesson',
];

export function setUp() {
  const fixture = { pages: [] };
  before(async () => {
    [fixture.server, fixture.browser] = await Promise.all([Server.start(), launch()]);
  });
  after(async () => {
    await fixture.browser?.close();
    await fixture.server?.stop();
  });
  afterEach(async () => {
    const pages = fixture.pages.splice(0);
    const host = new URL(fixture.server.url).host;
    for (const page of pages) {
      assert.deepEqual(page.errors, [], 'no errors in the page');
      assert.deepEqual([...page.requestedHosts], [host], 'no requests to other hosts');
      await page.context().close();
    }
  });
  fixture.openPage = async (options) => {
    const page = await openPage(fixture.browser, fixture.server, options);
    fixture.pages.push(page);
    return page;
  };
  return fixture;
}
