import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { idsAt } from '../../functions/core/new-id.ts';
import { done } from '../helpers/call.ts';
import { anOperator, theDashboard } from '../helpers/dashboard.ts';
import { aStoredCard } from '../helpers/fixtures/cards.ts';
import { anAppendedEvent } from '../helpers/fixtures/events.ts';
import { aRecordedRequest } from '../helpers/fixtures/requests.ts';
import { arrive, follow, goBack, openFilters } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();
const { put, close } = dashboard.tables();
after(close);
const tenant = { tenant_id: dashboard.tenantId, call: dashboard.call.sandbox, put };

const typeInSearch = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(text);
};

test('Ctrl-K finds a customer, a card, a request and anything by its id, and opens it', async (t) => {
  const profile = { type: 'individual', first_name: 'Ada', last_name: 'Sought' };
  const known = { email: 'ada.sought@example.com', external_id: 'sought-1' };
  const customer = await done(tenant, '/customers', { ...profile, ...known });
  const card = await aStoredCard(tenant, { customer_id: customer.id, last4: '7391' });
  const { request_id } = await aRecordedRequest(tenant);
  const page = await anOperator(t, dashboard, '/sandbox/home');
  const agreement = 'agr_01jd5fq7k9e8xv3m2n4p6r8t0w';
  const sought: readonly (readonly [string, string | RegExp, string])[] = [
    [customer.id, `Open ${customer.id}`, `customers/${customer.id}`],
    [known.email, 'Ada Sought', `customers/${customer.id}`],
    [known.external_id, 'Ada Sought', `customers/${customer.id}`],
    ['sOÚgh', 'Ada Sought', `customers/${customer.id}`],
    ['Ada Sou', 'Ada Sought', `customers/${customer.id}`],
    ['7391', new RegExp(`Card •••• 7391.*${card.cardholder_name}`), `cards/${card.id}`],
    [request_id, `Open ${request_id}`, `requests/${request_id}`],
    // A resource without a page of its own has a history.
    [agreement, `Open ${agreement}`, `events?resource_id=${agreement}`],
  ];
  for (const [text, label, path] of sought) {
    await typeInSearch(page, text);
    await page.getByRole('option', { name: label }).waitFor();
    await page.getByRole('option', { name: label, selected: true }).waitFor();
    const enter = () => page.keyboard.press('Enter');
    const isThere = page.url().endsWith(path);
    await (isThere ? enter() : arrive(page, enter));
    assert.ok(page.url().endsWith(`/sandbox/${path}`), page.url());
    // A new page takes the focus to its heading.
    if (!isThere) await page.locator('h1 :focus').waitFor();
  }
  const search = page.getByRole('combobox', { name: 'Search' });
  await page.keyboard.press('Control+k');
  // Longer than any list takes, and with what no list has.
  for (const text of ['nobody.at.all', 'x'.repeat(300), 'a\u200bb']) {
    await search.fill(text);
    await page
      .getByText(/^Nothing was found. Enter an ID, a name, /)
      .first()
      .waitFor();
    await search.fill('');
  }
  const [unread] = await Promise.all(
    Array.from({ length: 11 }, (_, at) =>
      done(tenant, '/customers', {
        type: 'individual',
        first_name: `Cy ${at}`,
        last_name: 'Manifold',
      }),
    ),
  );
  await search.fill('manif');
  await page.getByText('More names may match.').first().waitFor();
  const manifold = page.getByRole('option', { name: 'Manifold' });
  assert.equal(await manifold.count(), 10);
  // The finds of an earlier text are not offered for the next one, not even when they come late.
  const late = Promise.withResolvers<void>();
  await page.route(/name=manifo/, async (route) => {
    await late.promise;
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest(/name=manifo/);
  await search.fill('manifo');
  assert.equal(await manifold.count(), 0);
  await asked;
  await search.fill('Ada Sou');
  await page.getByRole('option', { name: 'Ada Sought' }).waitFor();
  late.resolve();
  await page.waitForTimeout(300);
  await page.getByRole('option', { name: 'Ada Sought' }).waitFor();
  assert.equal(await manifold.count(), 0);
  // A page that comes while somebody types does not take the focus from the search.
  const typed = Promise.withResolvers<void>();
  await page.route(`**/customers/${unread.id}`, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await search.fill(unread.id);
  await page.getByRole('option', { name: `Open ${unread.id}` }).click();
  await search.waitFor({ state: 'detached' });
  await typeInSearch(page, 'Ada S');
  typed.resolve();
  await page.getByRole('heading', { level: 1, name: 'Cy 0 Manifold' }).waitFor();
  await page.keyboard.type('ou');
  await page.getByRole('option', { name: 'Ada Sought' }).waitFor();
  assert.equal(await search.inputValue(), 'Ada Sou');
});

test('the search opens the first result with Enter, even before it is there, and a section by its name', async (t) => {
  const { id } = await done(tenant, '/customers', {
    type: 'individual',
    first_name: 'Eve',
    last_name: 'Awaited',
  });
  const page = await anOperator(t, dashboard, '/sandbox/home');
  const held = Promise.withResolvers<void>();
  await page.route(/name=Awaited/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await typeInSearch(page, 'Awaited');
  await arrive(page, async () => {
    await page.keyboard.press('Enter');
    held.resolve();
  });
  assert.ok(page.url().endsWith(`/sandbox/customers/${id}`), page.url());
  await typeInSearch(page, 'transac');
  await page.getByRole('option', { name: 'Transactions', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
  // Escape leaves everything as it was, and the focus where it was.
  const first = page.getByRole('link', { name: 'Webhooks' });
  await first.focus();
  await typeInSearch(page, 'any');
  await page.keyboard.press('Escape');
  await first.and(page.locator(':focus')).waitFor();
});

test('the list of customers is filtered by a name, which is not in its address', async (t) => {
  for (const last_name of ['Filtered', 'Elsewise'])
    await done(tenant, '/customers', { type: 'individual', first_name: 'Dot', last_name });
  const page = await anOperator(t, dashboard, '/sandbox/customers');
  await openFilters(page);
  await page.getByLabel('Name', { exact: true }).fill('filt');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.getByRole('link', { name: 'Dot Filtered' }).waitFor();
  await page.getByRole('link', { name: 'Dot Elsewise' }).waitFor({ state: 'detached' });
  assert.ok(!page.url().includes('filt'), page.url());
  // On a phone too the keys open the search, also a second time.
  await page.setViewportSize({ width: 390, height: 844 });
  await typeInSearch(page, 'Dot Fil');
  await page.getByRole('option', { name: 'Dot Filtered' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Search' }).waitFor({ state: 'detached' });
  await typeInSearch(page, 't');
});

test('a timeline has a sentence for each event, by day, and an event says what it changed', async (t) => {
  const { id } = await done(tenant, '/customers', {
    type: 'individual',
    first_name: 'Ada',
    last_name: 'Before',
  });
  const path = `/customers/${id}`;
  const changed = await tenant.call({
    method: 'PATCH',
    path,
    body: { last_name: 'After', phone: '+447700900123' },
  });
  assert.equal(changed.status, 200, changed.text);
  const card = await aStoredCard(tenant, { customer_id: id, last4: '4242' });
  const now = new Date();
  const spent = {
    id: 'auth_1',
    object: 'authorization',
    card_id: card.id,
    amount: 4250,
    currency: 'EUR',
  };
  await put([
    anAppendedEvent({
      id: idsAt(now)('event'),
      tenant_id: tenant.tenant_id,
      created_at: now.toISOString(),
      customer_id: id,
      type: 'card.authorization_approved',
      resource: { id: 'auth_1', object: 'authorization' },
      data: { ...spent, merchant: { name: 'Bäckerei Huber' } },
    }),
  ]);
  for (const color of ['blue', 'red'])
    await tenant.call({ method: 'PATCH', path, body: { metadata: { color } } });
  const page = await anOperator(t, dashboard, `/sandbox${path}/timeline`);
  await page
    .getByRole('heading', { level: 3, name: /^\d+ \w+ \d{4}$/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Ada Before created' }).waitFor();
  await page
    .getByRole('button', { name: '€42.50 at Bäckerei Huber approved · Card •••• 4242' })
    .waitFor();
  await page.getByRole('button', { name: 'Ada After changed (metadata) × 2' }).click();
  const data = page.getByRole('region', { name: 'Event data' });
  await data.nth(1).waitFor();
  assert.deepEqual(await data.locator('mark').allInnerTexts(), [
    '"color": "red"',
    '"color": "blue"',
  ]);
  await page.getByRole('button', { name: 'Ada After changed (phone, last name)' }).click();
  await follow(page.getByRole('link', { name: 'Deliveries', exact: true }).last());
  assert.match(page.url(), /\/deliveries\?event_id=evt_/);
  await goBack(page);
  await page.getByRole('button', { name: 'Ada After changed (phone, last name)' }).click();
  await page.getByRole('link', { name: 'Request', exact: true }).waitFor();
  await follow(page.getByRole('link', { name: /^Event, / }));
  await data.locator('del', { hasText: '"last_name": "Before"' }).waitFor();
  await data.locator('mark', { hasText: '"phone": "+447700900123"' }).waitFor();
});
