import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { until } from '../../local/test/helpers/until.ts';
import {
  anOperator,
  assertSignInPage,
  aVisitor,
  changeAnswers,
  copiedBy,
  signIn,
  theDashboard,
} from '../helpers/dashboard.ts';
import { follow, goTo, load, loaded } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();

test('a wrong password is rejected with the e-mail address kept, it can be shown, and after too many it says when to try again', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/customers');
  const email = page.getByLabel('E-mail address');
  const password = page.getByLabel('Password');
  await email.fill('stranger@example.com');
  await password.fill('not the password');
  await page.getByRole('button', { name: 'Show password' }).click();
  assert.equal(await password.getAttribute('type'), 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  assert.equal(await password.getAttribute('type'), 'password');
  const said: string[] = [];
  // The first pause ends after a second, which a busy machine may take for a page; each further one is twice as long.
  while (said.at(-1)?.startsWith('Too many') !== true && said.length < 12) {
    await password.fill('not the password');
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Sign in' }).click(),
    ]);
    said.push(await page.getByRole('alert').innerText());
    assert.equal(await email.inputValue(), 'stranger@example.com');
  }
  assert.equal(said.pop(), 'Too many attempts. Try again in 1 minute.');
  assert.ok(said.length >= 5, `${said.length} attempts`);
  assert.deepEqual(new Set(said), new Set(['Incorrect username or password.']));
});

test('the script of a page is loaded while the code of the sign-in is exchanged', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/customers');
  const asked = page.waitForRequest(/\/assets\/customers-[^/]+\.js$/);
  await page.route('**/oauth2/token', async (route) => {
    await asked;
    await route.continue();
  });
  await signIn(page, dashboard);
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
});

test('a forgotten password is replaced with a code; rules are ticked before they are broken; each page in German too', async (t) => {
  const page = await aVisitor(t, dashboard, '/live/customers');
  // The product's name and mark, as the header of the dashboard has them.
  await page.getByRole('img', { name: 'Financial Services' }).waitFor();
  assert.equal(await page.title(), 'Sign in · Financial Services');
  await page.getByLabel('E-mail address').fill(dashboard.email);
  await assertSignInPage(page, 'the sign-in');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  assert.equal(await page.getByLabel('E-mail address').inputValue(), dashboard.email);
  await assertSignInPage(page, 'asking for a code');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(`If ${dashboard.email} has an account here`).waitFor();
  await assertSignInPage(page, 'the code');
  const sent = new RegExp(`The code (\\d{6}) lets ${dashboard.email} choose another password`);
  const [, code = ''] = await until(() => sent.exec(dashboard.printed()), 'the code is printed');
  await page.getByLabel('Code').fill(code);
  const own = page.getByLabel('New password', { exact: true });
  const kept = page.locator('li.kept');
  await own.fill('lower');
  assert.deepEqual(
    [await page.getByRole('listitem').count(), await kept.allInnerTexts()],
    [5, ['a lowercase letter']],
  );
  await own.fill(dashboard.password);
  assert.equal(await kept.count(), 5);
  await page.getByLabel('New password, again').fill(dashboard.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password was changed.').waitFor();
  assert.equal(await page.getByLabel('E-mail address').inputValue(), dashboard.email);
  // As the dashboard asks for it, where German is chosen.
  const german = new URL(page.url());
  german.pathname = '/login';
  german.searchParams.set('lang', 'de');
  await page.goto(german.href);
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await page.getByRole('button', { name: 'Passwort vergessen?' }).click();
  await page.getByRole('button', { name: 'Code senden' }).waitFor();
  await page.getByRole('button', { name: 'Zurück zur Anmeldung' }).click();
  await page.getByLabel('E-Mail-Adresse').fill(dashboard.email);
  await page.getByLabel('Passwort').fill(dashboard.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  const home = page.getByRole('link', { name: 'Financial Services' }).first();
  assert.equal(await home.locator('img').getAttribute('src'), '/icon.svg');
  assert.equal(await page.title(), 'Customers · Production · Financial Services');
  await page.setViewportSize({ width: 820, height: 900 });
  const widths = await page
    .getByText('Financial Services', { exact: true })
    .evaluateAll((all) =>
      (all as unknown as Shown[]).map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    );
  assert.ok(widths.length > 0 && widths.every((beyond) => beyond <= 0), 'the name is cut');
});

type Shown = { readonly scrollWidth: number; readonly clientWidth: number };

test('signing in leads back to the requested page with its filters, also where the browser forbids to store choices', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/deliveries?status=failed');
  await page.getByLabel('E-mail address').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('lang'), 'en');
  const thrown: string[] = [];
  page.on('pageerror', ({ message }) => thrown.push(message));
  await page.addInitScript(
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })",
  );
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const delayed = Promise.withResolvers<void>();
  await page.route('**/assets/first-*.js', async (route) => {
    await delayed.promise;
    await route.continue();
  });
  const signedIn = signIn(page, dashboard);
  // Before its scripts the page has its bar. Meanwhile the code is exchanged, and nothing else is asked of the sign-in page.
  await page.locator('#root .shell img').waitFor();
  await until(() => requests.includes('/oauth2/token'), 'the code is exchanged');
  const others = requests.filter(
    (path) => path.includes('well-known') || path === '/settings.json',
  );
  assert.deepEqual(others, ['/settings.json']);
  delayed.resolve();
  await signedIn;
  await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  await page.getByRole('button', { name: dashboard.email }).click();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await reloaded;
  await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  assert.deepEqual([new URL(page.url()).search, thrown], ['?status=failed', []]);
});

