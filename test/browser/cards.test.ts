import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../local/test/helpers/until.ts';
import { done, seen } from '../helpers/call.ts';
import { anOperator, theDashboard } from '../helpers/dashboard.ts';
import { aStoredAuthorization } from '../helpers/fixtures/authorizations.ts';
import {
  aCardholder,
  aStoredCard,
  aStoredParcel,
  theCardholder,
} from '../helpers/fixtures/cards.ts';
import { assertAccessible } from '../helpers/page-layout.ts';
import { follow, goBack, load, openFilters } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();
const { put, set, close } = dashboard.tables();
after(close);
const tenant = { tenant_id: dashboard.tenantId, call: dashboard.call.sandbox, put, set };

/** A card that may spend 100 dollars a day. */
const limited = async () => {
  const { id: customer_id } = await theCardholder(tenant);
  const spending_controls = { limits: [{ interval: 'daily', amount: 10_000 }] };
  return done(tenant, '/cards', {
    type: 'virtual',
    customer_id,
    currency: 'USD',
    spending_controls,
  });
};

/** Types a part of a name into a picker and takes what it offers. */
const choose = async (page: Page, picker: string, typed: string, option: string): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^${picker}`) }).click();
  await page.keyboard.type(typed);
  await page.getByRole('option', { name: option }).click();
};

test('a card is issued and its controls are set by names, which its page shows', async (t) => {
  const { id } = await theCardholder(tenant);
  await done(tenant, '/customers', { type: 'individual', first_name: 'Konrad', last_name: 'Zuse' });
  const page = await anOperator(t, dashboard, '/sandbox/cards/new');
  await choose(page, 'Customer', 'zus', 'Konrad Zuse');
  await page.getByRole('button', { name: /^Customer Konrad Zuse/ }).waitFor();
  await page.getByRole('button', { name: /^Customer/ }).click();
  await page.keyboard.type('cus_01jd5fq7k9e8xv3m2n4p6r8t0z');
  await page.getByText('No customer found').first().waitFor();
  await page.keyboard.press('Escape');
  await choose(page, 'Customer', id, 'Ada Lovelace');
  await choose(page, 'Currency', 'japan', 'Japanese Yen (JPY)');
  await page.getByLabel('Nickname').fill(' Tokyo ');
  await page.getByRole('button', { name: 'Issue card' }).click();
  await page.getByText(/^•••• •••• •••• \d{4}$/).waitFor();
  await page.getByText('Tokyo', { exact: true }).waitFor();
  await page.getByText('No restrictions except the limits.').waitFor();
  assert.equal((await seen(tenant, `/cards/${page.url().split('/').at(-1)}`)).nickname, 'Tokyo');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Daily limit, JPY').fill('10\u202f000');
  await choose(page, 'Blocked categories', 'gambl', 'Gambling and lotteries (7995)');
  await page.keyboard.press('Escape');
  // An airline’s own category, which has no name here.
  await choose(page, 'Blocked categories', '3001', '3001');
  await page.keyboard.press('Escape');
  await choose(page, 'Allowed countries', 'germ', 'Germany (DE)');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Gambling and lotteries (7995), 3001', { exact: true }).waitFor();
  await page.getByText('Germany', { exact: true }).waitFor();
  const { spending_controls: set, currency } = await seen(
    tenant,
    `/cards/${page.url().split('/').at(-1)}`,
  );
  assert.deepEqual(
    [currency, set.limits, set.blocked_categories, set.allowed_countries],
    ['JPY', [{ amount: 10_000, interval: 'daily' }], ['7995', '3001'], ['DE']],
  );
});

test('a card keeps the controls that nobody touched, and its limits of authorizations and merchants are set in the page', async (t) => {
  const { id: customer_id } = await theCardholder(tenant);
  const set = {
    limits: [{ interval: 'weekly', amount: 70_000 }],
    velocity_limits: [{ interval: 'daily', count: 3 }],
    allowed_categories: ['5462'],
    blocked_categories: [],
    allowed_countries: ['DE'],
    allowed_merchants: ['M-1'],
    blocked_merchants: ['B/2'],
    allowed_card_presences: ['present'],
    allowed_currencies: ['EUR'],
  };
  const { id } = await done(tenant, '/cards', {
    type: 'virtual',
    customer_id,
    currency: 'USD',
    spending_controls: set,
  });
  const page = await anOperator(t, dashboard, `/sandbox/cards/${id}/edit`);
  const save = () => page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Nickname').fill('Kept');
  await save();
  await page.getByText('Kept', { exact: true }).waitFor();
  const kept = await seen(tenant, `/cards/${id}`);
  assert.deepEqual([kept.nickname, kept.spending_controls], ['Kept', set]);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const daily = page.getByLabel('Authorizations, Daily');
  await daily.fill('0');
  await save();
  await page.getByText('Enter a whole number from 1 to 10,000.').first().waitFor();
  await daily.fill('');
  await page.getByLabel('Authorizations, Monthly').fill('20');
  await page.getByLabel('Allowed merchants').fill('M-1\n M-2 \n');
  await page.getByLabel('Blocked merchants').fill('');
  await save();
  await page.getByText('M-1, M-2', { exact: true }).waitFor();
  const { spending_controls: changed } = await seen(tenant, `/cards/${id}`);
  const velocity_limits = [{ interval: 'monthly', count: 20 }];
  assert.deepEqual(changed, {
    ...set,
    velocity_limits,
    allowed_merchants: ['M-1', 'M-2'],
    blocked_merchants: [],
  });
});

test('a customer’s page shows what is there and what is missing next, which leads to where it is added', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/customers/new');
  await page.getByRole('button', { name: /^Type/ }).click();
  await page.getByRole('option', { name: 'Business' }).click();
  await page.getByLabel('Legal name', { exact: true }).fill('Huber GmbH');
  await choose(page, 'Country of incorporation', 'germ', 'Germany (DE)');
  await choose(page, 'Industry', '5462', 'Bakeries (5462)');
  await page.getByRole('button', { name: 'Create customer' }).click();
  await page.getByText('Bakeries (5462)', { exact: true }).waitFor();
  await page.getByText('Germany', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Missing for: Virtual cards' }).waitFor();
  for (const nothing of ['Redaction', 'Website', 'Verified', 'Phone number', '–'])
    assert.equal(await page.getByText(nothing, { exact: true }).count(), 0, nothing);
  const steps = page.getByRole('list', { name: 'Next steps' });
  await follow(steps.getByRole('link', { name: 'Representative' }));
  await page.getByLabel('Last name', { exact: true }).fill('Huber');
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.getByRole('grid', { name: 'Persons' }).getByText('Representative').waitFor();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await steps.getByRole('link', { name: 'Date of birth, Huber' }).waitFor();
  assert.equal(await steps.getByRole('link', { name: 'Representative' }).count(), 0);
  assert.doesNotMatch(await steps.innerText(), /Missing: |is verified|\.$/m);
});

test('an amount is requested as a merchant would; the decision, the limit and the settlement are seen', async (t) => {
  const card = await limited();
  const page = await anOperator(t, dashboard, `/sandbox/cards/${card.id}`);
  const ask = async (amount: string): Promise<void> => {
    await page.getByRole('button', { name: 'Request an amount' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request an amount' });
    await dialog.getByLabel('Amount, USD').fill(amount);
    await choose(page, 'Merchant category', 'bake', 'Bakeries (5462)');
    await dialog.getByRole('button', { name: 'Request an amount' }).click();
  };
  await ask('many');
  await page.getByText('Enter an amount in USD').first().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await ask('75');
  await page.getByRole('heading', { level: 1, name: '$75.00 at Corner Shop' }).waitFor();
  for (const name of ['Bakeries (5462)', 'United States'])
    await page.getByText(name, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Simulate settlement' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Captured amount, USD').fill('50.00');
  await dialog.getByRole('button', { name: 'Simulate settlement' }).click();
  await page.getByText('The authorization is closed.').first().waitFor();
  await page.getByText('Closed: $50.00').waitFor();
  await page.getByRole('grid', { name: 'Transactions' }).getByText('$50.00').first().waitFor();
  await follow(page.locator(`a[href$="/${card.id}"]`).first());
  const used = page.getByRole('progressbar', { name: 'Daily limit used' });
  await until(async () => (await used.getAttribute('value')) === '50', 'half of the limit is used');
  await page
    .getByRole('grid', { name: 'Authorizations' })
    .getByRole('link', { name: 'Corner Shop' })
    .waitFor();
  await ask('20');
  await page.getByRole('button', { name: 'Simulate settlement' }).click();
  await dialog.getByRole('button', { name: /^Outcome/ }).click();
  await page.getByRole('option', { name: 'Expired' }).click();
  await dialog.getByRole('button', { name: 'Simulate settlement' }).click();
  await page.getByText('The authorization is expired.').first().waitFor();
  await follow(page.locator(`a[href$="/cards/${card.id}"]`).first());
  await ask('50.01');
  await page.getByText('Over the daily limit: $100.00, of which $50.00 is spent.').waitFor();
  const why = page.locator('.section').filter({ hasText: 'Why it was declined' });
  for (const [name, value] of [
    ['Control', 'Card limit'],
    ['Requested amount', '$50.01'],
    ['Limit', '$100.00'],
    ['Spent', '$50.00'],
    ['Left', '$50.00'],
  ] as const)
    await why
      .locator('dl > div', { hasText: new RegExp(`^${name}${value.replace('$', '\\$')}$`) })
      .waitFor();
  await why.getByText('Limits and spending as they were at the decision.').waitFor();
  await follow(
    page
      .getByRole('navigation', { name: 'Navigation' })
      .getByRole('link', { name: 'Authorizations' }),
  );
  const table = page.getByRole('grid', { name: 'Authorizations' });
  await table.locator(`a[href$="/${card.id}"]`).nth(1).waitFor();
  await openFilters(page);
  await page.getByRole('button', { name: /^Approved/ }).click();
  await page.getByRole('option', { name: 'No' }).click();
  await until(async () => {
    const [approved, declined] = [
      table.getByText('Approved', { exact: true }),
      table.getByText('Over the daily limit'),
    ];
    return (await approved.count()) === 0 && (await declined.count()) > 0;
  }, 'only declined ones are listed');
});

test('the authorizations of all cards are one list, filtered by status and customer, and each leads to its card', async (t) => {
  const held = async (last_name: string, status: 'closed' | 'pending') => {
    const { id: customer_id } = await done(tenant, '/customers', {
      type: 'individual',
      first_name: 'Ada',
      last_name,
    });
    const card = await aStoredCard(tenant, { customer_id });
    return { card, authorization: await aStoredAuthorization(tenant, { status }, card) };
  };
  const [one, other] = [await held('Closed', 'closed'), await held('Pending', 'pending')];
  const page = await anOperator(t, dashboard, '/sandbox/authorizations');
  const table = page.getByRole('grid', { name: 'Authorizations' });
  const rowOf = ({ authorization }: typeof one) =>
    table
      .getByRole('row')
      .filter({ has: page.locator(`a[href$="/authorizations/${authorization.id}"]`) });
  const filter = async (name: string, option: string) => {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  for (const each of [one, other])
    await rowOf(each).locator(`a[href$="/cards/${each.card.id}"]`).waitFor();
  await openFilters(page);
  await filter('Status', 'Closed');
  await rowOf(other).waitFor({ state: 'detached' });
  await rowOf(one).getByText('Closed', { exact: true }).waitFor();
  await filter('Status', 'Any');
  // The fields follow what applies: what is typed before that is lost.
  await rowOf(other).waitFor();
  await page.getByRole('searchbox', { name: 'Customer ID' }).fill(other.card.customer_id);
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await rowOf(one).waitFor({ state: 'detached' });
  await follow(rowOf(other).getByRole('link', { name: 'Corner Shop' }));
  await page.getByRole('heading', { level: 1, name: '$1.00 at Corner Shop' }).waitFor();
  await follow(page.locator(`a[href$="/cards/${other.card.id}"]`));
  await rowOf(other).waitFor();
  assert.equal(await rowOf(one).count(), 0);
});

test('nothing is missing for a feature that only has to be activated', async (t) => {
  const { id } = await aCardholder(tenant, []);
  const accepted = { accepted_at: '2026-11-20T15:04:05Z', ip: '203.0.113.7' };
  await done(tenant, `/customers/${id}/agreements`, {
    document: 'card_user_terms',
    version: '1',
    ...accepted,
  });
  const { data } = await seen(tenant, `/customers/${id}/features`);
  const ready = data.filter(
    (one: { status: string; eligibility: string }) =>
      one.status !== 'active' && one.eligibility === 'eligible',
  );
  assert.equal(ready[0]?.feature, 'virtual_cards');
  const page = await anOperator(t, dashboard, `/sandbox/customers/${id}`);
  await page.getByText('Missing for: Higher limits').waitFor();
  assert.equal(await page.getByText('Missing for: Virtual cards').count(), 0);
});

test('the open cards of a customer are frozen together, and one click unfreezes those', async (t) => {
  const { id: customer_id } = await aCardholder(tenant);
  const [one, other] = [
    await aStoredCard(tenant, { customer_id }),
    await aStoredCard(tenant, { customer_id }),
  ];
  const before = await aStoredCard(tenant, { customer_id, state: 'frozen' });
  const statuses = () =>
    Promise.all(
      [one, other, before].map(async ({ id }) => (await seen(tenant, `/cards/${id}`)).status),
    );
  const page = await anOperator(t, dashboard, `/sandbox/customers/${customer_id}`);
  await page.getByRole('button', { name: 'Freeze all 2 cards' }).click();
  await page.getByText('2 cards are frozen: every payment is declined.').waitFor();
  assert.deepEqual(await statuses(), ['frozen', 'frozen', 'frozen']);
  await assertAccessible(page, 'a customer whose cards are frozen');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Freeze all 2 cards' }).waitFor();
  assert.deepEqual(await statuses(), ['active', 'active', 'frozen']);
});

test('a blocked PIN is shown and unblocked', async (t) => {
  const { id: customer_id } = await theCardholder(tenant);
  const { id } = await aStoredCard(tenant, { customer_id, pin_status: 'blocked' });
  const page = await anOperator(t, dashboard, `/sandbox/cards/${id}`);
  await page.getByText('The PIN is blocked').waitFor();
  await page.getByRole('button', { name: 'Unblock PIN' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock PIN' }).click();
  await page.getByText('The PIN is unblocked.').first().waitFor();
  await page.getByText('The PIN is blocked').waitFor({ state: 'detached' });
  assert.equal((await seen(tenant, `/cards/${id}`)).pin_status, 'active');
});

test('a number is decrypted in the page only, and is hidden when the page is covered or the time is over', async (t) => {
  const card = await limited();
  const page = await anOperator(t, dashboard, '/sandbox/cards');
  await page.clock.install();
  await load(page, `/sandbox/cards/${card.id}`);
  const exchanged: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/reveal'))
      exchanged.push(response.request().postData() ?? '', await response.text(), response.url());
  });
  const number = page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/);
  await page.getByRole('button', { name: 'Show number' }).click();
  const shown = (await number.innerText()).replaceAll(' ', '');
  assert.ok(shown.endsWith(card.last4));
  await until(() => exchanged.length === 3, 'the response is read');
  assert.ok(exchanged.every((text) => !text.includes(shown)));
  assert.deepEqual(Object.keys(JSON.parse(exchanged[0] ?? '').public_key).sort(), [
    'e',
    'kty',
    'n',
  ]);
  assert.equal(
    await page.evaluate("JSON.stringify([localStorage, sessionStorage]).includes('BEGIN')"),
    false,
  );
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  // Sooner than the time is over.
  await number.waitFor({ state: 'detached', timeout: 15_000 });
  await page.getByRole('button', { name: 'Show number' }).click();
  await number.waitFor();
  await page.clock.fastForward(31_000);
  await number.waitFor({ state: 'detached' });
});

test('the number of one card is never on the page of another', async (t) => {
  const [card, other] = [await limited(), await limited()];
  const page = await anOperator(t, dashboard, `/sandbox/cards/${other.id}`);
  const name = (last4: string) =>
    page.getByRole('heading', { level: 1, name: `Visa •••• ${last4}` });
  await name(other.last4).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill(card.id);
  await page.getByRole('option', { name: `Open ${card.id}` }).click();
  await name(card.last4).waitFor();
  await page.getByRole('button', { name: 'Show number' }).click();
  const number = page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/);
  await number.waitFor();
  await goBack(page);
  await name(other.last4).waitFor();
  // Sooner than the time is over.
  await page.getByText(`•••• •••• •••• ${other.last4}`).waitFor({ timeout: 15_000 });
  assert.equal(await number.count(), 0);
});

test('a card is frozen in one click, and the click is undone; its parcel moves', async (t) => {
  const card = await aStoredParcel(tenant);
  const page = await anOperator(t, dashboard, `/sandbox/cards/${card.id}`);
  await page.getByRole('button', { name: 'Move the parcel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move the parcel' }).click();
  await page.getByText('The parcel is submitted.').first().waitFor();
  const active = await limited();
  await load(page, `/sandbox/cards/${active.id}`);
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await page.getByText('The card is frozen. Nothing can be spent with it.').waitFor();
  assert.equal((await seen(tenant, `/cards/${active.id}`)).status, 'frozen');
  await page.getByRole('button', { name: 'Unfreeze' }).click();
  await page.getByText('The card is frozen.').waitFor({ state: 'detached' });
  await until(
    async () => (await seen(tenant, `/cards/${active.id}`)).status === 'active',
    'the card is active',
  );
});
