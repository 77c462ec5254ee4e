import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../local/test/helpers/until.ts';
import { seen } from '../helpers/call.ts';
import { theDashboard } from '../helpers/dashboard.ts';
import { company } from '../helpers/fixtures/customers.ts';
import { linkBody } from '../helpers/fixtures/onboarding.ts';
import { aPhone, sendForVerification } from '../helpers/onboarding-page.ts';
import { assertAccessible, assertFits } from '../helpers/page-layout.ts';

const dashboard = await theDashboard();
const { sandbox } = dashboard.call;

const aLink = async (address: object | null) => {
  const body = company({ ownership_exemption: null, legal_name: 'Engines Ltd', address });
  const { body: made } = await sandbox({ method: 'POST', path: '/customers', body });
  const path = `/customers/${made.id}/onboarding-links`;
  return (await sandbox({ method: 'POST', path, body: linkBody() })).body;
};

/** The part of the page with one form for a person. */
const formOf = (page: Page) =>
  page.locator('form', { has: page.getByRole('button', { name: 'Save this person' }) });

const fillAddress = async (of: Locator) => {
  await of.getByLabel('Country').selectOption('GB');
  await of.getByLabel('Street and number').fill('1 St James’s Square');
  await of.getByLabel('Postal code').fill('SW1Y 4JH');
  await of.getByLabel('City').fill('London');
};

type Added = {
  readonly roles: readonly string[];
  readonly first: string;
  readonly last: string;
  readonly share?: string;
};

const add = async (page: Page, { roles, first, last, share }: Added) => {
  await page.getByRole('button', { name: 'Add a person' }).click();
  const form = formOf(page);
  for (const role of roles) await form.getByLabel(role, { exact: true }).check();
  if (share) await form.getByLabel('Share in percent').fill(share);
  await form.getByLabel('First name').fill(first);
  await form.getByLabel('Last name').fill(last);
  await form.getByLabel('Date of birth').fill('1990-04-23');
  await form.getByLabel('Nationality').selectOption('GB');
  await fillAddress(form);
  return form;
};

const save = async (form: Locator) => {
  await form.getByRole('button', { name: 'Save this person' }).click();
  await form.waitFor({ state: 'detached' });
};

test('from a link to a verified business with three persons, on a phone', async (t) => {
  const link = await aLink(null);
  const { page, faults } = await aPhone(t, dashboard, link.url);
  await page.getByRole('heading', { name: 'Verify your business' }).waitFor();
  await page.getByText('Nobody represents the business yet.').waitFor();
  await assertAccessible(page, 'what is asked');
  await assertFits(page, 'what is asked');

  await fillAddress(page.locator('form').first());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Change my details' }).waitFor();

  await page.getByRole('button', { name: 'Add a person' }).click();
  await formOf(page).getByRole('button', { name: 'Save this person' }).click();
  await page.locator('#new-roles-error').waitFor();
  const onWrong = async () => (await page.evaluate('document.activeElement.type')) === 'checkbox';
  await until(onWrong, 'the first that is wrong has the focus');
  await assertAccessible(page, 'the form of a person with errors');
  await assertFits(page, 'the form of a person with errors');
  await page.reload();

  await save(
    await add(page, { roles: ['Represents it', 'Controls it'], first: 'Ada', last: 'Lovelace' }),
  );
  await save(await add(page, { roles: ['Owner'], first: 'Grace', last: 'Hopper', share: '60' }));
  const tooMuch = await add(page, {
    roles: ['Owner', 'Director'],
    first: 'Mary',
    last: 'Somerville',
    share: '50',
  });
  await tooMuch.getByRole('button', { name: 'Save this person' }).click();
  await tooMuch.getByText('All shares together are more than 100 %.').waitFor();
  // The name is enough for an owner of less than a quarter.
  await tooMuch.getByLabel('Share in percent').fill('10');
  assert.equal(await tooMuch.getByLabel('Date of birth').count(), 0);
  await save(tooMuch);
  await page.getByRole('button', { name: 'Change Mary Somerville' }).waitFor();

  await page.getByLabel('Every owner of 25 % and more is listed above.').check();
  await page.getByRole('button', { name: 'Declare' }).click();
  await page.getByRole('button', { name: 'Declare' }).waitFor({ state: 'detached' });
  const documents = [
    'An extract of the company register',
    'An identity document with the picture of Ada Lovelace',
    'A picture of the face of Ada Lovelace',
  ];
  await sendForVerification(page, documents, 'Your business is verified. Thank you.');
  assert.deepEqual(faults, []);

  const persons = await seen({ call: sandbox }, `/customers/${link.customer_id}/persons`);
  assert.deepEqual(
    persons.data.map(
      ({ last_name, roles, ownership_percent, verification }: (typeof persons)['data'][number]) => [
        ...[last_name, roles.join(), ownership_percent, verification.status],
      ],
    ),
    [
      ['Somerville', 'owner,director', 10, 'unverified'],
      ['Hopper', 'owner', 60, 'unverified'],
      ['Lovelace', 'representative,controller', null, 'verified'],
    ],
  );
});

test('one who is there already gets the role that is missing, in German', async (t) => {
  const link = await aLink({
    line1: '1 St James’s Square',
    city: 'London',
    postal_code: 'SW1Y 4JH',
    country: 'GB',
  });
  const path = `/customers/${link.customer_id}/persons`;
  const body = {
    roles: ['representative'],
    first_name: 'Ada',
    last_name: 'Lovelace',
    nationality: 'GB',
  };
  await sandbox({ method: 'POST', path, body });
  const { page } = await aPhone(t, dashboard, link.url, 'de-DE');
  await page.getByText('Noch niemand leitet das Unternehmen.').waitFor();
  await until(
    async () => (await page.getByLabel('Geburtsdatum').count()) === 1,
    'what is missing of her is asked',
  );
  assert.equal(await page.getByLabel('Nachname').count(), 0, 'her name is not');
  assert.equal(await page.getByLabel('Staatsangehörigkeit').count(), 0, 'nor is what is known');
  assert.equal(await page.getByLabel('Eigentümer', { exact: true }).count(), 0, 'nor a share');
  await page.getByLabel('Leitet es').check();
  await page.getByLabel('Geburtsdatum').fill('1990-04-23');
  await page.getByLabel('Land', { exact: true }).selectOption('GB');
  await page.getByLabel('Straße und Hausnummer').fill('1 St James’s Square');
  await page.getByLabel('Postleitzahl').fill('SW1Y 4JH');
  await page.getByLabel('Ort', { exact: true }).fill('London');
  await page.getByRole('button', { name: 'Diese Person speichern' }).click();
  await page.getByText('Noch niemand leitet das Unternehmen.').waitFor({ state: 'detached' });
  await page.getByText('Vertritt es, Leitet es').waitFor();
});