test('no token and no key is in storage, in an address, on the page or in what is logged', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/configure/api-keys');
  const seen: string[] = [];
  const tokens: string[] = [];
  page.on('request', (request) => seen.push(request.url(), request.headers().referer ?? ''));
  page.on('console', (message) => seen.push(message.text()));
  page.on('pageerror', (error) => seen.push(String(error.stack)));
  page.on('response', async (response) => {
    if (!response.url().endsWith('/oauth2/token')) return;
    const { id_token, access_token, refresh_token } = await response.json();
    tokens.push(id_token, access_token, refresh_token);
  });
  await signIn(page, dashboard);
  await page.getByRole('button', { name: 'Rotate API Key' }).click();
  const question = page.getByRole('dialog', { name: 'Rotate API Key' });
  await question.getByRole('button', { name: 'Rotate API Key' }).click();
  const secret = await copiedBy(
    page,
    page.getByRole('button', { name: 'Copy Secret Key' }).first(),
  );
  assert.match(secret, /^sk_sandbox_/);
  dashboard.rotated(secret);
  seen.push(String(await page.evaluate(everythingKept)));
  await goTo(page, '/sandbox/events');
  await page.getByRole('link', { name: 'API key rotated' }).first().waitFor();
  seen.push(String(await page.evaluate(everythingKept)), await page.content(), dashboard.printed());
  assert.equal(tokens.length, 3);
  for (const one of [...tokens, secret]) {
    assert.ok(one.length > 30);
    // No part may appear: a token's claims, its signature, or a key's random part.
    for (const part of one.split('.'))
      assert.ok(!seen.some((each) => each.includes(part)), `${part.slice(0, 12)}…`);
  }
});

/** Everything that outlives a page, and the history, as one text. */
const everythingKept = `(async () => JSON.stringify([
  { ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href,
  await indexedDB.databases(), await caches.keys(), name,
]))()`;

