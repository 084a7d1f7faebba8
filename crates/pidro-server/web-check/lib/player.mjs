// Somebody who plays by what the page shows, and knows nothing else.

/** Does one thing that the page asks for, if it asks for one. Gives what it was. */
export const decide = (page, careful = false) =>
  page.evaluate(async (careful) => {
    const find = (what) => document.querySelector(what);
    if (find('.game-end')) return 'over';
    const goOn = find('[data-action=continue]');
    if (goOn) {
      goOn.click();
      return 'go-on';
    }
    const choose = find('.choice-panel');
    if (!choose) return '';
    const { kind } = choose.dataset;
    for (let count = 0; count < 12 && find('[data-action=act]')?.disabled; count++) {
      const free = [
        ...document.querySelectorAll('.bids button, .suits button, .hand .choosable'),
      ].filter((item) => item.getAttribute('aria-pressed') !== 'true');
      // A careful bidder passes, so that the games of four are not all lost.
      const next =
        careful && kind === 'bid' ? free[0] : free[Math.floor(Math.random() * free.length)];
      if (!next) break;
      next.click();
      await new Promise((resolve) => setTimeout(resolve));
    }
    const act = find('[data-action=act]');
    if (act && !act.disabled) act.click();
    return kind;
  }, careful);

/** Plays until something is so. */
export async function playUntil(pages, isSo, { careful = false, limit = 120_000 } = {}) {
  const end = Date.now() + limit;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('it takes too long');
    for (const page of pages) await decide(page, careful);
    await pages[0].waitForTimeout(15);
  }
}

export const isOver = async (pages) => {
  for (const page of pages) if (!(await page.$('.game-end'))) return false;
  return true;
};

/** A game against three bots has begun. */
export async function playNow(page) {
  await page.goto('/');
  await page.click('[data-action=play]');
  await page.waitForSelector('.felt');
}

/** A table of friends: the first one makes it, the others open the link; each takes a seat. Gives the table's id. */
export async function sitDown(pages, { target = '30' } = {}) {
  const [host, ...others] = pages;
  await host.goto('/new');
  await host.selectOption('[name=target]', target);
  await host.click('[data-action=create]');
  await host.waitForSelector('.waiting-room');
  const address = new URL(host.url()).pathname;
  for (const [place, page] of others.entries()) {
    await page.goto(address);
    const seat = ['W', 'N', 'E'][place];
    await page.click(`[data-chair=${seat}] [data-action=sit]`);
    await page.waitForSelector('.chair.mine');
  }
  await host.waitForFunction(
    () => document.querySelectorAll('[data-chair] [data-action=sit]').length === 0,
  );
  await host.click('[data-action=start]');
  for (const page of pages) await page.waitForSelector('.felt');
  return address.split('/')[2];
}

/** Two people opposite each other, and two bots; the game has begun. */
export async function partners([host, other], { time } = {}) {
  await host.goto('/new');
  if (time) await host.selectOption('[name=time]', time);
  await host.click('[data-action=create]');
  await host.waitForSelector('.waiting-room');
  await other.goto(new URL(host.url()).pathname);
  await other.click('[data-chair=N] [data-action=sit]');
  await host.waitForFunction(() => !document.querySelector('[data-chair=N] [data-action=sit]'));
  await host.click('[data-action=start]');
  for (const page of [host, other]) await page.waitForSelector('.felt');
}
