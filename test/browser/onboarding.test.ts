import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../local/test/helpers/until.ts';
import { picture, theDashboard } from '../helpers/dashboard.ts';
import { linkBody } from '../helpers/fixtures/onboarding.ts';
import { aPhone, passport, sendForVerification } from '../helpers/onboarding-page.ts';
import { assertAccessible, assertFits } from '../helpers/page-layout.ts';

const dashboard = await theDashboard();
const { sandbox } = dashboard.call;

const aLink = async (customer: object, fields: object = {}) => {
  const person = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace', ...customer };
  const { body: made } = await sandbox({ method: 'POST', path: '/customers', body: person });
  const path = `/customers/${made.id}/onboarding-links`;
  const return_url = `${dashboard.url}icon.svg`;
  const { body: link } = await sandbox({
    method: 'POST',
    path,
    body: linkBody({ return_url, ...fields }),
  });
  return link;
};

test('from a link to a verified customer, on a phone', async (t) => {
  const link = await aLink({}, { brand_color: '#1a56db' });
  const { page, faults } = await aPhone(t, dashboard, link.url);
  await page.getByRole('heading', { name: 'Verify your identity' }).waitFor();
  assert.equal(new URL(page.url()).hash, '', 'the token is no longer in the address');
  await assertAccessible(page, 'what is asked');
  await assertFits(page, 'what is asked');
  await picture(page, 'onboarding');

  // The error stands beside its field, which has the focus.
  await page.getByText('About 5 minutes left.').waitFor();
  await page.getByLabel('Nationality').selectOption('GB');
  await page.getByLabel('Date of birth').fill('23.4.2020');
  await page.getByLabel('Country').selectOption('GB');
  await page.getByLabel('Street and number').fill('1 St James’s Square');
  await page.getByLabel('City').fill('London');
  await page.getByRole('button', { name: 'Save' }).click();
  assert.equal(await described(page, 'Postal code'), 'Please fill this in.');
  await page.getByLabel('Postal code').fill('SW1Y 4JH');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('You must be at least 18 years old.').waitFor();
  assert.equal(await described(page, 'Date of birth'), 'You must be at least 18 years old.');
  await assertAccessible(page, 'with errors');
  await page.reload();
  const born = page.getByLabel('Date of birth');
  await until(
    async () => (await born.inputValue()) === '23 April 2020',
    'a reload keeps what was typed',
  );
  await page.getByLabel('Date of birth').fill('23/4/1990');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your details are saved.').waitFor();
  await page.getByText('23 April 1990', { exact: true }).waitFor();
  const kept = await page.evaluate(`sessionStorage.getItem('onboarding-typed')`);
  assert.equal(kept, '{}', 'what is saved is kept no longer');

  const documents = ['An identity document with your picture', 'A picture of your face'];
  await sendForVerification(page, documents, 'Your identity is verified. Thank you.');
  await assertAccessible(page, 'the result');
  await assertFits(page, 'the result');
  assert.deepEqual(faults, []);

  const { body: customer } = await sandbox({
    method: 'GET',
    path: `/customers/${link.customer_id}`,
  });
  assert.equal(customer.verification.status, 'verified');
  // As a tab that typed something, while another one submitted.
  await page.evaluate(`sessionStorage.setItem('onboarding-typed', '{"field":{"/city":"London"}}')`);
  await page.reload();
  await page.getByText('Your identity is verified. Thank you.').waitFor();
  const forgotten = `sessionStorage.getItem('onboarding-typed') === '{}'`;
  await until(() => page.evaluate<boolean>(forgotten), 'a result forgets what was typed');
  await page.getByRole('link', { name: /^Continue to / }).click();
  await page.waitForURL('**/icon.svg');
});

/** The description of a field that a screen reader adds to its name. */
const described = async (page: Page, label: string): Promise<string | null> => {
  const field = page.getByLabel(label);
  const id = await field.getAttribute('id');
  await until(
    async () => (await page.evaluate('document.activeElement.id')) === id,
    `${label} has the focus`,
  );
  return page.locator(`#${await field.getAttribute('aria-describedby')}`).textContent();
};

/** It begins as a PNG: the page announces it, and the inspection rejects it. */
const brokenPng = Buffer.from('\x89PNG\r\n\x1a\nno picture', 'latin1');

