import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../local/test/helpers/until.ts';
import { done } from '../helpers/call.ts';
import { anOperator, theDashboard } from '../helpers/dashboard.ts';
import { aStoredAuthorization } from '../helpers/fixtures/authorizations.ts';
import { anOrderedCard, aStoredCard } from '../helpers/fixtures/cards.ts';
import { choose } from '../helpers/page-forms.ts';
import { follow, openFilters } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();
const { put, set, close } = dashboard.tables();
after(close);
const tenant = { tenant_id: dashboard.tenantId, call: dashboard.call.sandbox, put, set };

test('an amount is requested as a merchant would; the decision, the limit and the settlement are seen', async (t) => {
  const limits = [{ interval: 'daily', amount: 10_000 }];
  const card = await anOrderedCard(tenant, { spending_controls: { limits } });
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
