import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { idsAt } from '../../functions/core/new-id.ts';
import { saveCustomer } from '../../functions/identity/customers/table.ts';
import { saveCard } from '../../functions/issuing/cards/table.ts';
import { until } from '../../local/test/helpers/until.ts';
import { anEndpoint } from '../helpers/an-endpoint.ts';
import { anOperator, picture, theDashboard } from '../helpers/dashboard.ts';
import { aCard } from '../helpers/fixtures/cards.ts';
import { anIndividual } from '../helpers/fixtures/customers.ts';
import { follow, goTo, load } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();

test('a failing webhook is found from home, its last attempt is described, and a resend is followed without a page load', async (t) => {
  const endpoint = await anEndpoint(t, (response) =>
    response
      .writeHead(500, { 'x-note': '<b>note</b>' })
      .end('<img src=x onerror="document.title=`injected`">'),
  );
  const { host } = new URL(endpoint.url);
  const { call } = dashboard;
  const created = await call.sandbox({
    method: 'POST',
    path: '/webhooks',
    body: { url: endpoint.url, event_types: ['customer.*'] },
  });
  const customer = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };
  await call.sandbox({ method: 'POST', path: '/customers', body: customer });
  await until(async () => {
    const { body } = await call.sandbox({ method: 'GET', path: `/webhooks/${created.body.id}` });
    return body.health.state !== 'healthy';
  }, 'the webhook fails');
  const page = await anOperator(t, dashboard, '/sandbox/home');
  await page
    .getByRole('link', { name: `http://${host}/` })
    .first()
    .waitFor();
  await picture(page, 'home');
  await follow(
    page
      .getByRole('listitem')
      .filter({ hasText: host })
      .getByRole('link', { name: 'Open its deliveries' }),
  );
  assert.match(page.url(), /\/deliveries\?webhook_id=whk_\w+&status=undelivered$/);
  await follow(page.getByRole('link', { name: 'Customer created' }).first());
  await page.getByText('The endpoint returned an error: 500').first().waitFor();
  await page.getByText('<img src=x onerror="document.title=`injected`">').first().waitFor();
  await page.getByText('Key version 1 made it: HMAC-SHA256 after “v1,”').first().waitFor();
  assert.match(
    (await page
      .getByRole('link', { name: 'Code that verifies it' })
      .first()
      .getAttribute('href')) ?? '',
    /\/webhooks\/whk_/,
  );
  // Slow enough that the page has to read again by itself.
  endpoint.answer((response) => setTimeout(() => response.writeHead(204).end(), 1_500));
  await page.evaluate('globalThis.notReloaded = true');
  await resend(page);
  await page
    .getByRole('heading', { name: /Response 204/ })
    .first()
    .waitFor();
  await picture(page, 'delivery');
  assert.equal(await page.evaluate('globalThis.notReloaded'), true);
  assert.notEqual(await page.title(), 'injected');
});

/** Resends a delivery, again where an automatic attempt is in flight at that moment. */
const resend = async (page: Page): Promise<void> => {
  const delivered = page.getByText('The resend was delivered.');
  const inFlight = page.getByText('This delivery is being sent right now');
  await until(async () => {
    await page.getByRole('button', { name: 'Resend' }).click();
    await delivered.or(inFlight).first().waitFor();
    return delivered.isVisible();
  }, 'the resend is delivered');
};

test('a list is read page by page, forward by the cursor and back to pages that were seen', async (t) => {
  const { put, close } = dashboard.tables();
  const past = Array.from({ length: 30 }, (_, number) => {
    const at = new Date(Date.now() + number - 30);
    const of = {
      id: idsAt(at)('customer'),
      tenant_id: dashboard.tenantId,
      created_at: at.toISOString(),
    };
    return saveCustomer(
      anIndividual({ ...of, first_name: `Number ${number}`, last_name: 'Paged' }),
    );
  });
  await put(past.flat());
  close();
  const page = await anOperator(t, dashboard, '/sandbox/customers');
  const table = page.getByRole('grid');
  await table.getByRole('link', { name: 'Number 29 Paged' }).waitFor();
  const queries: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/customers?')) queries.push(new URL(request.url()).search);
  });
  await page.getByRole('button', { name: 'Next page' }).click();
  await table.getByRole('link', { name: 'Number 4 Paged' }).waitFor();
  assert.ok(
    queries.length > 0 && queries.every((search) => /limit=25/.test(search)),
    queries.join(' '),
  );
  await page.getByRole('button', { name: 'Previous page' }).click();
  await table.getByRole('link', { name: 'Number 29 Paged' }).waitFor();
});

