import type { Locator, Page } from 'playwright-core';

const address = 'location.href.slice(location.origin.length)';

/** Whether the page of the address in use is drawn, and nothing of it loads. */
export const settled = `
  document.querySelector('main')?.dataset.settled === ${address} &&
  !document.querySelector('.loading')`;

/** After so long a page that never says that it is settled ends its test. */
const settled_ms_max = 300_000;

/** Resolves in the page, without being asked again and again, as soon as it is settled and the condition holds. */
const settledOnce = (condition = 'true') => `new Promise((done, fail) => {
  const end = setTimeout(() => fail(new Error('The page was never settled: ' + location.href)), ${settled_ms_max});
  const look = () => {
    if (!(${condition} && ${settled})) return;
    observer.disconnect();
    clearTimeout(end);
    done();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-settled', 'class'],
  });
  look();
})`;

/**
 * Waits until the page of the address in use is drawn and nothing of it loads. The page before stays until the script of the
 * next one is loaded, and what is pressed while a page grows may move away from under the pointer.
 */
export const loaded = (page: Page): Promise<void> => untilSettled(page);

const untilSettled = async (page: Page, condition?: string): Promise<void> => {
  for (;;)
    try {
      // Until then the sign-in page may still lead back and forth.
      await page.locator('main[data-settled]').waitFor();
      return await page.evaluate(settledOnce(condition));
    } catch (error) {
      // The browser has loaded another page meanwhile.
      if (!/context was destroyed/.test(String(error))) throw error;
    }
};

/** Loads a page of the site: of what the page before had read, nothing is kept. */
export const load = async (page: Page, path: string): Promise<void> => {
  await page.goto(new URL(path, page.url()).href);
  await loaded(page);
};

/** Loads the same page once more. */
export const reload = async (page: Page): Promise<void> => {
  await page.reload();
  await loaded(page);
};

/**
 * Goes to a page of the site as its own links do: without loading it again, which would sign in once more. A page of the other
 * environment takes a token of its own, so it is loaded.
 */
export const goTo = async (page: Page, path: string): Promise<void> => {
  if (environmentOf(new URL(page.url()).pathname) !== environmentOf(path)) return load(page, path);
  const there = JSON.stringify(path);
  await page.evaluate(
    `history.pushState(null, '', ${there}); dispatchEvent(new PopStateEvent('popstate')); ${settledOnce()}`,
  );
};

/** Goes to a page of the same environment as somebody who was away for a while: what was read before is read again. */
export const comeBack = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(away);
  await goTo(page, `/${environmentOf(path)}/nowhere`);
  await goTo(page, path);
};

/** Brings a page to the front for somebody who was away for a while: what it shows is read again. */
export const comeToFront = (page: Page): Promise<void> =>
  page.evaluate(`${away}; dispatchEvent(new Event('visibilitychange')); ${settledOnce()}`);

/** The clock of the page goes ahead, for longer than anything that was read is new. */
const away = `{
  const { now } = Date;
  Date.now = () => now.call(Date) + 6_000;
}`;

const environmentOf = (path: string): string | undefined => path.split('/')[1];

/** Does what leads to another page of the site, and waits for that page. */
export const arrive = async (page: Page, act: () => Promise<unknown>): Promise<void> => {
  const before = JSON.stringify(await page.evaluate(address));
  await act();
  await untilSettled(page, `${address} !== ${before}`);
};

/** Clicks what leads to another page of the site, and waits for that page. */
export const follow = (link: Locator): Promise<void> => arrive(link.page(), () => link.click());

/** Goes back by the browser's button to another page of the site, and waits for that page. */
export const goBack = (page: Page): Promise<void> => arrive(page, () => page.goBack());

/** The heading of the page that is settled. */
export const titleOf = (page: Page): Promise<string> =>
  page.getByRole('heading', { level: 1 }).innerText();

/** Opens the fields of the filters of a list, which are behind a button. */
export const openFilters = async (page: Page): Promise<void> => {
  await loaded(page);
  const opener = page.getByRole('button', { name: 'Filters', exact: true });
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
};

/** Takes the network from a page, and resolves when the page says so. */
export const goOffline = async (page: Page): Promise<void> => {
  await page.context().setOffline(true);
  await page.getByText('You are offline. This page may be out of date.').waitFor();
};