/** Runs before the page's own script: a browser of 2020 that blocks storage. */
const older = `
  for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with', 'at', 'findLast', 'findLastIndex'])
    delete Array.prototype[name];
  delete Object.hasOwn;
  delete Object.groupBy;
  delete String.prototype.at;
  delete String.prototype.isWellFormed;
  delete Crypto.prototype.randomUUID;
  delete AbortSignal.timeout;
  delete AbortSignal.any;
  delete globalThis.structuredClone;
  delete Promise.withResolvers;
  for (const name of ['sessionStorage', 'localStorage'])
    Object.defineProperty(window, name, { get: () => { throw new DOMException('blocked', 'SecurityError'); } });
`;

test('in an older browser without storage, also after a reload; a HEIC picture that it calls octet-stream is accepted', async (t) => {
  const link = await aLink({
    date_of_birth: '1990-04-23',
    nationality: 'GB',
    address: {
      line1: '1 St James’s Square',
      city: 'London',
      postal_code: 'SW1Y 4JH',
      country: 'GB',
    },
  });
  const { page, faults } = await aPhone(t, dashboard, 'about:blank');
  await page.addInitScript(older);
  await page.goto(link.url);
  await page.getByRole('heading', { name: 'Verify your identity' }).waitFor();
  assert.equal(new URL(page.url()).hash, '');
  await page.reload();
  const proof = page.locator('.proof').first();
  const buffer = readFileSync('test/fixtures/documents/passport.heic');
  await proof
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'application/octet-stream', buffer });
  await proof.getByRole('button', { name: 'Send this file' }).click();
  await until(async () => (await page.locator('.proof').count()) === 1, 'only the selfie is asked');
  assert.deepEqual(faults, []);
});

test('in German where the browser prefers it; a file that cannot be used is rejected, and another helps', async (t) => {
  const link = await aLink({
    date_of_birth: '1990-04-23',
    nationality: 'GB',
    address: {
      line1: '1 St James’s Square',
      city: 'London',
      postal_code: 'SW1Y 4JH',
      country: 'GB',
    },
  });
  const { page } = await aPhone(t, dashboard, link.url, 'de-DE');
  await page.getByRole('heading', { name: 'Identität bestätigen' }).waitFor();
  const proof = page.locator('.proof').first();
  await proof.getByLabel('Art des Dokuments').selectOption('Personalausweis');
  await proof.getByText('Personalausweis, Vorderseite').waitFor();
  await proof.getByLabel('Art des Dokuments').selectOption('Reisepass');
  const files = proof.getByLabel('Datei wählen');
  await files.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
  await proof.getByText(/^Wählen Sie eine JPEG-/).waitFor();
  await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: brokenPng });
  await proof.getByRole('button', { name: 'Diese Datei senden' }).click();
  await proof.getByRole('alert').waitFor();
  await files.setInputFiles(passport);
  await proof.getByRole('button', { name: 'Diese Datei senden' }).click();
  await until(async () => (await page.locator('.proof').count()) === 1, 'only the selfie is asked');
});

test('a link that has ended says so, and asks nothing', async (t) => {
  const link = await aLink({});
  await sandbox({ method: 'POST', path: `/onboarding-links/${link.id}/revoke` });
  for (const address of [link.url, `${dashboard.url}onboarding`]) {
    const { page } = await aPhone(t, dashboard, address);
    await page.getByText('This link is not valid or has ended.').waitFor();
    assert.equal(await page.getByRole('textbox').count(), 0);
  }
});

test('the page loads nothing of the dashboard, and the token goes to its API alone', async (t) => {
  const link = await aLink({});
  const token = new URL(link.url).hash.slice(1);
  const { page, asked } = await aPhone(t, dashboard, link.url);
  await page.getByRole('heading', { name: 'Your details' }).waitFor();
  const withToken = asked.filter(({ headers, url }) =>
    JSON.stringify([headers, url]).includes(token),
  );
  assert.deepEqual(
    withToken.map(({ url }) => new URL(url).pathname),
    ['/onboarding-api/sandbox/v1/onboarding'],
  );
  assert.ok(asked.every(({ url }) => url.startsWith(dashboard.url)));
  assert.equal(asked.filter(({ url }) => url.endsWith('.js')).length, 1);
});

test('other routes are not served at the page’s origin', async () => {
  const headers = { 'api-key': 'sk_sandbox_none' };
  const answer = await fetch(`${dashboard.url}onboarding-api/sandbox/v1/customers`, { headers });
  assert.ok(!answer.headers.get('content-type')?.includes('json'), await answer.text());
});
