// Players who know only what the page shows.

/** Makes the decision that the page asks for, if any, at random. Returns its kind. */
export const decide = (page, careful = false) =>
  page.evaluate(async (careful) => {
    const find = (selector) => document.querySelector(selector);
    if (find('.game-end')) return 'over';
    const continueButton = find('[data-action=continue]');
    if (continueButton) {
      continueButton.click();
      return 'continue';
    }
    const panel = find('.choice-panel');
    if (!panel) return '';
    const { kind } = panel.dataset;
    for (let count = 0; count < 12 && find('[data-action=act]')?.disabled; count++) {
      const free = [
        ...document.querySelectorAll('.bids button, .suits button, .hand .choosable'),
      ].filter((item) => item.getAttribute('aria-pressed') !== 'true');
      // A careful player passes: random bids fail so often that games would never end.
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

/** Plays at random until the condition holds. */
export async function playUntil(pages, condition, { careful = false, limit = 120_000 } = {}) {
  const end = Date.now() + limit;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`the condition did not hold within ${limit} ms`);
    for (const page of pages) await decide(page, careful);
    await pages[0].waitForTimeout(15);
  }
}

export const isOver = async (pages) => {
  for (const page of pages) if (!(await page.$('.game-end'))) return false;
  return true;
};

/** Starts a game against three bots. */
export async function playNow(page) {
  await page.goto('/');
  await page.click('[data-action=play]');
  await page.waitForSelector('.felt');
}

/**
 * Starts a game of four people: the first creates the table, the others join by its link. Returns
 * the table's id.
 */
export async function startFourPlayerGame(pages, { target = '30' } = {}) {
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

/** Starts a game of two people, who are partners, against two bots. */
export async function startPartnerGame([host, other], { time } = {}) {
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
