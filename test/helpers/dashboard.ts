import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startScript } from '../../local/test/helpers/processes.ts';
import { until } from '../../local/test/helpers/until.ts';
import { type Caller, callerOf } from './call.ts';
import { aChromium } from './chromium.ts';
import { shared } from './shared.ts';

/** A running service with its site, and a browser: what `npm start` starts and tells. */
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
  /** Everything that the service printed. */
  readonly printed: () => string;
  stop(): Promise<void>;
};

/** The one service and browser of all files of this process. */
export const theDashboard = (): Promise<Dashboard> => shared('dashboard', startDashboard);

type Told = {
  readonly sandbox: { readonly base_url: string; readonly secret_key: string; readonly tenant_id: string };
  readonly live: { readonly base_url: string; readonly secret_key: string };
  readonly dashboard: { readonly url: string; readonly email: string; readonly password: string };
};

const startDashboard = async (): Promise<Dashboard> => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
  const variables = { PORT: '0', LOCAL_DATA: 'memory', LOCAL_CLOCK_SPEED: '60' };
  const script = startScript('bin/start.ts', [], folder, variables);
  const stop = async (): Promise<void> => {
    script.child.kill('SIGTERM');
    await script.ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until(() => {
      assert.equal(script.child.exitCode, null, script.stderr());
      return script.stdout().includes('Ready after');
    }, 'the service is ready');
    const told: Told = JSON.parse(readFileSync(join(folder, '.local', 'environment.json'), 'utf8'));
    const browser = await aChromium();
    const { sandbox, live, dashboard } = told;
    let sandboxKey = sandbox.secret_key;
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

/** A visitor with a browser profile of their own, at a page of the site: nobody yet. */
export const aVisitor = async (
  t: TestContext,
  { browser, url }: Dashboard,
  path = '/',
  options: BrowserContextOptions = {},
): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    // What fades in has not yet the colours that it is read in.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(new URL(path, url).href);
  return page;
};

/** Types e-mail address and password into the sign-in page. */
export const signIn = async (page: Page, { email, password }: Pick<Dashboard, 'email' | 'password'>): Promise<void> => {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
};

/** Somebody who signed in with the registered e-mail address, at a page of the site. */
export const anOperator = async (
  t: TestContext,
  dashboard: Dashboard,
  path = '/',
  options: BrowserContextOptions = {},
): Promise<Page> => {
  const page = await aVisitor(t, dashboard, path, options);
  await signIn(page, dashboard);
  return page;
};

/** Goes to a page of the site as its own links do: without loading it anew, which would sign in once more. */
export const goTo = async (page: Page, path: string): Promise<void> => {
  const there = JSON.stringify(path);
  await page.evaluate(`history.pushState(null, '', ${there}); dispatchEvent(new PopStateEvent('popstate'));`);
  await page.waitForURL(`**${path}`);
};
