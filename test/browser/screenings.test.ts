import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../helpers/call.ts';
import { anOperator, picture, theDashboard } from '../helpers/dashboard.ts';
import { aListed } from '../helpers/fixtures/screenings.ts';

const dashboard = await theDashboard();
const { put, close } = dashboard.tables();
const tenant = { tenant_id: dashboard.tenantId, call: dashboard.call.sandbox, put };

test.after(close);

test('a person finds an open screening from Home, clears its entry with a reason, and approves the customer', async (t) => {
  const { screening, submitted, customer_id } = await aListed(tenant);
  const page = await anOperator(t, dashboard, '/sandbox/home');
  await page.getByRole('link', { name: /open screenings?$/ }).click();
  await page.getByRole('link', { name: screening.subject_id }).first().click();
  await page.getByRole('link', { name: 'Ada Listed' }).first().waitFor();
  await page.getByText('99 %').waitFor();
  const publisher = page.getByRole('link', { name: /^Read entry sim-1/ });
  assert.equal(await publisher.getAttribute('href'), 'https://lists.example/sim-1');
  await picture(page, 'screening');

  await page.goto(new URL(`/sandbox/reviews/${submitted.id}`, dashboard.url).href);
  await page.getByText('Approving waits for a decision').waitFor();
  await page.getByRole('listitem').getByRole('link', { name: screening.matches[0].name }).click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  const question = page.getByRole('dialog', { name: /^Clear / });
  await question.getByRole('button', { name: 'Clear', exact: true }).click();
  await question.getByText('Enter a reason.').waitFor();
  await question.getByLabel('Reason').fill('Born in another year.');
  await question.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByText('The entry is cleared.').first().waitFor();
  for (const text of ['Born in another year.', 'Cleared', /^Member opr_/]) await page.getByText(text).first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'Clear', exact: true }).count(), 0);

  await page.goto(new URL(`/sandbox/reviews/${submitted.id}`, dashboard.url).href);
  await page.getByRole('heading', { name: 'Documents' }).waitFor();
  assert.equal(await page.getByText('Approving waits for a decision').count(), 0);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click();
  await page.getByText('The identity was approved.').first().waitFor();
  const { verification } = await seen(tenant, `/customers/${customer_id}`);
  assert.equal(verification.status, 'verified');
});

test('a decision on a version that has changed is rejected, and what is no web address is no link', async (t) => {
  const { screening } = await aListed(tenant);
  const page = await anOperator(t, dashboard, `/sandbox/screenings/${screening.id}`);
  const path = `**/v1/screenings/${screening.id}`;
  const matches = [{ ...screening.matches[0], url: 'javascript:alert(1)' }];
  const stale = { ...screening, matches, version: screening.version - 1 };
  await page.route(path, (route) => route.fulfill({ json: stale }));
  await page.reload();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const question = page.getByRole('dialog', { name: /^Confirm / });
  assert.equal(await page.getByRole('link', { name: /^Read entry/ }).count(), 0);
  await question.getByLabel('Reason').fill('The same person.');
  await question.getByRole('button', { name: 'Confirm', exact: true }).click();
  await question.getByText('This changed after you opened it').waitFor();
  const now = await seen(tenant, `/screenings/${screening.id}`);
  assert.deepEqual([now.status, now.version], ['open', screening.version]);
});
