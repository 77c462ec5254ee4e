import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Response } from 'playwright-core';
import { until } from '../../local/test/helpers/until.ts';
import {
  anOperator,
  aVisitor,
  changeAnswers,
  copiedBy,
  theDashboard,
} from '../helpers/dashboard.ts';
import { follow, goTo, load, loaded, reload, titleOf } from '../helpers/page-navigation.ts';
import { signIn } from '../helpers/sign-in-page.ts';

const dashboard = await theDashboard();

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
  assert.equal(await titleOf(page), 'Only In Sandbox');
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
  assert.equal(await titleOf(page), 'Home');
  assert.equal(new URL(page.url()).pathname, '/live/home', 'the environment was not remembered');
});

test('a rejected token is said to be an ended session; signing in leads back, without a password while the sign-in page knows the person', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/events');
  // A list that was read before stays.
  await reload(page);
  assert.equal(await titleOf(page), 'Events');
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