test('a list that cannot be read says what to do, and is read when it can be', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/configure');
  // A list that was read before stays.
  await load(page, '/sandbox/events');
  await page.route('**/api/sandbox/v1/webhooks?**', (route) => route.abort());
  await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText('The connection was lost').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('grid', { name: 'Webhooks' }).waitFor();
});

test('metadata and headers are edited line by line; an untouched header keeps its encrypted value', async (t) => {
  const endpoint = await anEndpoint(t);
  const { call } = dashboard;
  const body = {
    url: endpoint.url,
    event_types: ['webhook.*'],
    headers: { 'x-kept': 'kept-value', 'x-gone': 'gone-value' },
    metadata: { team: 'ledger' },
  };
  const { body: created } = await call.sandbox({ method: 'POST', path: '/webhooks', body });
  const page = await anOperator(t, dashboard, `/sandbox/webhooks/${created.id}/edit`);
  const headers = page.getByRole('group', { name: 'Headers' });
  await headers.getByRole('button', { name: 'Remove x-gone' }).click();
  await headers.getByRole('button', { name: 'Add header' }).click();
  await headers.getByLabel('Name').last().fill('x-new');
  await page.getByRole('button', { name: 'Save' }).click();
  await headers
    .getByText('Must not be empty')
    .or(headers.locator('[aria-invalid=true]'))
    .first()
    .waitFor();
  await headers.getByLabel('Value').last().fill('new-value');
  const metadata = page.getByRole('group', { name: 'Metadata' });
  await metadata.getByLabel('Value').fill('payments');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The webhook was changed.').first().waitFor();
  const { body: changed } = await call.sandbox({ method: 'GET', path: `/webhooks/${created.id}` });
  assert.deepEqual(
    [Object.keys(changed.headers), changed.metadata],
    [['x-kept', 'x-new'], { team: 'payments' }],
  );
  await call.sandbox({ method: 'POST', path: `/webhooks/${created.id}/test`, body: {} });
  const { headers: sent } = await endpoint.arrived(1);
  assert.deepEqual(
    [sent['x-kept'], sent['x-new'], sent['x-gone']],
    ['kept-value', 'new-value', undefined],
  );
  // Loaded, so that the first message is gone.
  await load(page, `/sandbox/webhooks/${created.id}/edit`);
  await page.getByLabel('Webhook URL').fill('https://example.org/hook');
  await page.getByText('Values that you do not enter again are removed.').waitFor();
  await headers.getByPlaceholder('Enter it again').first().fill('for-the-new-origin');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The webhook was changed.').first().waitFor();
  const { body: moved } = await call.sandbox({ method: 'GET', path: `/webhooks/${created.id}` });
  assert.deepEqual(Object.keys(moved.headers), ['x-kept']);
});

test('an error is shown at its field, and a missing feature as steps with links', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/webhooks/new');
  await page.getByLabel('Webhook URL').fill('ftp://example.com');
  await page.getByRole('button', { name: 'Generate' }).click();
  const field = page.getByLabel('Webhook URL');
  await until(
    async () => (await field.getAttribute('aria-invalid')) === 'true',
    'the field is marked',
  );
  const customer = { type: 'individual', first_name: 'Grace', last_name: 'Hopper' };
  const { body } = await dashboard.call.sandbox({
    method: 'POST',
    path: '/customers',
    body: customer,
  });
  await goTo(page, `/sandbox/cards/new?customer_id=${body.id}`);
  await page.getByRole('button', { name: /^Currency .*USD/ }).waitFor();
  await page.getByLabel('Name on the card').fill('Грейс');
  await page.getByRole('button', { name: 'Issue card' }).click();
  const name = page.getByLabel('Name on the card');
  await until(
    async () => (await name.getAttribute('aria-invalid')) === 'true',
    'the name is marked',
  );
  await name.fill('');
  await page.getByRole('button', { name: 'Issue card' }).click();
  const steps = page.getByRole('list', { name: 'Next steps' });
  await steps.getByRole('link', { name: 'Date of birth' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { level: 1, name: 'Edit profile' }).waitFor();
  await page.getByLabel('Date of birth').fill('1990-04-23');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The profile was changed.').first().waitFor();
});

test('a card whose issuer is not up to date says so, and since when', async (t) => {
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
  const notice = page.getByText('Cardholder rejected, since');
  await notice.waitFor();
  assert.match((await notice.textContent()) ?? '', /retried automatically/);
  // Nothing was spent; a card always has a limit of the day.
  const day = page
    .getByRole('grid', { name: 'Limits' })
    .getByRole('row')
    .filter({ hasText: 'Daily' });
  assert.match((await day.textContent()) ?? '', /^Daily\$5,000\.00\$0\.00\$5,000\.00/);
});
