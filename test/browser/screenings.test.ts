import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../local/test/helpers/until.ts';
import { seen } from '../helpers/call.ts';
import { anOperator, picture, theDashboard } from '../helpers/dashboard.ts';
import { aCustomer, company } from '../helpers/fixtures/customers.ts';
import { addedPerson, representativeBody } from '../helpers/fixtures/persons.ts';
import { aListed } from '../helpers/fixtures/screenings.ts';
import { aReadyVerification } from '../helpers/fixtures/verifications.ts';
import { follow, goTo, load } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();
const { put, close } = dashboard.tables();
const tenant = { tenant_id: dashboard.tenantId, call: dashboard.call.sandbox, put };

test.after(close);

test('a person finds an open screening from Home, clears its entry with a reason, and approves the customer', async (t) => {
  const { screening, submitted, customer_id } = await aListed(tenant);
  const page = await anOperator(t, dashboard, '/sandbox/home');
  await follow(page.getByRole('link', { name: 'Compare' }));
  await follow(page.getByRole('link', { name: screening.subject_id }).first());
  await page.getByRole('link', { name: 'Ada Listed' }).first().waitFor();
  await page.getByText('99 %').waitFor();
  await page.getByText('23 Apr 1990').waitFor();
  const publisher = page.getByRole('link', { name: /^Read entry sim-1/ });
  assert.equal(await publisher.getAttribute('href'), 'https://lists.example/sim-1');
  await picture(page, 'screening');

  await goTo(page, `/sandbox/reviews/${submitted.id}`);
  await page.getByText('Approving waits for a decision').waitFor();
  await follow(page.getByRole('listitem').getByRole('link', { name: screening.matches[0].name }));
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  const question = page.getByRole('dialog', { name: /^Clear / });
  await question.getByRole('button', { name: 'Clear', exact: true }).click();
  await question.getByText('Enter a reason.').waitFor();
  await question.getByLabel('Reason').fill('Born in another year.');
  await question.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByText('The entry is cleared.').first().waitFor();
  for (const text of ['Born in another year.', 'Cleared', dashboard.email])
    await page.getByRole('main').getByText(text).first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'Clear', exact: true }).count(), 0);

  await goTo(page, `/sandbox/reviews/${submitted.id}`);
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  assert.equal(await page.getByText('Approving waits for a decision').count(), 0);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('The identity was approved.').first().waitFor();
  const { verification } = await seen(tenant, `/customers/${customer_id}`);
  assert.equal(verification.status, 'verified');
});

test('a name in letters that are not compared is asked for in Latin letters, shown, and removed again', async (t) => {
  const { customer_id } = await aReadyVerification(tenant, {
    first_name: null,
    middle_name: null,
    last_name: 'ቢቂላ',
  });
  const page = await anOperator(t, dashboard, `/sandbox/customers/${customer_id}`);
  await follow(page.getByRole('link', { name: 'Name in Latin letters' }).first());
  const last = page.getByLabel('Last name in Latin letters');
  await page.getByText('Required now. As in the bottom lines of the passport').waitFor();
  await last.fill('Бикила');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText('Enter the name in Latin letters, such as O’Brien or Bikila.')
    .first()
    .waitFor();
  await last.fill('Bikila');
  await page.getByLabel('First name in Latin letters').fill('Abebe');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Abebe Bikila', { exact: true }).waitFor();
  const latin = async () => (await seen(tenant, `/customers/${customer_id}`)).latin_name;
  assert.deepEqual(await latin(), { first_name: 'Abebe', middle_name: null, last_name: 'Bikila' });

  await goTo(page, `/sandbox/customers/${customer_id}/edit`);
  await page.getByLabel('First name in Latin letters').fill('');
  await last.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Name in Latin letters' }).first().waitFor();
  assert.equal(await latin(), null);
});

test('the page of a person changes their name in Latin letters', async (t) => {
  const { id } = await aCustomer(tenant, company({}));
  const person = await addedPerson(tenant, representativeBody(), id);
  const page = await anOperator(t, dashboard, `/sandbox/persons/${person.id}`);
  await page.getByLabel('Last name in Latin letters').fill('Bikila');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The person was changed.').first().waitFor();
  assert.equal((await seen(tenant, `/persons/${person.id}`)).latin_name.last_name, 'Bikila');
  await load(page, `/sandbox/persons/${person.id}`);
  await until(
    async () => (await page.getByLabel('Last name in Latin letters').inputValue()) === 'Bikila',
    'the page shows the name',
  );
});

test('a decision on a version that has changed is rejected, and what is no web address is no link', async (t) => {
  const { screening } = await aListed(tenant);
  const page = await anOperator(t, dashboard, '/sandbox/screenings');
  const path = `**/v1/screenings/${screening.id}`;
  const matches = [{ ...screening.matches[0], url: 'javascript:alert(1)' }];
  const stale = { ...screening, matches, version: screening.version - 1 };
  await page.route(path, (route) => route.fulfill({ json: stale }));
  await goTo(page, `/sandbox/screenings/${screening.id}`);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const question = page.getByRole('dialog', { name: /^Confirm / });
  assert.equal(await page.getByRole('link', { name: /^Read entry/ }).count(), 0);
  await question.getByLabel('Reason').fill('The same person.');
  await question.getByRole('button', { name: 'Confirm', exact: true }).click();
  await question.getByText('This changed after you opened it').waitFor();
  const now = await seen(tenant, `/screenings/${screening.id}`);
  assert.deepEqual([now.status, now.version], ['open', screening.version]);
});
