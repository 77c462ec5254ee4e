import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { idsAt } from '../../functions/core/new-id.ts';
import { saveDelivery } from '../../functions/delivery/deliveries/table.ts';
import { noHealth, saveHealth } from '../../functions/delivery/webhooks/health-table.ts';
import { anOperator, changeAnswers, theDashboard } from '../helpers/dashboard.ts';
import { aStoredDelivery } from '../helpers/fixtures/deliveries.ts';
import { assertAccessible } from '../helpers/page-layout.ts';
import { goTo, load } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();

/** A webhook whose endpoint nobody calls here. */
const aQuietWebhook = async (body: object): Promise<string> => {
  const { body: webhook } = await dashboard.call.sandbox({
    method: 'POST',
    path: '/webhooks',
    body,
  });
  return webhook.id;
};

test('failing deliveries are seen as long as they fail, on a phone too, and nothing moves while pages load', async (t) => {
  const path = '/webhooks';
  const types = { event_types: ['webhook.disabled'] };
  const first = await aQuietWebhook({
    ...types,
    url: 'http://127.0.0.1:1024/orders',
    description: 'Orders',
  });
  const second = await aQuietWebhook({ ...types, url: 'http://127.0.0.1:1024/refunds' });
  t.after(() =>
    Promise.all(
      [first, second].map((id) =>
        dashboard.call.sandbox({ method: 'DELETE', path: `${path}/${id}` as '/webhooks' }),
      ),
    ),
  );
  const { put, close } = dashboard.tables();
  const newId = idsAt(new Date());
  const at = new Date().toISOString();
  const deliveries = [first, second, second].map((webhook_id) =>
    saveDelivery(
      aStoredDelivery({
        id: newId('delivery'),
        event_id: newId('event'),
        tenant_id: dashboard.tenantId,
        webhook_id,
        status: 'retrying',
        created_at: at,
        updated_at: at,
        next_attempt_at: null,
        scheduled_at: null,
        url: 'http://127.0.0.1:1024/****',
      }),
    ),
  );
  const paused = aStoredDelivery({
    id: newId('delivery'),
    event_id: newId('event'),
    tenant_id: dashboard.tenantId,
    webhook_id: first,
    status: 'paused',
    created_at: at,
    updated_at: at,
    next_attempt_at: null,
    scheduled_at: null,
    url: 'http://127.0.0.1:1024/****',
  });
  const next_probe_at = new Date(Date.now() + 3_600_000).toISOString();
  const open = {
    ...noHealth,
    state: 'open',
    since: at,
    consecutive_failures: 10,
    next_probe_at,
  } as const;
  const health = saveHealth({ id: first, tenant_id: dashboard.tenantId }, open, new Date());
  await put([...deliveries, saveDelivery(paused), health]);
  close();
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'light' } as const;
  const page = await anOperator(t, dashboard, '/sandbox/configure', phone);
  await load(page, '/sandbox/home');
  const chart = page.getByRole('application', { name: 'Deliveries of the last 24 hours, by hour' });
  await chart.waitFor();
  await page.getByText('Retrying', { exact: true }).first().waitFor();
  await page.getByTitle(/^\d[\d,]* of \d[\d,]* delivered \([\d.]+ %\)$/).waitFor();
  const hasNotMoved = async (what: string) => {
    const shift = Number(await page.evaluate(shifted));
    t.diagnostic(`layout shift of ${what} ${shift.toFixed(4)}`);
    assert.ok(shift <= 0.01, `${what}: ${shift}`);
  };
  /** What a page shows besides comes after its heading is drawn. */
  const later = (path: string) =>
    page.route(path, async (route) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await route.continue();
    });
  await hasNotMoved('home');
  await load(page, '/sandbox/customers');
  await hasNotMoved('customers');
  // Two endpoints of one host are distinguished in the list too, where it has room for more than its first columns.
  await page.setViewportSize({ width: 1280, height: 900 });
  await goTo(page, '/sandbox/deliveries?event_type=customer.created&status=retrying');
  await page.getByRole('link', { name: 'Orders' }).first().waitFor();
  await page.getByRole('link', { name: 'http://127.0.0.1:1024/refunds' }).first().waitFor();
  await page.setViewportSize(phone.viewport);
  // What is paused says for what it waits, and until when.
  await later('**/v1/webhooks?*');
  await load(page, `/sandbox/deliveries/${paused.id}`);
  await page.getByText(/^Paused after 10 failures; next try \d\d:\d\d$/).waitFor();
  await page.locator(`time[datetime="${next_probe_at}"]`).waitFor();
  await page.getByText('This delivery is sent when a try at the endpoint succeeds.').waitFor();
  await page.getByRole('link', { name: 'Orders' }).waitFor();
  await hasNotMoved('delivery');
  const body = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };
  await later('**/v1/customers/*/features*');
  const { body: customer } = await dashboard.call.sandbox({
    method: 'POST',
    path: '/customers',
    body,
  });
  await load(page, `/sandbox/customers/${customer.id}`);
  await page.getByRole('heading', { name: 'Missing for' }).waitFor();
  await hasNotMoved('customer');
  await load(page, '/live/reviews');
  await hasNotMoved('reviews');
});

