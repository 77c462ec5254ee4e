import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { done, seen } from '../helpers/call.ts';
import { anOperator, theDashboard } from '../helpers/dashboard.ts';
import { fileOf } from '../helpers/document-files.ts';
import { aCardholder, aStoredCard } from '../helpers/fixtures/cards.ts';
import { completePerson } from '../helpers/fixtures/customers.ts';
import { choose } from '../helpers/page-forms.ts';
import { assertAccessible } from '../helpers/page-layout.ts';
import { follow } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();
const { put, set, close } = dashboard.tables();
after(close);
const tenant = { tenant_id: dashboard.tenantId, call: dashboard.call.sandbox, put, set };

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
  await follow(page.getByRole('tab', { name: 'Overview' }));
  await steps.getByRole('link', { name: 'Date of birth, Huber' }).waitFor();
  assert.equal(await steps.getByRole('link', { name: 'Representative' }).count(), 0);
  assert.doesNotMatch(await steps.innerText(), /Missing: |is verified|\.$/m);
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

test('a document is uploaded on the page, and followed until it was checked', async (t) => {
  const { body: customer } = await dashboard.call.sandbox({
    method: 'POST',
    path: '/customers',
    body: completePerson(),
  });
  const page = await anOperator(
    t,
    dashboard,
    `/sandbox/customers/${customer.id}/documents/new?type=passport`,
  );
  const file = { name: 'passport.jpg', mimeType: 'image/jpeg', buffer: fileOf('passport.jpg') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('The document can be used for a verification.').waitFor();
});
