import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketOf, middleOf } from '../../functions/core/counters/histogram.ts';
import { declinedName } from '../../functions/core/counters/names.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import { saveDelivery } from '../../functions/delivery/deliveries/table.ts';
import { verificationStatuses } from '../../functions/identity/verifications/states.ts';
import { saveAuthorization } from '../../functions/issuing/authorizations/table.ts';
import { until } from '../../local/test/helpers/until.ts';
import { countOf } from '../helpers/call.ts';
import { anOperator, changeAnswers, theDashboard } from '../helpers/dashboard.ts';
import { anAuthorization } from '../helpers/fixtures/authorizations.ts';
import { aStoredDelivery } from '../helpers/fixtures/deliveries.ts';
import { assertAccessible } from '../helpers/page-layout.ts';
import { comeBack, follow, goTo } from '../helpers/page-navigation.ts';
import type { Any } from '../helpers/printed-document.ts';

const dashboard = await theDashboard();
const { sandbox } = dashboard.call;

const day_ms = 86_400_000;

const noTimings = { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null };

/** Deliveries of a webhook, so many days ago, whose one attempt took 400 ms in four steps. */
const deliveries = (
  webhook_id: string,
  status: 'succeeded' | 'failed',
  daysAgo: number,
  count: number,
  toAws = false,
) => {
  const at = new Date(Date.now() - daysAgo * day_ms).toISOString();
  const newId = idsAt(new Date(at));
  const attempt = { number: 1, trigger: 'automatic', started_at: at, duration_ms: 400 } as const;
  const error =
    status === 'succeeded'
      ? null
      : ({ kind: 'http_status', message: 'The endpoint answered 500.' } as const);
  return Array.from({ length: count }, () =>
    aStoredDelivery({
      id: newId('delivery'),
      event_id: newId('event'),
      tenant_id: dashboard.tenantId,
      webhook_id,
      status,
      created_at: at,
      updated_at: at,
      next_attempt_at: null,
      scheduled_at: null,
      attempts_made: 1,
      last_attempt: { ...attempt, error, response_status: error ? 500 : 200 },
      first_attempt: {
        ...attempt,
        error,
        next_attempt_at: null,
        secret_versions: [1],
        remote_address: '192.0.2.1',
        timings: toAws
          ? noTimings
          : { dns_ms: 40, connect_ms: 60, tls_ms: 100, first_byte_ms: 150 },
        request: { headers: {} },
        response: { status: 200, headers: {}, body: '', body_bytes: 0, body_sha256: '' },
      },
    }),
  );
};