test('the tiles show the last 24 hours, how they changed since the day before, and when they were read', async (t) => {
  const day = {
    deliveries: { succeeded: 7_295, retrying: 12, failed: 46, paused: 0 },
    p95_ms: 212,
    approved: 914,
    declined: 86,
    spending: [
      { currency: 'EUR', amount: 1_050 },
      { currency: 'USD', amount: 1_248_020 },
    ],
  };
  const isKnown = (page: Page) =>
    changeAnswers(page, '**/v1/overview', (overview) => ({
      ...overview,
      as_of: '2026-11-29T14:02:59.000Z',
      last_day: day,
      day_before: { ...day, p95_ms: 230, approved: 920, declined: 80 },
    }));
  const page = await anOperator(t, dashboard, '/sandbox/home', undefined, isKnown);
  const tiles = page.locator('.tiles > div');
  await tiles.first().waitFor();
  await page.getByText(`As of ${await clock(page, '2026-11-29T14:02:59.000Z')}`).waitFor();
  assert.deepEqual(
    (await tiles.allInnerTexts()).map((text) => text.split('\n').filter(Boolean)),
    [
      ['Delivered', '99.2 %', '0 pt'],
      ['Delivery time (p95)', '212 ms', '-18 ms'],
      ['Approved payments', '91.4 %', '-0.6 pt'],
      ['Spent', '$12,480.20', '+ €10.50'],
    ],
  );
  await page.getByTitle('7,295 of 7,353 delivered (99.2 %)').waitFor();
  await page.getByTitle('914 of 1,000 approved').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await assertAccessible(page, `the tiles, ${colorScheme}`);
  }
});

/** A moment as a clock of the page shows it. */
const clock = (page: Page, at: string): Promise<string> =>
  page.evaluate(
    `new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(new Date('${at}'))`,
  );

test('what cannot be read leaves the rest of Home and of a delivery, and is not asked for without end', async (t) => {
  const id = await aQuietWebhook({
    url: 'http://127.0.0.1:1024/unread',
    event_types: ['webhook.disabled'],
  });
  t.after(() =>
    dashboard.call.sandbox({ method: 'DELETE', path: `/webhooks/${id}` as '/webhooks' }),
  );
  const { put, close } = dashboard.tables();
  const newId = idsAt(new Date());
  const ids = {
    id: newId('delivery'),
    event_id: newId('event'),
    tenant_id: dashboard.tenantId,
    webhook_id: id,
    // One of the fixture's age is deleted within minutes: deliveries are kept for 90 days.
    created_at: new Date().toISOString(),
  };
  await put([saveDelivery(aStoredDelivery(ids))]);
  close();
  const page = await anOperator(t, dashboard, '/sandbox/customers');
  let asked = 0;
  await page.route(/\/v1\/(api-keys|accounts|webhooks)(\?|$)/, (route) => {
    asked += 1;
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { code: 'forbidden' },
    });
  });
  for (const [path, name] of [
    ['home', 'Needs attention'],
    [`deliveries/${ids.id}`, 'Details'],
  ] as const) {
    await load(page, `/sandbox/${path}`);
    await page.getByRole('heading', { name }).waitFor();
  }
  assert.ok(asked <= 12, `asked ${asked} times`);
});

/** How much of the page has moved by itself since it was loaded, as browsers measure it. */
const shifted = `new Promise((done) => new PerformanceObserver((list) => done(
  list.getEntries().reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
)).observe({ type: 'layout-shift', buffered: true }) || setTimeout(() => done(0), 1000))`;
