import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  anOperator,
  anOperatorAlone,
  changeAnswers,
  copiedBy,
  theDashboard,
} from '../helpers/dashboard.ts';
import { assertAccessible } from '../helpers/page-layout.ts';
import { goTo } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();

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
  // Its clock is its own: Home stays open, and is read again within seconds.
  const page = await anOperatorAlone(t, dashboard, '/live/configure');
  await page.clock.install();
  // Only a new business has so little: these are real answers with less in them.
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
  await goTo(page, '/live/home');
  const done = steps.filter({ has: page.getByRole('img', { name: 'Done' }) });
  /** The steps that are ticked once the open page was read again. */
  const ticked = async (count: number, after_ms = 10_000) => {
    await page.clock.fastForward(after_ms);
    await done.nth(count - 1).waitFor();
    const texts = await done.allInnerTexts();
    return texts.map((text) => /own key|first request|Webhook|Customer/.exec(text)?.[0]);
  };
  assert.deepEqual([await steps.count(), await done.count()], [4, 0]);
  keys = { last_used_on: null, created_at: new Date().toISOString() };
  assert.deepEqual(await ticked(1), ['own key']);
  keys = { last_used_on: '2026-11-20' };
  assert.deepEqual(await ticked(2), ['own key', 'first request']);
  const body = { url: 'https://receiver.example/first', event_types: ['webhook.disabled'] };
  const { body: webhook } = await dashboard.call.live({ method: 'POST', path: '/webhooks', body });
  t.after(() => dashboard.call.live({ method: 'DELETE', path: `/webhooks/${webhook.id}` }));
  assert.deepEqual(await ticked(3, 60_000), ['own key', 'first request', 'Webhook']);
  await assertAccessible(page, 'the first steps, the last one left');
  const customer = { type: 'individual', first_name: 'Ada', last_name: 'First' };
  assert.equal(
    (await dashboard.call.live({ method: 'POST', path: '/customers', body: customer })).status,
    201,
  );
  await page.unroute('**/live/v1/customers?limit=1');
  await page.clock.fastForward(60_000);
  await steps.first().waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('heading', { name: 'Deliveries, last 24 hours' }).count(), 1);
  const latest = page.getByRole('listitem').filter({ hasText: 'Customer created' }).first();
  await latest.getByText('Ada First', { exact: true }).waitFor();
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
