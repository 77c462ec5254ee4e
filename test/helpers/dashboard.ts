import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { APIResponse, Browser, Locator, Page, ViewportSize } from 'playwright-core';
import { root } from '../../bin/build.ts';
import { listeningStart } from '../../bin/bundling.ts';
import type { EnvironmentName } from '../../lib/environments.ts';
import { awsFile } from '../../local/files.ts';
import { build_ms_max, startScript } from '../../local/test/helpers/processes.ts';
import { until } from '../../local/test/helpers/until.ts';
import { type Caller, callerOf } from './call.ts';
import { launchBrowser } from './chromium.ts';
import { goTo, loaded } from './page-navigation.ts';
import { aProfile, desk, type Operator, signedIn } from './profiles.ts';
import { shared } from './shared.ts';
import { accept, entered, passwordSent } from './sign-in-page.ts';
import { type Tables, tablesOf } from './tables.ts';

/** A World that listens with its site, and a browser: what `npm start` starts and prints. */
export type Dashboard = {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly browser: Browser;
  /** Calls the public API as the demo business. */
  readonly call: { readonly sandbox: Caller; readonly live: Caller };
  /** Calls the sandbox with another key from now on: what is rotated ends for all tests of the process. */
  readonly rotated: (secretKey: string) => void;
  readonly baseUrl: { readonly sandbox: string; readonly live: string };
  readonly tenantId: string;
  /** The tables of an environment, the sandbox's unless another is named, past the API. */
  readonly tables: (environment?: EnvironmentName) => Tables;
  /** The browser profile of a person who signed in: its pages do so without being asked again. */
  readonly operator: () => Promise<Operator>;
  /** Everything that the service printed. */
  readonly printed: () => string;
  stop(): Promise<void>;
};

/** Waits and graces are so many times shorter here. */
export const clock_speed = listeningStart.clockSpeed;

const assembly = fileURLToPath(new URL('../../.build/assembly-listening', import.meta.url));

/** The one service and browser of all files of this process. */
export const theDashboard = (): Promise<Dashboard> => shared('dashboard', startDashboard);

type Reported = {
  readonly sandbox: {
    readonly base_url: string;
    readonly secret_key: string;
    readonly tenant_id: string;
  };
  readonly live: { readonly base_url: string; readonly secret_key: string };
  readonly dashboard: { readonly url: string; readonly email: string; readonly password: string };
};