test('a webhook shows how its deliveries went in a day and a week, and a delivery where its time went', async (t) => {
  const path = '/webhooks';
  const body = { url: 'http://127.0.0.1:1024/figures', event_types: ['webhook.disabled'] };
  const { body: webhook } = await sandbox({ method: 'POST', path, body });
  t.after(() => sandbox({ method: 'DELETE', path: `${path}/${webhook.id}` as '/webhooks' }));
  const recent = deliveries(webhook.id, 'succeeded', 0, 2);
  const toAws = deliveries(webhook.id, 'succeeded', 0, 1, true);
  const { put, close } = dashboard.tables();
  const all = [
    ...recent,
    ...toAws,
    ...deliveries(webhook.id, 'failed', 0, 1),
    ...deliveries(webhook.id, 'succeeded', 3, 4),
  ];
  await put(all.map((one) => saveDelivery(one)));
  close();
  const statistics = {
    method: 'GET',
    path: `${path}/${webhook.id}/statistics`,
    query: [['period', 'week']],
  } as const;
  await until(async () => {
    const { body: read } = await sandbox(statistics as unknown as Parameters<typeof sandbox>[0]);
    return read.latency.attempts === all.length;
  }, 'the deliveries are counted');
  const page = await anOperator(t, dashboard, `/sandbox/webhooks/${webhook.id}`);
  await page.getByText('3 of 4 delivered (75 %)').waitFor();
  await page
    .getByText(`${middleOf(bucketOf(400))} ms (4 deliveries)`)
    .first()
    .waitFor();
  await page
    .getByRole('application', { name: 'Deliveries of the last 24 hours to this webhook, by hour' })
    .waitFor();
  await changeAnswers(page, '**/statistics?period=week', (statistics) => ({
    ...statistics,
    deliveries_more: true,
    errors_more: true,
  }));
  await page.getByRole('button', { name: /Period/ }).click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  await page
    .getByText('7 of 8 delivered (87.5 %). Earlier ones are still being counted.')
    .waitFor();
  await page.getByText('Errors of the newest 500 deliveries by cause').waitFor();
  await page
    .getByRole('application', { name: 'Deliveries of the last 7 days to this webhook, by day' })
    .waitFor();
  await page.getByRole('button', { name: 'Verify signatures' }).click();
  await page.getByRole('tab', { name: 'PHP' }).click();
  await page.getByRole('region', { name: 'PHP' }).getByText('hash_equals').waitFor();
  await assertAccessible(page, 'the code for receivers');
  const test = page.getByRole('button', { name: /^Event type/ });
  await test.click();
  await page.getByRole('option', { name: /Card frozen/ }).click();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page
    .getByRole('button', { name: /^Attempt \d+: No connection to the endpoint \(ECONNREFUSED\)/ })
    .waitFor();
  const sent = await sandbox({ method: 'GET', path: `/deliveries?webhook_id=${webhook.id}` });
  assert.equal(sent.body.data[0].event_type, 'card.frozen');
  await goTo(page, `/sandbox/deliveries/${recent[0]?.id}`);
  const rows = page.getByRole('table', { name: 'Timings' }).getByRole('row');
  await rows.first().waitFor();
  const texts = await rows.allInnerTexts();
  const asLines = (all: readonly string[]) =>
    all.map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const measured = [
    'DNS 40 ms',
    'Connection 60 ms',
    'TLS 100 ms',
    'First byte 150 ms',
    'Rest of the response 50 ms',
  ];
  assert.deepEqual(asLines(texts), [...measured, 'Next attempt None scheduled']);
  const bars = await page.evaluate(drawn);
  // Each begins where the one before ends, out of 400 ms.
  assert.deepEqual(bars, [
    [0, 10],
    [10, 15],
    [25, 25],
    [50, 37.5],
    [87.5, 12.5],
  ]);
  // A call to AWS is one step: nothing else of it is measured.
  await goTo(page, `/sandbox/deliveries/${toAws[0]?.id}`);
  await rows.filter({ hasText: 'Whole call' }).waitFor();
  assert.deepEqual(asLines(await rows.allInnerTexts()), [
    'Whole call 400 ms',
    'Next attempt None scheduled',
  ]);
});

/** Where each bar begins and how long it is, in percent of all. */
const drawn = `[...document.querySelectorAll('table[aria-label=Timings] td > div')]
  .map(({ style }) => [style.marginInlineStart, style.inlineSize].map((text) => Number.parseFloat(text)))`;

test('Home reads the figures of 30 days when they are chosen, and says why authorizations were declined', async (t) => {
  const now = new Date();
  const of = { tenant_id: dashboard.tenantId, created_at: now.toISOString() };
  const newId = idsAt(now);
  const declined = {
    approved: false,
    status: 'closed',
    decline_reason: 'merchant_blocked',
  } as const;
  const { put, items, close } = dashboard.tables();
  const blockedOnes = async (): Promise<number> =>
    sumOf(
      (await items('counters', dashboard.tenantId)).map(
        (hour) => hour[declinedName('merchant_blocked')] ?? 0,
      ),
    );
  const before = await blockedOnes();
  await put([
    saveAuthorization(anAuthorization({ ...of, id: newId('authorization'), amount: 12_300 })),
    saveAuthorization(anAuthorization({ ...of, ...declined, id: newId('authorization') })),
  ]);
  await until(async () => (await blockedOnes()) > before, 'the declined authorization is counted');
  close();
  const page = await anOperator(t, dashboard, '/sandbox/home');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/overview/figures')) asked.push(request.url());
  });
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  const opened = page.getByRole('button', { name: '30 days' });
  await opened.waitFor();
  assert.deepEqual(asked, []);
  await opened.click();
  await page.getByText(/^\d+ of \d+ approved$/).waitFor();
  for (const name of [
    'Customers created, by day',
    'Verifications created, by day and status',
    /^Spending in \w{3}, by day$/,
  ])
    await page.getByRole('application', { name }).first().waitFor();
  assert.equal(asked.length, 1);
  const blocked = page.getByRole('link', { name: /\d+ × The card blocks this merchant\./ });
  const times = Number.parseInt(await blocked.innerText(), 10);
  await follow(blocked);
  assert.match(page.url(), /\/authorizations\?decline_reason=merchant_blocked$/);
  const merchants = page.getByRole('grid').locator('.cell[data-name="Merchant"]');
  await until(
    async () => (await merchants.count()) === Math.min(25, times),
    'as many are listed as were counted',
  );
  // While earlier ones are still being counted, the page says so.
  await changeAnswers(page, '**/v1/overview/figures', (figures) => ({ ...figures, more: true }));
  await comeBack(page, '/sandbox/home');
  await opened.click();
  await page.getByText('Median (p50) (deliveries of the last 24 hours)').waitFor();
  await page.getByText('Earlier ones are still being counted.').waitFor();
});