test('switching the environment leaves a resource for its list and never shows data of the other environment', async (t) => {
  const customer = { type: 'individual', first_name: 'Only', last_name: 'In Sandbox' };
  await dashboard.call.sandbox({ method: 'POST', path: '/customers', body: customer });
  const page = await anOperator(t, dashboard, '/sandbox/customers');
  await follow(page.getByRole('grid').getByRole('link', { name: 'Only In Sandbox' }));
  await page.getByRole('heading', { level: 1, name: 'Only In Sandbox' }).waitFor();
  // The list was read in the sandbox; it must not be shown while the list of the other environment loads.
  const delayed = Promise.withResolvers<void>();
  await page.route('**/api/live/v1/customers?**', async (route) => {
    await delayed.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Production' }).click();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/live/customers');
  assert.equal(await page.getByText('Only In Sandbox').count(), 0);
  // What is read out says so too, once it takes a while.
  const reading = page.getByRole('grid', { name: 'Customers' }).getByText('Loading customers');
  await reading.waitFor();
  delayed.resolve();
  await reading.waitFor({ state: 'detached' });
  await loaded(page);
  assert.equal(await page.getByText('Only In Sandbox').count(), 0);
  await load(page, '/');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/live/home', 'the environment was not remembered');
});

test('a rejected token is said to be an ended session; signing in leads back, without a password while the sign-in page knows the person', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/events');
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  // A renewal that the network loses ends no session.
  const unauthorized = {
    status: 401,
    contentType: 'application/problem+json',
    body: '{"code":"unauthorized"}',
  };
  await page.route('**/oauth2/token', (route) => route.abort());
  await page.route('**/api/sandbox/v1/transactions**', (route) => route.fulfill(unauthorized));
  await page.getByRole('navigation').getByRole('link', { name: 'Transactions' }).click();
  await page.getByText('The connection was lost').first().waitFor();
  await page.unroute('**/oauth2/token');
  let rejected = 0;
  await page.route('**/api/sandbox/v1/cards**', async (route) => {
    rejected += 1;
    if (rejected > 2) return route.continue();
    return route.fulfill(unauthorized);
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Cards' }).click();
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  const signedIn = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signedIn;
  await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor();
  await page.getByRole('grid', { name: 'Cards' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/sandbox/cards');
  // The grid is there before its request.
  await until(() => rejected >= 3, 'the cards are read with a valid token');
});

test('an expired sign-in that cannot be renewed asks for the password and returns to the very page', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/cards?status=frozen#page');
  const isCards = (response: Response) => response.url().includes('/v1/cards');
  const listed = page.waitForResponse(isCards);
  await signIn(page, dashboard);
  await listed;
  await page.getByRole('grid', { name: 'Cards' }).waitFor();
  // The grid is there before its rows: a refresh in between would join the first read.
  await page
    .getByRole('grid', { name: 'Cards' })
    .getByText('Loading cards')
    .waitFor({ state: 'hidden' });
  // Neither the token nor what renews it is good any more, and the sign-in page has forgotten who it was.
  await page.route('**/oauth2/token', (route) =>
    route.fulfill({ status: 400, json: { error: 'invalid_grant' } }),
  );
  await page.route('**/api/sandbox/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer expired' } }),
  );
  await page.context().clearCookies();
  const answered = page.waitForResponse(isCards);
  await page.getByRole('button', { name: 'Refresh cards' }).click();
  assert.equal((await answered).status(), 401);
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Password').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await signIn(page, dashboard);
  await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor();
  assert.equal(page.url(), new URL('/sandbox/cards?status=frozen#page', dashboard.url).href);
});

