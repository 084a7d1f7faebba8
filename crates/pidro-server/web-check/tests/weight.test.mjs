// What the page weighs, and how long a slow phone connection waits for the first table.
import assert from 'node:assert/strict';
import test from 'node:test';
import { SCREENS, stage } from '../lib/stage.mjs';

const made = stage();
/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms for every request: what Lighthouse takes for a slow phone. */
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
};
const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: 'sv',
};
const HEAVIEST = 150_000;
const LONGEST = 1000;

/** A phone on a slow line, and what came over it. */
async function phone() {
  const page = await made.person(PHONE);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', SLOW);
  page.bytes = 0;
  line.on('Network.loadingFinished', ({ encodedDataLength }) => (page.bytes += encodedDataLength));
  return page;
}

/** When the table was first drawn, on the page's own clock. */
const drawn = async (page) => {
  await page.waitForSelector('.felt');
  return page.evaluate(() => performance.getEntriesByName('table')[0].startTime);
};

test('the whole page is light', async () => {
  const page = await phone();
  // All screens, the table and all that comes later.
  for (const screen of SCREENS) {
    await page.goto(screen, { waitUntil: 'networkidle' });
  }
  await page.goto('/');
  await page.click('[data-action=play]');
  await drawn(page);
  await page.waitForTimeout(1500);
  console.log(`all screens together: ${(page.bytes / 1000).toFixed(0)} KB with all headers`);
  assert.ok(page.bytes < 2 * HEAVIEST, `${page.bytes} bytes`);
  const first = await phone();
  await first.goto('/', { waitUntil: 'networkidle' });
  console.log(`the first screen: ${(first.bytes / 1000).toFixed(0)} KB`);
  await first.click('[data-action=play]');
  await drawn(first);
  await first.waitForTimeout(1500);
  console.log(`the first screen and the table: ${(first.bytes / 1000).toFixed(0)} KB`);
  assert.ok(first.bytes < HEAVIEST, `${first.bytes} bytes`);
});

test('the first table is there within a second on a slow line', async () => {
  const host = await made.person();
  await host.goto('/new');
  await host.click('[data-action=create]');
  await host.click('[data-action=start]');
  await host.waitForSelector('.felt');
  const link = new URL(host.url()).pathname;
  const opened = [];
  const played = [];
  for (let count = 0; count < 3; count++) {
    const page = await phone();
    await page.goto(link, { waitUntil: 'commit' });
    opened.push(await drawn(page));
    await page.goto('/', { waitUntil: 'networkidle' });
    const begun = await page.evaluate(() => {
      document.querySelector('[data-action=play]').click();
      return performance.now();
    });
    played.push((await drawn(page)) - begun);
  }
  const best = (times) => Math.round(Math.min(...times));
  console.log(
    `a link that is opened for the first time: ${opened.map(Math.round)} ms; “Play now”: ${played.map(Math.round)} ms`,
  );
  // The best of three: other work on the machine is not the page's.
  assert.ok(best(opened) < LONGEST, `${opened}`);
  assert.ok(best(played) < LONGEST, `${played}`);
});
