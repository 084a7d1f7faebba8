// Accounts that can be recovered and deleted, reports, and the page for operators.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { setUp } from '../lib/fixture.mjs';
import { playNow } from '../lib/player.mjs';
import { PROGRAM } from '../lib/server.mjs';

const fixture = setUp();

/** Runs `pidro admin` with the store of the test's server. */
const admin = (...words) =>
  execFileSync(PROGRAM, ['admin', '--store', fixture.server.store, '--as', 'Olga', ...words], {
    encoding: 'utf8',
  });

/** Creates an account on the page. Returns its recovery code. */
async function signUp(page, name, password) {
  await page.goto('/account');
  const form = page.locator('[data-form=account]');
  await form.locator('[name=name]').fill(name);
  await form.locator('[name=password]').fill(password);
  await form.locator('[value=up]').click();
  const code = await page.textContent('[data-code]');
  await page.click('[data-action=noted]');
  await page.waitForSelector('[data-action=sign-out]');
  return code;
}

/** Forgets errors that the test caused on purpose. */
const forgive = (page, status) => {
  page.errors = page.errors.filter((error) => !error.includes(String(status)));
};

test('a forgotten password is replaced with the recovery code', async () => {
  const page = await fixture.openPage();
  const code = await signUp(page, 'Siv', 'lingonberries');
  assert.match(code, /^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/);
  await page.click('[data-action=sign-out]');
  await page.click('summary');
  const form = page.locator('[data-form=recovery]');
  await form.locator('[name=name]').fill('siv');
  await form.locator('[name=recovery_code]').fill('00000-00000-00000-00000');
  await form.locator('[name=new_password]').fill('blueberries');
  await form.locator('button').click();
  await page.waitForFunction(() =>
    /Wrong name or recovery code/.test(document.getElementById('toast').textContent),
  );
  await form.locator('[name=recovery_code]').fill(code.toLowerCase().replaceAll('-', ' '));
  await form.locator('button').click();
  const next = await page.textContent('[data-code]');
  assert.notEqual(next, code);
  await page.click('[data-action=noted]');
  await page.waitForFunction(() => /Signed in as Siv/.test(document.body.innerText));
  forgive(page, 401);
});

test('somebody who has signed out plays on as a guest', async () => {
  const page = await fixture.openPage();
  await signUp(page, 'Vera', 'lingonberries');
  await page.click('[data-action=sign-out]');
  await page.waitForSelector('[data-form=account]');
  await playNow(page);
  await page.waitForSelector('.hand .card');
  const people = admin('people', '--json');
  assert.equal(JSON.parse(people).filter((person) => person.name === 'Vera').length, 1);
});

test('a common password is refused', async () => {
  const page = await fixture.openPage();
  await page.goto('/account');
  const form = page.locator('[data-form=account]');
  await form.locator('[name=name]').fill('Ulf');
  await form.locator('[name=password]').fill('password');
  await form.locator('[value=up]').click();
  await page.waitForFunction(() =>
    /too easy to guess/.test(document.getElementById('toast').textContent),
  );
  forgive(page, 409);
});

test('the owner of an account sees the devices, and signs one of them out', async () => {
  const [page, other] = [await fixture.openPage(), await fixture.openPage()];
  await signUp(page, 'Tove', 'lingonberries');
  await other.goto('/account');
  const form = other.locator('[data-form=account]');
  await form.locator('[name=name]').fill('Tove');
  await form.locator('[name=password]').fill('lingonberries');
  await form.locator('[value=in]').click();
  await other.waitForSelector('[data-action=sign-out]');
  await page.reload();
  await page.waitForSelector('.session:nth-child(2)');
  assert.equal((await page.$$('.session .chip')).length, 1, 'one of them is this device');
  assert.match(await page.textContent('.session'), /Chrome, Linux/);
  await page.click('.session button');
  await page.waitForSelector('.session:nth-child(2)', { state: 'detached' });
  await other.reload();
  await other.waitForSelector('[data-form=account]');
  forgive(other, 401);
});

test('a person downloads everything and is deleted', async () => {
  const page = await fixture.openPage();
  await signUp(page, 'Ragnhild', 'lingonberries');
  await playNow(page);
  await page.goto('/account');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.click('[data-action=download]'),
  ]);
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  assert.equal(data.person.name, 'Ragnhild');
  assert.equal(data.games.length, 1);
  await page.fill('[data-form=deletion] [name=password]', 'lingonberries');
  await page.click('[data-action=delete]');
  await page.click('[data-action=yes]');
  await page.waitForSelector('[data-form=account]');
  assert.doesNotMatch(admin('people', 'Ragnhild'), /Ragnhild/);
});

test('an operator reads a report, bans the person, and everybody hears an announcement', async () => {
  const [host, troublemaker, operator] = [
    await fixture.openPage(),
    await fixture.openPage(),
    await fixture.openPage(),
  ];
  await signUp(operator, 'Olga', 'lingonberries');
  admin('grant', 'Olga');
  await host.goto('/new');
  await host.click('[data-action=create]');
  await host.waitForSelector('.waiting-room');
  await troublemaker.goto('/me');
  await troublemaker.fill('form.inline [name=name]', 'Mallory');
  await troublemaker.click('form.inline button');
  await troublemaker.waitForSelector('#toast.shown');
  await troublemaker.goto(new URL(host.url()).pathname);
  await troublemaker.click('[data-chair=E] [data-action=sit]');
  await host.waitForFunction(() => /Mallory/.test(document.body.innerText));
  await host.click('[data-action=menu]');
  await host.click('[data-action=report]');
  await host.check('[value=abuse]');
  await host.fill('[data-form=report] textarea', 'Shouts all the time');
  await host.click('[data-form=report] button');
  await host.waitForFunction(() =>
    /has been sent/.test(document.getElementById('toast').textContent),
  );

  await operator.goto('/admin');
  await operator.fill('[data-form=announce] input', 'Restart at ten');
  await operator.click('[data-form=announce] button');
  await host.waitForFunction(() => /Restart at ten/.test(document.body.innerText));
  await operator.click('[data-tab=reports]');
  await operator.waitForFunction(() => /Shouts all the time/.test(document.body.innerText));
  await operator.click('tbody button');
  await operator.fill('[data-form=ban] [name=reason]', 'Shouting');
  await operator.click('[data-form=ban] button');
  await troublemaker.waitForFunction(() => /banned/.test(document.body.innerText));
  await operator.click('[data-tab=bans]');
  await operator.waitForFunction(() => /Mallory/.test(document.body.innerText));
  await operator.click('[data-tab=log]');
  await operator.waitForFunction(() => /banned/.test(document.body.innerText));
  forgive(troublemaker, 403);
});

test('the page for operators shows nothing to others', async () => {
  const page = await fixture.openPage();
  await signUp(page, 'Nosy', 'lingonberries');
  await page.goto('/admin');
  await page.waitForSelector('#toast.shown');
  assert.equal(await page.$('tbody'), null);
  forgive(page, 404);
});
