// Replay and analysis of a finished game; hints, accounts, the lobby and settings.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { isOver, playNow, playUntil } from '../lib/player.mjs';
import { setUp } from '../lib/fixture.mjs';

const fixture = setUp();

test('a finished game can be replayed from any seat, analysed, downloaded and verified', async () => {
  const page = await fixture.openPage();
  await playNow(page);
  const dealt = new Set();
  await playUntil([page], async () => {
    const hand = await page.evaluate(() => {
      const { view } = document.getElementById('app').tableState().table;
      return view.hand === 1 && view.phase === 'bidding' ? view.hands.S : [];
    });
    for (const card of hand) dealt.add(card);
    return isOver([page]);
  });
  await page.click('a[href$="/replay"]');
  await page.waitForSelector('.controls');
  // The player's own perspective hides the others' cards; “all cards open” shows them.
  const goTo = (to) =>
    page.$eval(
      '.controls input',
      (slider, to) => {
        slider.value = String(to);
        slider.dispatchEvent(new Event('input'));
      },
      to,
    );
  await goTo(3);
  assert.deepEqual(
    new Set(await page.$$eval('.hand .card', (cards) => cards.map((card) => card.dataset.card))),
    dealt,
  );
  assert.ok((await page.$$('.hidden-cards')).length === 3);
  await page.selectOption('[name=perspective]', '');
  await page.waitForFunction(() => document.querySelectorAll('.stage [data-card]').length === 36);
  await page.selectOption('[name=perspective]', 'N');
  await page.waitForFunction(() => document.querySelectorAll('.hidden-cards').length === 3);
  await page.click('[data-action=next]');
  await page.click('[data-action=last]');
  await page.click('[data-action=previous]');
  await page.waitForSelector('.analysis[data-ready]', { timeout: 90_000 });
  assert.ok((await page.$$('.chart circle')).length > 2);
  assert.equal((await page.$$('.analysis tbody tr')).length, 4);
  const accuracy = Number(await page.$eval('.analysis tr.mine td', (cell) => cell.textContent));
  assert.ok(accuracy > 0 && accuracy <= 100, String(accuracy));
  if (await page.$('.moments button')) {
    const before = await page.$eval('.controls input', (slider) => slider.value);
    await page.click('.moments button');
    assert.notEqual(await page.$eval('.controls input', (slider) => slider.value), before);
  }
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('a[download]')]);
  assert.match(readFileSync(await download.path(), 'utf8'), /^\[/);
  // Anybody can open the link.
  const other = await fixture.openPage({ locale: 'fi' });
  await other.goto(new URL(page.url()).pathname);
  await other.waitForSelector('.controls');
  await other.click('[data-action=verify]');
  await other.waitForSelector('dialog .verdict.good');
});

test('a hint selects what the expert would do, even in the rob', async () => {
  const page = await fixture.openPage();
  await playNow(page);
  await page.waitForSelector('.bids');
  await page.click('[data-action=hint]');
  await page.waitForSelector('.choice-panel .explanation');
  assert.equal((await page.$$('.bids [aria-pressed=true]')).length, 1);
  await playUntil([page], async () => (await page.$('.tray')) !== null || isOver([page]));
  if (await page.$('.tray')) {
    await page.click('[data-action=hint]');
    await page.waitForFunction(() => document.querySelectorAll('.tray .chosen').length === 6);
  }
});

test('a new account keeps the games that its owner played as a guest', async () => {
  const page = await fixture.openPage();
  await page.goto('/me');
  await page.fill('form.inline [name=name]', 'Märta');
  await page.click('form.inline button');
  await page.waitForSelector('#toast.shown');
  await playNow(page);
  await playUntil([page], () => isOver([page]));
  await page.goto('/account');
  const account = page.locator('[data-form=account]');
  await account.locator('[name=name]').fill('Märta');
  await account.locator('[name=password]').fill('lingonberries');
  await account.locator('[value=up]').click();
  await page.click('[data-action=noted]');
  await page.waitForFunction(() => /Signed in as Märta/.test(document.body.innerText));
  await page.goto('/me');
  await page.waitForSelector('.tile-list li');
  assert.equal((await page.$$('.tile-list li')).length, 1, 'the account has the guest’s games');
  await page.goto('/account');
  await page.click('[data-action=sign-out]');
  await account.locator('[name=name]').fill('Märta');
  await account.locator('[name=password]').fill('cloudberries');
  await account.locator('[value=in]').click();
  await page.waitForFunction(() =>
    /Wrong name or password/.test(document.getElementById('toast').textContent),
  );
  await account.locator('[name=password]').fill('lingonberries');
  await account.locator('[value=in]').click();
  await page.waitForFunction(() => /Signed in as Märta/.test(document.body.innerText));
  page.errors = page.errors.filter((error) => !/401/.test(error));
});

test('others can find a listed table and join it', async () => {
  const [host, other] = [await fixture.openPage(), await fixture.openPage()];
  await host.goto('/new');
  await host.selectOption('[name=listed]', 'yes');
  await host.click('[data-action=create]');
  await host.waitForSelector('.waiting-room');
  await other.goto('/tables');
  await other.click('.tile-list a');
  await other.click('[data-chair=N] [data-action=sit]');
  await other.waitForSelector('.chair.mine');
  const answer = await other.request.get(await other.getAttribute('.qr', 'src'));
  assert.equal(answer.headers()['content-type'], 'image/svg+xml');
});

test('settings apply at once and survive a reload', async () => {
  const page = await fixture.openPage();
  await playNow(page);
  const width = () => page.$eval('.hand .card', (card) => card.getBoundingClientRect().width);
  const small = await width();
  await page.click('[data-action=menu]');
  await page.click('[data-action=settings]');
  await page.selectOption('[name=size]', 'huge');
  await page.selectOption('[name=colours]', 'four');
  assert.ok((await width()) > small * 1.3);
  await page.reload();
  await page.waitForSelector('.hand .card');
  assert.ok((await width()) > small * 1.3);
  assert.equal(await page.getAttribute('html', 'data-colours'), 'four');
});