test('with a token of another kind the API shows nothing, and the page does not go round: it says what may help', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/events');
  await changeAnswers(page, '**/oauth2/token', (tokens) => ({
    ...tokens,
    id_token: tokens.access_token,
  }));
  const statuses = new Set<number>();
  page.on('response', (response) => {
    if (response.url().includes('/api/')) statuses.add(response.status());
  });
  await page.getByLabel('E-mail address').fill(dashboard.email);
  await page.getByLabel('Password').fill(dashboard.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Your sign-in was not accepted').waitFor();
  assert.deepEqual([...statuses], [401]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail address').waitFor();
});

test('signing out ends the other tabs, and what could renew any sign-in: theirs, and that to the other environment', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/home');
  const exchanges: {
    readonly url: string;
    readonly client_id: string;
    readonly refresh_token: string;
  }[] = [];
  page.context().on('response', async (response) => {
    if (!response.url().endsWith('/oauth2/token')) return;
    const client_id =
      new URLSearchParams(response.request().postData() ?? '').get('client_id') ?? '';
    exchanges.push({
      url: response.url(),
      client_id,
      refresh_token: (await response.json()).refresh_token,
    });
  });
  await signIn(page, dashboard);
  const other = await page.context().newPage();
  await other.goto(new URL('/sandbox/reference#cards.create', dashboard.url).href);
  await other.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
  assert.equal(
    new URL(other.url()).hash,
    '#cards.create',
    'a deep link lost its place on the way through the sign-in',
  );
  await page.getByRole('button', { name: 'Production' }).click();
  await until(() => exchanges.length === 3, 'one tab was signed in to each environment');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.getByRole('button', { name: dashboard.email }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail address').waitFor();
  await other.getByRole('heading', { name: 'You signed out in another tab' }).waitFor();
  assert.equal(await other.getByRole('heading', { name: 'API reference' }).count(), 0);
  for (const { url, ...grant } of exchanges) {
    const renew = () =>
      fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', ...grant }),
      });
    // The other tab ends its own a moment later.
    await until(async () => (await renew()).status === 400, 'the refresh token has ended', 10_000);
    assert.deepEqual(await (await renew()).json(), { error: 'invalid_grant' });
  }
});

test('a tab from before a deploy offers the new version', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/home');
  await page.route('**/assets/reference-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('navigation').getByRole('link', { name: 'API reference' }).click();
  await page.getByRole('heading', { name: 'The dashboard was updated' }).waitFor();
  await page.unroute('**/assets/reference-*.js');
  await page.getByRole('button', { name: 'Load the new version' }).click();
  await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
});

test('the first page loads at most 190 kB of script and 10 kB of style, and 8 kB of script more for its chart and latest rows, not before', async (t) => {
  await dashboard.call.sandbox({
    method: 'POST',
    path: '/webhooks',
    body: { url: 'http://127.0.0.1:1024/chart' },
  });
  const page = await aVisitor(t, dashboard);
  const [scripts, sheets] = [new Set<string>(), new Set<string>()];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.add(response.url());
    if (response.url().endsWith('.css')) sheets.add(response.url());
  });
  // Home is the first page; the data of its chart is delayed, so that only scripts without the chart are counted.
  const delayed = Promise.withResolvers<void>();
  await page.route('**/v1/overview', async (route) => {
    await delayed.promise;
    await route.continue();
  });
  const account = page.waitForResponse('**/v1/accounts');
  await signIn(page, dashboard);
  await account;
  await page.getByText('Loading', { exact: true }).waitFor();
  // Asked of the site: the browser may have dropped what it navigated away from.
  const first = [[...scripts], [...sheets]] as const;
  const bytesOf = async (url: string) => (await fetch(url)).bytes();
  // The style as CloudFront sends it; the script as it is sent where only gzip is taken.
  const total = { script: 0, style: 0 };
  const scriptOf = async (urls: Iterable<string>) => {
    const files = await Promise.all([...urls].map(bytesOf));
    return files.reduce((sum, file) => sum + gzipSync(file).length, 0);
  };
  total.script = await scriptOf(first[0]);
  for (const url of first[1]) total.style += brotliCompressSync(await bytesOf(url)).length;
  t.diagnostic(
    `${total.script} bytes of script in ${first[0].length} files, ${total.style} of style`,
  );
  assert.ok(total.script > 0 && total.script <= 190_000, `${total.script} bytes of script`);
  assert.ok(total.style > 0 && total.style <= 10_000, `${total.style} bytes of style`);
  const charts = () => [...scripts].filter((url) => /bars|chart/.test(url));
  assert.deepEqual(charts(), []);
  delayed.resolve();
  await page.getByText('Failed', { exact: true }).first().waitFor();
  assert.ok(charts().length > 0, 'the chart came with the first page');
  const more = await scriptOf(scripts.difference(new Set(first[0])));
  assert.ok(more <= 8_000, `${more} bytes of script for the chart and the latest rows`);
});
