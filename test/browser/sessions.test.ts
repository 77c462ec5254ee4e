import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { anOperator, aVisitor, signIn, theDashboard } from '../helpers/dashboard.ts';

const dashboard = await theDashboard();

test('a wrong password lets nobody in, and says so', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/customers');
  await page.getByLabel('E-mail address').fill(dashboard.email);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
});

test('signing in leads back to the page that was asked for, filters and all', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/deliveries?status=failed');
  await signIn(page, dashboard);
  await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  assert.equal(new URL(page.url()).search, '?status=failed');
});

test('no token and no key is in storage, in an address or on the page', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/home');
  const asked: string[] = [];
  let token = '';
  page.on('request', (request) => {
    asked.push(request.url());
    token = request.headers().authorization?.replace('Bearer ', '') ?? token;
  });
  await signIn(page, dashboard);
  await page.getByRole('heading', { level: 2, name: 'Your business' }).waitFor();
  await page.waitForLoadState('networkidle');
  assert.match(token, /^ey/);
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
  assert.doesNotMatch(String(kept), /ey[A-Za-z0-9_-]{20,}\./);
  assert.ok(!(await page.content()).includes(token));
  const [head = ''] = token.split('.');
  assert.deepEqual(
    asked.filter((url) => url.includes(`${head}.`)),
    [],
  );
});

test('switching the environment leaves a thing for its list and never shows what the other one has', async (t) => {
  const customer = { type: 'individual', first_name: 'Only', last_name: 'In Sandbox' };
  const { body } = await dashboard.call.sandbox({ method: 'POST', path: '/customers', body: customer });
  const page = await anOperator(t, dashboard, `/sandbox/customers/${body.id}`);
  await page.getByRole('heading', { level: 1, name: 'Only In Sandbox' }).waitFor();
  await page.getByRole('button', { name: 'Production' }).click();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/live/customers');
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByText('Only In Sandbox').count(), 0);
  await page.goto(dashboard.url);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/live/home', 'the environment was not remembered');
});

test('a token that the API refuses leads to signing in again and back, while the sign-in page still knows who it is', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/events');
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  let refused = 0;
  await page.route('**/api/sandbox/v1/cards**', async (route) => {
    refused += 1;
    if (refused > 2) return route.continue();
    return route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"code":"unauthorized"}' });
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Cards' }).click();
  await page.waitForEvent('load');
  await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor();
  await page.getByRole('grid', { name: 'Cards' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/sandbox/cards');
  assert.ok(refused >= 3);
});

test('an API that refuses whoever has just signed in again does not send the page round: it says what may help', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/events');
  await page.route('**/api/sandbox/v1/events**', (route) =>
    route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"code":"unauthorized"}' }),
  );
  await page.getByLabel('E-mail address').fill(dashboard.email);
  await page.getByLabel('Password').fill(dashboard.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The API refuses your sign-in').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail address').waitFor();
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

test('the first page loads at most 400 KB of script as it is sent, and no chart before one is shown', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/configure');
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.add(response.url());
  });
  await signIn(page, dashboard);
  await page.waitForLoadState('networkidle');
  // Asked of the site: the browser may have dropped what it navigated away from.
  let total = 0;
  for (const url of scripts) total += gzipSync(await (await fetch(url)).bytes()).length;
  assert.ok(total > 0 && total <= 400 * 1024, `${total} bytes`);
  assert.deepEqual(
    [...scripts].filter((url) => /last-day|chart/.test(url)),
    [],
  );
});
