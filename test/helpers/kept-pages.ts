import type { Page } from 'playwright-core';
import { settled } from './page-navigation.ts';

/** For so long the dashboard shows again what it has read: 5 seconds, from the read of lists 1.5 seconds after a change on. */
const fresh_ms = 7_000;

/** A page that reads nothing, by its environment. */
const restAt = (environment: string): string => `/${environment}/nowhere`;

/** Events of a page that tests listen for. */
const listened = ['request', 'response', 'console', 'pageerror', 'dialog', 'download'] as const;

/** A page that a test has left, and since when. */
type Resting = { readonly page: Page; readonly environment: string; readonly since: number };

/**
 * The pages of a person that rest between two tests: to go on in one costs a tenth of loading another. One rests until all
 * that it has read is read again. Only a test that passed leaves its page.
 */
export const keptPages = () => {
  let resting: Resting[] = [];
  return {
    /** The page of an environment that has rested longest; undefined where none has rested long enough. */
    take: async (environment: string | undefined): Promise<Page | undefined> => {
      for (;;) {
        const found = resting.find(
          (one) => one.environment === environment && one.since < performance.now() - fresh_ms,
        );
        if (!found) return undefined;
        resting = resting.filter((one) => one !== found);
        const { page } = found;
        const isFit = page.url().endsWith(restAt(found.environment)) && page.evaluate(settled);
        if (await Promise.resolve(isFit).catch(() => false)) return page;
        await page.close();
      }
    },
    /** Takes from a page all that a test has done to it, and lets it rest. */
    rest: async (page: Page): Promise<void> => {
      if (page.isClosed()) return;
      const environment = new URL(page.url()).pathname.split('/')[1] ?? '';
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      for (const event of listened) await page.removeAllListeners(event);
      if (!(await page.evaluate(leaves(restAt(environment))).catch(() => false)))
        return page.close();
      await page.mouse.move(0, 0);
      resting.push({ page, environment, since: performance.now() });
    },
  };
};

/** Goes to another page, if this is one of the dashboard. */
const leaves = (path: string): string => `{
  const isSite = document.querySelector('main#page') !== null;
  if (isSite) {
    history.pushState(null, '', '${path}');
    dispatchEvent(new PopStateEvent('popstate'));
  }
  isSite;
}`;
