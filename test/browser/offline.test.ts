import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { anOperatorAlone, theDashboard } from '../helpers/dashboard.ts';
import { goOffline, loaded, openFilters } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();

test('offline a page says so and recovers by itself, and no action is made later by itself', async (t) => {
  const customer = { type: 'individual', first_name: 'Ada', last_name: 'Offline' };
  const created = { method: 'POST', path: '/customers', body: customer } as const;
  const { id } = (await dashboard.call.sandbox(created)).body;
  // Pages of one profile come online one after another, and all say so with the first.
  const page = await anOperatorAlone(t, dashboard, `/sandbox/customers/${id}`);
  await page.getByRole('button', { name: 'Suspend' }).click();
  const question = page.getByRole('dialog', { name: 'Suspend Ada Offline' });
  let sent = 0;
  await page.context().route('**/v1/customers/*/suspend', (route) => {
    sent += 1;
    return route.continue();
  });
  await goOffline(page);
  await question.getByRole('button', { name: 'Suspend' }).click();
  await question.getByText('The connection was lost').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  // A list that was not read before: not an endless “Loading”.
  await page.getByRole('link', { name: 'Documents', exact: true }).first().click();
  const lost = page.getByText(/The connection was lost/);
  await lost.first().waitFor();
  sent = 0;
  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  // The list is read without a click.
  await lost.first().waitFor({ state: 'detached' });
  await loaded(page);
  await goOffline(page);
  // A page whose script was not loaded before.
  await page.getByRole('link', { name: 'API reference' }).click();
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
  const { body } = await dashboard.call.sandbox({
    method: 'GET',
    path: `/customers/${id}` as '/customers',
  });
  assert.deepEqual([sent, body.status], [0, 'active']);
});

test('a picker that is pressed offline opens when the network is back, and its form is as it was', async (t) => {
  const page = await anOperatorAlone(t, dashboard, '/sandbox/cards/new');
  const currency = page.getByRole('button', { name: /^Currency/ });
  await currency.filter({ hasText: 'USD' }).waitFor();
  const nickname = page.getByLabel('Nickname');
  await goOffline(page);
  await currency.click();
  await nickname.fill('Kept');
  await page.context().setOffline(false);
  await page.getByRole('option', { name: 'Japanese Yen (JPY)' }).click();
  await currency.filter({ hasText: 'JPY' }).waitFor();
  assert.equal(await nickname.inputValue(), 'Kept');
});

test('keys that are pressed before the choices have come are in their search', async (t) => {
  const page = await anOperatorAlone(t, dashboard, '/sandbox/cards/new');
  const currency = page.getByRole('button', { name: /^Currency/ });
  await currency.filter({ hasText: 'USD' }).hover({ trial: true });
  await goOffline(page);
  await currency.press('Enter');
  await page.keyboard.type('yen?');
  await page.keyboard.press('Backspace');
  await page.context().setOffline(false);
  const options = page.getByRole('option');
  await options.filter({ hasText: 'Japanese Yen (JPY)' }).hover();
  assert.equal(await page.getByRole('combobox', { name: 'Currency' }).inputValue(), 'yen');
  assert.equal(await options.count(), 1);
  await options.click();
  await currency.filter({ hasText: 'JPY' }).hover();
});

test('keys that are pressed before choices without a search have come find their choice', async (t) => {
  const page = await anOperatorAlone(t, dashboard, '/sandbox/cards/new');
  const type = page.getByRole('button', { name: /^Type/ });
  await type.filter({ hasText: 'Virtual' }).hover({ trial: true });
  await goOffline(page);
  await type.press('Enter');
  await page.keyboard.type('ph');
  await page.context().setOffline(false);
  await page.getByRole('option', { name: 'Physical' }).and(page.locator(':focus')).hover();
  await page.keyboard.press('Enter');
  await type.filter({ hasText: 'Physical' }).hover();
});

test('a page that cannot be refreshed keeps what it shows and says since when, unless a person may not see it any more', async (t) => {
  const body = { url: 'http://127.0.0.1:1024/refreshed' };
  await dashboard.call.sandbox({ method: 'POST', path: '/webhooks', body });
  const page = await anOperatorAlone(t, dashboard, '/sandbox/webhooks');
  const grid = page.getByRole('grid', { name: 'Webhooks' });
  const notice = page.getByRole('status').filter({ hasText: 'could not be refreshed' });
  let status = 500;
  await page.route('**/v1/webhooks?*', (route) =>
    status === 200
      ? route.continue()
      : route.fulfill({ status, headers: { 'x-should-retry': 'false' }, json: {} }),
  );
  const answered = async (button: Locator) => {
    await Promise.all([page.waitForResponse('**/v1/webhooks?*'), button.click()]);
    await loaded(page);
  };
  const refresh = page.getByRole('button', { name: 'Refresh webhooks' });
  await answered(refresh);
  const since = await notice.getByRole('time').getAttribute('datetime');
  assert.ok(Math.abs(Date.now() - Date.parse(String(since))) < 60_000);
  assert.equal(await grid.count(), 1);
  status = 200;
  await answered(notice.getByRole('button', { name: 'Try again' }));
  assert.equal(await notice.count(), 0);
  for (const gone of [403, 404]) {
    assert.ok((await grid.getByRole('link').count()) > 0);
    status = gone;
    await answered(refresh);
    assert.deepEqual([await notice.count(), await grid.getByRole('link').count()], [0, 0]);
    status = 200;
    await answered(page.getByRole('button', { name: 'Try again' }));
  }
});

test('menu, calendar and search that are opened offline are there when the network is back', async (t) => {
  const page = await anOperatorAlone(t, dashboard, '/sandbox/customers');
  await openFilters(page);
  for (const [open, part] of [
    [
      () => page.getByRole('button', { name: dashboard.email }).click(),
      page.getByRole('menuitem', { name: 'Sign out' }),
    ],
    [
      () => page.getByRole('button', { name: 'Calendar: From day' }).click(),
      page.getByRole('gridcell', { name: /\b15\b/ }),
    ],
    [() => page.keyboard.press('Control+k'), page.getByRole('combobox', { name: 'Search' })],
  ] as const) {
    await goOffline(page);
    await open();
    await page.context().setOffline(false);
    await part.hover();
    await page.keyboard.press('Escape');
  }
});

test('a filled form asks before it is left, offline too', async (t) => {
  const page = await anOperatorAlone(t, dashboard, '/sandbox/webhooks/new');
  const asks = page.waitForResponse(/\/assets\/overlays-[^/]+\.js$/);
  const field = page.getByLabel('Webhook URL');
  await field.fill('https://example.com/offline');
  await (await asks).finished();
  await goOffline(page);
  await page.getByRole('link', { name: 'Cards', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  assert.equal(await field.inputValue(), 'https://example.com/offline');
});
