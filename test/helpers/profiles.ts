import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { EnvironmentName } from '../../lib/environments.ts';
import { keptPages } from './kept-pages.ts';
import { loaded } from './page-navigation.ts';
import { signIn } from './sign-in-page.ts';

/** A person who signed in: their browser profile, and what their pages last sent to the dashboard API of an environment as `Authorization`. */
export type Operator = {
  readonly profile: BrowserContext;
  readonly pages: ReturnType<typeof keptPages>;
  readonly authorization: (environment: EnvironmentName) => string;
};

/** Signs a person in with a browser profile of their own. */
export const signedIn = async (
  browser: Browser,
  dashboard: { readonly url: string; readonly email: string; readonly password: string },
): Promise<Operator> => {
  const context = await aProfile(browser);
  const authorization = new Map<string | undefined, string>();
  context.on('request', (request) => {
    const { authorization: sent } = request.headers();
    if (sent) authorization.set(/\/api\/(sandbox|live)\//.exec(request.url())?.[1], sent);
  });
  const page = await context.newPage();
  await page.goto(new URL('/live/home', dashboard.url).href);
  await signIn(page, dashboard);
  await loaded(page);
  // It stays at something of the site: beside it the pages of this profile share one process, which has compiled the scripts.
  await page.goto(new URL('/icon.svg', dashboard.url).href);
  return {
    profile: context,
    pages: keptPages(),
    authorization: (environment) => authorization.get(environment) ?? '',
  };
};

/** The size of a window on a desk. */
export const desk = { width: 1280, height: 900 };

/** A browser profile, as new or as another one was. */
export const aProfile = async (
  browser: Browser,
  begins?: BrowserContextOptions['storageState'],
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    ...(begins && { storageState: begins }),
    viewport: desk,
    // An element that fades in does not have its final colours yet.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // As `until`: it only ends a test that hangs.
  context.setDefaultTimeout(120_000);
  return context;
};
