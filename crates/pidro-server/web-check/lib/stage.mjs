// A server and a browser for the tests of a file; and at the end of each test nothing may have gone wrong in any page.
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { launch, person } from './browser.mjs';
import { Server } from './server.mjs';

/** Every screen but the table. */
export const SCREENS = [
  '/',
  '/new',
  '/tables',
  '/me',
  '/learn',
  '/learn/rules',
  '/learn/puzzles',
  '/learn/lesson',
];

export function stage() {
  const stage = { pages: [] };
  before(async () => {
    [stage.server, stage.browser] = await Promise.all([Server.start(), launch()]);
  });
  after(async () => {
    await stage.browser?.close();
    await stage.server?.stop();
  });
  afterEach(async () => {
    const pages = stage.pages.splice(0);
    const host = new URL(stage.server.url).host;
    for (const page of pages) {
      assert.deepEqual(page.problems, [], 'what went wrong in the page');
      assert.deepEqual([...page.hosts], [host], 'nothing is asked of any other host');
      await page.context().close();
    }
  });
  stage.person = async (options) => {
    const page = await person(stage.browser, stage.server, options);
    stage.pages.push(page);
    return page;
  };
  return stage;
}
