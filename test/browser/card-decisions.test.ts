import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { anEndpoint, withStatus } from '../helpers/an-endpoint.ts';
import { done, seen } from '../helpers/call.ts';
import { anOperator, theDashboard } from '../helpers/dashboard.ts';
import { purchase } from '../helpers/examples/cards.ts';
import { aStoredTransaction } from '../helpers/fixtures/authorizations.ts';
import { aStoredCard, theCardholder } from '../helpers/fixtures/cards.ts';
import { assertAccessible, textEdgesOf } from '../helpers/page-layout.ts';
import { comeBack, follow, goTo } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();
const { put, set, close } = dashboard.tables();
after(close);
const tenant = { tenant_id: dashboard.tenantId, call: dashboard.call.sandbox, put, set };

const aVirtualCard = async () => {
  const { id: customer_id } = await theCardholder(tenant);
  return done(tenant, '/cards', { type: 'virtual', customer_id, currency: 'USD' });
};

test('an authorization endpoint is created, asked, changed and deleted, and its decisions are seen in words', async (t) => {
  const card = await aVirtualCard();
  const endpoint = await anEndpoint(t);
  endpoint.answer((response) =>
    response.end(JSON.stringify({ decision: 'decline', reason: 'insufficient_funds' })),
  );
  const page = await anOperator(t, dashboard, '/sandbox/authorization-endpoint');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const confirm = async (name: string) => {
    await press(name);
    await page.getByRole('dialog', { name }).getByRole('button', { name, exact: true }).click();
  };
  await page.getByText('No endpoint yet').waitFor();
  await press('Create endpoint');
  await page.getByLabel('URL').fill(endpoint.url);
  await page.getByLabel('Timeout in milliseconds').fill('5');
  await press('Create endpoint');
  await page.getByText('This value is too small.').first().waitFor();
  await page.getByLabel('Timeout in milliseconds').fill('1000');
  await press('Create endpoint');
  await page.getByText('Copy the Secret Key now').waitFor();
  await press('Go to the endpoint');
  await press('Test endpoint');
  await assertAccessible(page, 'the page of an endpoint');
  await page.getByText(/^Declined, reason “insufficient_funds”, in \d/).waitFor();
  assert.equal(endpoint.arrivals.at(-1)?.reported.test, true);
  const ask = async (): Promise<void> => {
    const { id } = await done(tenant, `/simulations/cards/${card.id}/authorize`, {
      ...purchase,
      amount: 4_250,
    });
    await goTo(page, `/sandbox/authorizations/${id}`);
  };
  await ask();
  await page.getByText('Your authorization endpoint declined it.').waitFor();
  await page.getByText('Your authorization endpoint', { exact: true }).waitFor();
  await page.getByText(/^Declined, reason “insufficient_funds”, in \d/).waitFor();
  endpoint.answer(withStatus(500));
  await ask();
  await page.getByText('The fallback of your authorization endpoint', { exact: true }).waitFor();
  await page.getByText('The endpoint returned an error', { exact: true }).waitFor();
  await comeBack(page, '/sandbox/authorization-endpoint');
  await page.getByText('Failing: 1 failure in a row').waitFor();
  await page.getByText(/^Median \d.* newest answers\)$/).waitFor();
  await press('Edit');
  await page.getByRole('button', { name: /^Fallback/ }).click();
  await page.getByRole('option', { name: /^Approve/ }).click();
  await press('Add currency');
  const limits = page.getByRole('group', { name: 'Largest amounts of the fallback' });
  await limits.getByLabel('Name').last().fill('usd');
  await limits.getByLabel('Value').last().fill('25.00');
  await press('Save');
  await page.getByText('Approve up to $25.00').waitFor();
  await confirm('Disable');
  await page.getByText('The endpoint is disabled.').first().waitFor();
  await confirm('Enable');
  await page.getByText('The endpoint is enabled.').first().waitFor();
  await confirm('Rotate API Key');
  await page.getByText(/^Version 2, created/).waitFor();
  await confirm('Delete');
  await page.getByText('No endpoint yet').waitFor();
  assert.equal((await seen(tenant, '/authorization-endpoints')).data.length, 0);
});