const startDashboard = async (): Promise<Dashboard> => {
  const folder = mkdtempSync(join(tmpdir(), 'listening-'));
  const script = startScript('test/world/listening/main.ts', [assembly, folder], root);
  const stop = async (): Promise<void> => {
    script.child.kill('SIGTERM');
    await script.ended;
    rmSync(folder, { recursive: true });
  };
  try {
    const isReady = () => {
      assert.equal(script.child.exitCode, null, script.stderr());
      return script.stdout().includes('Ready.');
    };
    await until(isReady, 'the service is ready', build_ms_max);
    const reported: Reported = JSON.parse(readFileSync(join(folder, 'environment.json'), 'utf8'));
    const browser = await launchBrowser();
    const { sandbox, live, dashboard } = reported;
    let sandboxKey = sandbox.secret_key;
    let operator: Promise<Operator> | undefined;
    return {
      ...dashboard,
      browser,
      call: {
        sandbox: (call) => callerOf(sandbox.base_url, sandboxKey)(call),
        live: callerOf(live.base_url, live.secret_key),
      },
      rotated: (secretKey) => {
        sandboxKey = secretKey;
      },
      baseUrl: { sandbox: sandbox.base_url, live: live.base_url },
      tenantId: sandbox.tenant_id,
      tables: (environment) => {
        const { endpoint, ...operator } = JSON.parse(readFileSync(awsFile(folder), 'utf8'));
        return tablesOf({ endpoint, operator }, environment);
      },
      operator: () => {
        operator ??= signedIn(browser, dashboard);
        return operator;
      },
      printed: () => script.stdout() + script.stderr(),
      stop: async () => {
        await browser.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** A test, or a file, whose end ends a visit of the site. */
type Visit = { after(end: () => Promise<void>): void };

/** A visitor with a browser profile of their own, at a page of the site, not signed in. */
export const aVisitor = async (
  t: Visit,
  { browser, url }: Dashboard,
  path = '/',
): Promise<Page> => {
  const context = await aProfile(browser);
  const page = await context.newPage();
  t.after(async () => {
    // With the last file of a process the browser has ended already.
    if (!page.isClosed()) await left(page);
    await context.close();
  });
  await page.goto(new URL(path, url).href);
  return page;
};

/** A request that a test holds back or changes when its page closes fails no test. */
const left = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'ignoreErrors' });

/** A colleague who was invited with a role, at a page of the site. */
export const aColleague = async (t: Visit, dashboard: Dashboard, role: string, path: string) => {
  const email = `${role}-${randomUUID().slice(0, 8)}@example.com`;
  const { authorization } = await dashboard.operator();
  const invited = await fetch(new URL('/api/live/v1/operators', dashboard.url), {
    method: 'POST',
    headers: {
      authorization: authorization('live'),
      'idempotency-key': email,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email, role }),
  });
  assert.equal(invited.status, 201, await invited.text());
  const page = await aVisitor(t, dashboard, path);
  await accept(page, email, await passwordSent(dashboard, email, 1));
  await entered(page);
  return { email, page };
};

/** How wide and how bright a page is shown; otherwise as a desk shows it. */
type Look = { readonly viewport: ViewportSize; readonly colorScheme: 'light' | 'dark' };

/**
 * A person who signed in with the registered e-mail address, at a page of the site, in the profile that all of them share. It
 * is a page that a test before has left, where one has rested. Before it reads anything, `prepare` is called with it.
 */
export const anOperator = async (
  t: TestContext,
  dashboard: Dashboard,
  path = '/',
  look?: Look,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Page> => {
  const { profile, pages } = await dashboard.operator();
  const kept = await pages.take(path.split('/')[1]);
  const page = kept ?? (await profile.newPage());
  t.after(() => (hasPassed(t) ? pages.rest(page) : closed(t, page)));
  if (kept || look) {
    await page.setViewportSize(look?.viewport ?? desk);
    await page.emulateMedia({ colorScheme: look?.colorScheme ?? null });
  }
  await prepare(page);
  await (kept ? goTo(page, path) : opened(page, dashboard, path));
  return page;
};

/**
 * The same person, in a profile of their own: the clock, the network and the storage are those of all pages of a profile.
 * The sign-in page knows them there too.
 */
export const anOperatorAlone = async (
  t: TestContext,
  dashboard: Dashboard,
  path: string,
  language = 'en',
): Promise<Page> => {
  const { profile } = await dashboard.operator();
  const { origin } = new URL(dashboard.url);
  const localStorage = [{ name: 'dashboard.language', value: language }];
  const cookies = await profile.cookies();
  const context = await aProfile(dashboard.browser, {
    cookies,
    origins: [{ origin, localStorage }],
  });
  const page = await context.newPage();
  t.after(() => closed(t, page).finally(() => context.close()));
  await opened(page, dashboard, path);
  return page;
};

const opened = async (page: Page, { url }: Dashboard, path: string): Promise<void> => {
  await page.goto(new URL(path, url).href);
  await loaded(page);
};

const hasPassed = (t: TestContext): boolean => 'passed' in t && t.passed === true;

/** Says of a test that failed what its page showed. */
const closed = async (t: TestContext, page: Page): Promise<void> => {
  if (!hasPassed(t)) t.diagnostic(`The page showed:\n${await page.locator('body').innerText()}`);
  await left(page);
  await page.close();
};

/** Changes the body of what the service answers at an address; a connection that was idle too long is opened again. */
export const changeAnswers = (
  page: Page,
  address: string | RegExp,
  change: (body: Answered) => unknown,
) =>
  page.route(address, async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    await route.fulfill({ response, json: await change(await response.json()) });
  });

type Answered = Awaited<ReturnType<APIResponse['json']>>;

/** Keeps what a page shows as a picture of the documents, where these are renewed. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.PICTURES;
  if (!folder) return;
  await loaded(page);
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
};

/** The text that was copied last. */
export const copied = (page: Page): Promise<string> =>
  page.evaluate('navigator.clipboard.readText()');

/** Presses what copies something new until it has, and answers what it was: it arrives a moment after the click. */
export const copiedBy = async (page: Page, button: Locator): Promise<string> => {
  const before = await copied(page);
  return until(async () => {
    await button.click();
    const now = await copied(page);
    return now !== before && now;
  }, 'something new is copied');
};
