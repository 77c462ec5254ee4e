import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { saveCard } from '../../functions/cards/table.ts';
import { saveCustomer } from '../../functions/customers/table.ts';
import { idsAt } from '../../functions/new-id.ts';
import { until } from '../../local/test/helpers/until.ts';
import { anEndpoint, withStatus } from '../helpers/an-endpoint.ts';
import { anOperator, picture, theDashboard } from '../helpers/dashboard.ts';
import { aCard } from '../helpers/fixtures/cards.ts';
import { anIndividual } from '../helpers/fixtures/customers.ts';

const dashboard = await theDashboard();

test('a failing webhook is found from home, its last attempt is read in words, and a resend is followed without loading', async (t) => {
  const endpoint = await anEndpoint(t, (response) =>
    response.writeHead(500, { 'x-note': '<b>note</b>' }).end('<img src=x onerror="document.title=`smuggled`">'),
  );
  const { host } = new URL(endpoint.url);
  const { call } = dashboard;
  const made = await call.sandbox({
    method: 'POST',
    path: '/webhooks',
    body: { url: endpoint.url, event_types: ['customer.*'] },
  });
  const customer = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };
  await call.sandbox({ method: 'POST', path: '/customers', body: customer });
  await until(async () => {
    const { body } = await call.sandbox({ method: 'GET', path: `/webhooks/${made.body.id}` });
    return body.health.state !== 'healthy';
  }, 'the webhook fails');
  const page = await anOperator(t, dashboard, '/sandbox/home');
  await page
    .getByRole('link', { name: `http://${host}/` })
    .first()
    .waitFor();
  await picture(page, 'home');
  await page.getByRole('listitem').filter({ hasText: host }).getByRole('link', { name: 'Failed deliveries' }).click();
  await page.getByRole('link', { name: 'customer.created' }).first().click();
  await page.getByText('The endpoint returned an error: The endpoint answered 500.').first().waitFor();
  await page.getByText('<img src=x onerror="document.title=`smuggled`">').first().waitFor();
  endpoint.answer(withStatus(204));
  await page.evaluate('globalThis.notLoadedAnew = true');
  await resend(page);
  await page
    .getByRole('heading', { name: /Response 204/ })
    .first()
    .waitFor();
  await picture(page, 'delivery');
  assert.equal(await page.evaluate('globalThis.notLoadedAnew'), true);
  assert.notEqual(await page.title(), 'smuggled');
});

/** Resends a delivery, once more where an automatic attempt is under way just then, as the refusal says. */
const resend = async (page: Page): Promise<void> => {
  const arrived = page.getByText('The resend was delivered.');
  const refused = page.getByText('This delivery is being sent right now');
  await until(async () => {
    await page.getByRole('button', { name: 'Resend' }).click();
    await arrived.or(refused).first().waitFor();
    return arrived.isVisible();
  }, 'the resend arrives');
};

test('a list is turned page by page, forward by the cursor and back to pages that were seen', async (t) => {
  const { put, close } = dashboard.tables();
  const past = Array.from({ length: 30 }, (_, number) => {
    const at = new Date(Date.now() + number - 30);
    const of = { id: idsAt(at)('customer'), tenant_id: dashboard.tenantId, created_at: at.toISOString() };
    return saveCustomer(anIndividual({ ...of, first_name: `Number ${number}`, last_name: 'Paged' }));
  });
  await put(past.flat());
  close();
  const page = await anOperator(t, dashboard, '/sandbox/customers');
  const table = page.getByRole('grid');
  await table.getByRole('link', { name: 'Number 29 Paged' }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/customers?')) asked.push(new URL(request.url()).search);
  });
  await page.getByRole('button', { name: 'Next page' }).click();
  await table.getByRole('link', { name: 'Number 4 Paged' }).waitFor();
  assert.ok(asked.length > 0 && asked.every((search) => /limit=25/.test(search)), asked.join(' '));
  await page.getByRole('button', { name: 'Previous page' }).click();
  await table.getByRole('link', { name: 'Number 29 Paged' }).waitFor();
});

test('a list that cannot be read says so and what to do, and is read once it can be', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/events');
  await page.route('**/api/sandbox/v1/webhooks?**', (route) => route.abort());
  await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText('The connection was lost').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('grid', { name: 'Webhooks' }).waitFor();
});