test('the figures of Home are those of the lists', async (t) => {
  const path = '/webhooks';
  const body = { url: 'http://127.0.0.1:1024/counted', event_types: ['webhook.disabled'] };
  const { body: webhook } = await sandbox({ method: 'POST', path, body });
  t.after(() => sandbox({ method: 'DELETE', path: `${path}/${webhook.id}` }));
  const { put, close } = dashboard.tables();
  await put(
    [...deliveries(webhook.id, 'succeeded', 0, 2), ...deliveries(webhook.id, 'failed', 0, 1)].map(
      (one) => saveDelivery(one),
    ),
  );
  close();
  const page = await anOperator(t, dashboard, '/sandbox/home');
  const numbersOf = (text: string): number[] =>
    text.replaceAll(',', '').match(/\d+/g)?.map(Number) ?? [];
  const numbersIn = async (text: RegExp): Promise<number[]> =>
    numbersOf(await page.getByText(text).first().innerText());
  const since = (span_ms: number, spans: number) => ({
    created_after: new Date(
      (Math.floor(Date.now() / span_ms) - spans + 1) * span_ms - 1,
    ).toISOString(),
  });
  // Deliveries of other tests may arrive meanwhile: then all are counted once more.
  const areThoseOfTheList = async () => {
    await comeBack(page, '/sandbox/home');
    const delivered = page.getByTitle(/^[\d,]+ of [\d,]+ delivered/);
    const [succeeded, all] = numbersOf(String(await delivered.getAttribute('title')));
    const [undelivered = 0] = await numbersIn(
      /^(More than )?\d+ deliver(y has|ies have) not arrived/,
    );
    const counted: number[] = [];
    for (const status of ['succeeded', 'retrying', 'failed', 'paused'])
      counted.push(await countOf(sandbox, '/deliveries', { ...since(day_ms / 24, 24), status }));
    const failed = await countOf(sandbox, '/deliveries', { status: 'undelivered' });
    return (
      succeeded === counted[0] && all === sumOf(counted) && undelivered === Math.min(100, failed)
    );
  };
  await until(areThoseOfTheList, 'the deliveries are those of the list');
  const answered = page.waitForResponse('**/overview/figures');
  await page.getByRole('button', { name: '30 days' }).click();
  const { days }: Any = await (await answered).json();
  const month = since(day_ms, 30);
  assert.deepEqual(await numbersIn(/^\d+ of \d+ approved$/), [
    await countOf(sandbox, '/authorizations', { ...month, approved: 'true' }),
    await countOf(sandbox, '/authorizations', month),
  ]);
  const customers = days.map((day: Any) => day.customers);
  assert.equal(sumOf(customers), await countOf(sandbox, '/customers', month));
  for (const status of verificationStatuses) {
    const verifications = days.map((day: Any) => day.verifications[status]);
    assert.equal(
      sumOf(verifications),
      await countOf(sandbox, '/verifications', { ...month, status }),
      status,
    );
  }
});

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