test('a transaction is listed for all cards, its card and its authorization, and has a page', async (t) => {
  const card = await aVirtualCard();
  const { id } = await done(tenant, `/simulations/cards/${card.id}/authorize`, {
    ...purchase,
    amount: 1_750,
  });
  await done(tenant, `/simulations/authorizations/${id}`, {
    status: 'closed',
    captured_amount: 1_750,
  });
  const page = await anOperator(t, dashboard, `/sandbox/cards/${card.id}`);
  const table = page.getByRole('grid', { name: 'Transactions' });
  const shown = table.getByText('$17.50').first();
  const rows = () => table.getByRole('row').count();
  await shown.waitFor();
  assert.equal(await rows(), 2, 'the card');
  for (const [path, heading] of [
    [`transactions?card_id=${card.id}`, /^Transactions/],
    [`authorizations/${id}`, /^\$17\.50 at /],
  ] as const) {
    await goTo(page, `/sandbox/${path}`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await shown.waitFor();
    assert.equal(await rows(), 2, path);
  }
  await follow(table.getByRole('link').first());
  await page.getByRole('heading', { level: 1, name: /^Capture of \$17\.50 at / }).waitFor();
  await assertAccessible(page, 'the page of a transaction');
  await follow(page.getByRole('link', { name: id }));
  await page.getByText('The rules of the card', { exact: true }).waitFor();
});

test('the amounts of transactions end below one another, each with its currency', async (t) => {
  const card = await aStoredCard(tenant, { customer_id: (await theCardholder(tenant)).id });
  const of = { card_id: card.id, merchant_currency: 'EUR' };
  await aStoredTransaction(tenant, { ...of, amount: 1_750, merchant_amount: 1_500 });
  await aStoredTransaction(tenant, { ...of, amount: 425_000_000, merchant_amount: 390_000_000 });
  const page = await anOperator(t, dashboard, `/sandbox/transactions?card_id=${card.id}`);
  for (const [name, texts] of [
    ['Amount', ['$17.50', '$4,250,000.00']],
    ['Merchant amount', ['€15.00', '€3,900,000.00']],
  ] as const) {
    const cells = page.getByRole('grid').locator(`.cell[data-name="${name}"]`);
    await cells.nth(1).waitFor();
    assert.deepEqual((await cells.allInnerTexts()).toSorted(), texts);
    const [one, other] = await textEdgesOf(cells);
    assert.notEqual(one?.left, other?.left, 'the amounts are as long');
    assert.equal(one?.right, other?.right, name);
  }
});

test('a token of a wallet is suspended, resumed and removed from the page of its card', async (t) => {
  const card = await aVirtualCard();
  await done(tenant, `/simulations/cards/${card.id}/provision-token`, {
    wallet: 'apple_pay',
    device_type: 'phone',
  });
  const page = await anOperator(t, dashboard, `/sandbox/cards/${card.id}`);
  const row = page
    .getByRole('grid', { name: 'Tokens' })
    .getByRole('row')
    .filter({ hasText: 'Apple Pay' });
  const act = async (name: string, status: string) => {
    await row.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `${name} Apple Pay` });
    await dialog.getByRole('button', { name, exact: true }).click();
    await page.getByText(`The token is ${status}.`).first().waitFor();
    await row.getByText(status, { exact: false }).waitFor();
    assert.equal((await seen(tenant, `/cards/${card.id}/card-tokens`)).data[0].status, status);
  };
  await row.getByText('Phone').waitFor();
  await assertAccessible(page, 'the page of a card with a token');
  await act('Suspend', 'suspended');
  await act('Resume', 'active');
  await act('Delete', 'deleted');
  assert.equal(await row.getByRole('button').count(), 0);
});