test('metadata and headers are edited line by line; a header that nobody touched keeps its sealed value', async (t) => {
  const endpoint = await anEndpoint(t);
  const { call } = dashboard;
  const body = {
    url: endpoint.url,
    event_types: ['webhook.*'],
    headers: { 'x-kept': 'kept-value', 'x-gone': 'gone-value' },
    metadata: { team: 'ledger' },
  };
  const { body: made } = await call.sandbox({ method: 'POST', path: '/webhooks', body });
  const page = await anOperator(t, dashboard, `/sandbox/webhooks/${made.id}/edit`);
  const headers = page.getByRole('group', { name: 'Headers' });
  await headers.getByRole('button', { name: 'Remove x-gone' }).click();
  await headers.getByRole('button', { name: 'Add header' }).click();
  await headers.getByLabel('Name').last().fill('x-new');
  await page.getByRole('button', { name: 'Save' }).click();
  await headers.getByText('Must not be empty').or(headers.locator('[aria-invalid=true]')).first().waitFor();
  await headers.getByLabel('Value').last().fill('new-value');
  const metadata = page.getByRole('group', { name: 'Metadata' });
  await metadata.getByLabel('Value').fill('payments');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The webhook was changed.').waitFor();
  const { body: changed } = await call.sandbox({ method: 'GET', path: `/webhooks/${made.id}` });
  assert.deepEqual([Object.keys(changed.headers), changed.metadata], [['x-kept', 'x-new'], { team: 'payments' }]);
  await call.sandbox({ method: 'POST', path: `/webhooks/${made.id}/test`, body: {} });
  const { headers: sent } = await endpoint.arrived(1);
  assert.deepEqual([sent['x-kept'], sent['x-new'], sent['x-gone']], ['kept-value', 'new-value', undefined]);
});

test('a refusal stands at its field, and a missing feature as steps that lead on', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/webhooks/new');
  await page.getByLabel('Webhook URL').fill('ftp://example.com');
  await page.getByRole('button', { name: 'Generate' }).click();
  const field = page.getByLabel('Webhook URL');
  await until(async () => (await field.getAttribute('aria-invalid')) === 'true', 'the field is marked');
  const customer = { type: 'individual', first_name: 'Grace', last_name: 'Hopper' };
  const { body } = await dashboard.call.sandbox({ method: 'POST', path: '/customers', body: customer });
  await page.goto(new URL(`/sandbox/cards/new?customer_id=${body.id}`, dashboard.url).href);
  await until(async () => (await page.getByLabel('Currency').inputValue()) === 'USD', 'the currency is filled in');
  await page.getByRole('button', { name: 'Issue card' }).click();
  const steps = page.getByRole('list', { name: 'Next steps' });
  await steps.getByRole('link', { name: 'Date of birth' }).click();
  await page.getByRole('heading', { level: 1, name: 'Edit profile' }).waitFor();
  await page.getByLabel('Date of birth').fill('1990-04-23');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The profile was changed.').waitFor();
});

test('a card that its issuer does not take as it is says so, and since when', async (t) => {
  const { put, close } = dashboard.tables();
  const newId = idsAt(new Date());
  const [id, customer_id] = [newId('card'), newId('customer')];
  const since = '2026-11-20T15:04:05.123Z';
  const issuer_sync = {
    status: 'failing',
    version: 1,
    since,
    error: 'cardholder_rejected',
    attempts: 3,
    scheduled_at: null,
  } as const;
  const of = { tenant_id: dashboard.tenantId };
  await put([
    ...saveCustomer(anIndividual({ id: customer_id, ...of })),
    saveCard(aCard({ id, customer_id, ...of, state: 'frozen', issuer_sync })),
  ]);
  close();
  const page = await anOperator(t, dashboard, `/sandbox/cards/${id}`);
  const said = page.getByText('Cardholder rejected, since');
  await said.waitFor();
  assert.match((await said.textContent()) ?? '', /retried automatically/);
  // Nothing was spent; a card always has a limit of the day.
  const day = page.getByRole('grid', { name: 'Limits' }).getByRole('row').filter({ hasText: 'Daily' });
  assert.match((await day.textContent()) ?? '', /^Daily\$5,000\.00–\$0\.00\$5,000\.00/);
});
