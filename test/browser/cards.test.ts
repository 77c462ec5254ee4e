import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../local/test/helpers/until.ts';
import { done, seen } from '../helpers/call.ts';
import { anOperator, anOperatorAlone, theDashboard } from '../helpers/dashboard.ts';
import {
  anOrderedCard,
  aStoredCard,
  aStoredParcel,
  theCardholder,
} from '../helpers/fixtures/cards.ts';
import { choose, openSearch } from '../helpers/page-forms.ts';
import { goBack, goTo } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();
const { put, set, close } = dashboard.tables();
after(close);
const tenant = { tenant_id: dashboard.tenantId, call: dashboard.call.sandbox, put, set };

/** A card that may spend 100 dollars a day. */
const limited = () =>
  anOrderedCard(tenant, {
    spending_controls: { limits: [{ interval: 'daily', amount: 10_000 }] },
  });

test('a card is issued and its controls are set by names, which its page shows', async (t) => {
  const { id } = await theCardholder(tenant);
  await done(tenant, '/customers', { type: 'individual', first_name: 'Konrad', last_name: 'Zuse' });
  const page = await anOperator(t, dashboard, '/sandbox/cards/new');
  await choose(page, 'Customer', 'zus', 'Konrad Zuse');
  await page.getByRole('button', { name: /^Customer Konrad Zuse/ }).waitFor();
  await openSearch(page, 'Customer');
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
  const page = await anOperatorAlone(t, dashboard, `/sandbox/cards/${card.id}`);
  await page.clock.install();
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
  await goTo(page, `/sandbox/cards/${active.id}`);
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
