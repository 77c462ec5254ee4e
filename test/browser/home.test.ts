import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { idsAt } from '../../functions/core/new-id.ts';
import { saveDelivery } from '../../functions/delivery/deliveries/table.ts';
import { noHealth, saveHealth } from '../../functions/delivery/webhooks/health-table.ts';
import { anOperator, changeAnswers, copiedBy, theDashboard } from '../helpers/dashboard.ts';
import { aStoredDelivery } from '../helpers/fixtures/deliveries.ts';
import { assertAccessible } from '../helpers/page-layout.ts';
import { comeBack, goTo, load } from '../helpers/page-navigation.ts';

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
  await page.getByTitle(/^\d[\d,]* of \d[\d,]* delivered \([\d.]+ %\)\.$/).waitFor();
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

test('a business without webhooks sees its first steps, and what needs a person leads to the very thing', async (t) => {
  // The answer is the real one with more in it: all of this is rare together.
  const isRare = (page: Page) =>
    changeAnswers(page, '**/v1/overview', (overview) => ({
      ...overview,
      reviews_waiting: { count: 100, more: true },
      screenings_open: { count: 1, more: false },
      undelivered: { count: 2, more: false },
      keys_expiring: [expiring],
    }));
  const page = await anOperator(t, dashboard, '/live/home', undefined, isRare);
  const steps = page
    .getByRole('list')
    .filter({ hasText: 'Create your own key' })
    .getByRole('listitem');
  await steps.nth(3).waitFor();
  const linked = await steps
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => new URL(String(link)).pathname));
  assert.deepEqual(linked, [
    '/live/configure/api-keys',
    '/live/webhooks/new',
    '/live/customers/new',
  ]);
  const request = await copiedBy(page, page.getByRole('button', { name: 'Copy request' }));
  assert.equal(request, `curl "${dashboard.baseUrl.live}accounts" -H "Api-Key: YOUR_KEY"`);
  const rows = page.getByRole('list').filter({ hasText: 'More than' }).getByRole('listitem');
  await rows.first().waitFor();
  assert.deepEqual(await rows.locator('.task-name').allInnerTexts(), [
    '2 deliveries have not arrived',
    'More than 100 identities wait for review',
    '1 open screening',
    `sk_live_…4kSV expires ${await rows.getByRole('time').innerText()}.`,
  ]);
  assert.deepEqual(
    await rows
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.innerText, String(link).split('/live')[1]])),
    [
      ['Open deliveries', '/deliveries?status=undelivered'],
      ['Review', '/reviews'],
      ['Compare', '/screenings?status=open'],
      ['Open API keys', '/configure/api-keys'],
    ],
  );
});

test('first steps are ticked as they are done, and leave with the last one, not with the first webhook', async (t) => {
  const page = await anOperator(t, dashboard, '/live/configure');
  // What only a new business has: real answers with less in them.
  let keys: object = { last_used_on: null };
  await changeAnswers(page, '**/live/v1/api-keys?*', ({ data, ...list }) => {
    // The pair that was made with the account.
    const pair = data
      .filter(({ kind }: { readonly kind: string }) => kind !== 'restricted')
      .slice(-2);
    return { ...list, data: pair.map((key: object) => ({ ...key, ...keys })) };
  });
  await changeAnswers(page, '**/live/v1/customers?limit=1', (list) => ({ ...list, data: [] }));
  const steps = page
    .getByRole('list')
    .filter({ hasText: 'Create your own key' })
    .getByRole('listitem');
  const ticked = async () => {
    await comeBack(page, '/live/home');
    await steps.nth(3).waitFor();
    const texts = await steps
      .filter({ has: page.getByRole('img', { name: 'Done' }) })
      .allInnerTexts();
    return texts.map((text) => /own key|first request|Webhook|Customer/.exec(text)?.[0]);
  };
  assert.deepEqual(await ticked(), []);
  keys = { last_used_on: null, created_at: new Date().toISOString() };
  assert.deepEqual(await ticked(), ['own key']);
  keys = { last_used_on: '2026-11-20' };
  assert.deepEqual(await ticked(), ['own key', 'first request']);
  const body = { url: 'https://receiver.example/first', event_types: ['webhook.disabled'] };
  const { body: webhook } = await dashboard.call.live({ method: 'POST', path: '/webhooks', body });
  t.after(() => dashboard.call.live({ method: 'DELETE', path: `/webhooks/${webhook.id}` }));
  assert.deepEqual(await ticked(), ['own key', 'first request', 'Webhook']);
  await assertAccessible(page, 'the first steps, the last one left');
  const customer = { type: 'individual', first_name: 'Ada', last_name: 'First' };
  assert.equal(
    (await dashboard.call.live({ method: 'POST', path: '/customers', body: customer })).status,
    201,
  );
  await page.unroute('**/live/v1/customers?limit=1');
  await comeBack(page, '/live/home');
  await page.getByRole('heading', { name: 'Deliveries, last 24 hours' }).waitFor();
  assert.equal(await steps.count(), 0);
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
  await page.getByTitle('7,295 of 7,353 delivered (99.2 %).').waitFor();
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

const expiring = {
  id: 'key_01jd5fq7k9e8xv3m2n4p6r8t0w',
  object: 'api_key',
  kind: 'secret',
  masked: 'sk_live_…4kSV',
  name: null,
  status: 'expiring',
  created_at: '2026-11-20T15:04:05.123Z',
  expires_at: '2026-11-21T15:04:05.123Z',
};

/** How much of the page has moved by itself since it was loaded, as browsers measure it. */
const shifted = `new Promise((done) => new PerformanceObserver((list) => done(
  list.getEntries().reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
)).observe({ type: 'layout-shift', buffered: true }) || setTimeout(() => done(0), 1000))`;
