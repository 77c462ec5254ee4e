import '../../process.ts';
import assert from 'node:assert/strict';
import { until } from '../../../../local/test/helpers/until.ts';
import { done, seen } from '../../../helpers/call.ts';
import { fileOf } from '../../../helpers/document-files.ts';
import { aStoredCustomer, completePerson } from '../../../helpers/fixtures/customers.ts';
import { accepted } from '../../../helpers/fixtures/documents.ts';
import {
  aCompletePersonStored,
  anOnboardingLink,
  aReadyOnboarding,
} from '../../../helpers/fixtures/onboarding.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import { verificationThatIs } from '../../../helpers/fixtures/verifications.ts';
import { sendTo } from '../../../helpers/links.ts';
import { announce, get, pageOf, patch, submit } from '../../../helpers/onboarding-calls.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();

const codesOf = ({ requirements }: Any): string[] =>
  requirements.currently_due.map(({ code }: Any) => code);
const typesOf = async ({ call }: Tenant, customerId: string): Promise<Any[]> => {
  const { body } = await call({
    method: 'GET',
    path: '/events',
    query: [['customer_id', customerId]],
  });
  return body.data.toReversed();
};

/** A person about whom little is known yet. */
const aNewPerson = (tenant: Tenant) =>
  aStoredCustomer(tenant, {
    type: 'individual',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com',
  });

test('a customer who follows what is asked is verified, and the business gets the event', async () => {
  const tenant = await service.aBusiness();
  const { id } = await aNewPerson(tenant);
  const link = await anOnboardingLink(tenant, { brand_color: '#1a56db' }, id);
  const page = pageOf(tenant, link);
  const { body: first } = await get(page);
  assert.deepEqual(codesOf(first), [
    ...['profile.date_of_birth', 'profile.nationality', 'profile.address'],
    ...['document.government_id', 'document.selfie'],
  ]);
  assert.deepEqual(first.business, { name: 'Analytical Engines', brand_color: '#1a56db' });
  assert.equal(first.return_url, 'https://shop.example.com/welcome');
  assert.ok(!JSON.stringify(first).includes(id), 'no call names the customer');

  const { date_of_birth, nationality, address } = completePerson() as Any;
  const { body: filled } = await patch(page, { date_of_birth, nationality, address });
  assert.deepEqual(codesOf(filled), ['document.government_id', 'document.selfie']);
  // Answers can be corrected until they are submitted.
  assert.equal((await patch(page, { nationality: 'FR' })).status, 200);

  const bytes = fileOf('passport.jpg');
  for (const type of ['passport', 'selfie']) {
    const { body: document } = await announce(page, { type, size_bytes: bytes.length });
    assert.equal((await sendTo(document.upload, bytes)).status, 200);
    await until(
      async () =>
        (await get(page, `/onboarding/documents/${document.id}`)).body.status === 'accepted',
      type,
    );
  }
  const submitted = await submit(page);
  assert.equal(submitted.status, 200, submitted.text);
  assert.deepEqual(
    [submitted.body.status, submitted.body.profile, submitted.body.verification.status],
    ['completed', null, 'processing'],
  );
  await until(
    async () => (await get(page)).body.verification.status === 'verified',
    'the page shows the result',
  );

  const completed = await seen(tenant, `/onboarding-links/${link.id}`);
  assert.deepEqual([completed.status, completed.url], ['completed', undefined]);
  assert.equal(
    (await seen(tenant, `/verifications/${completed.verification_id}`)).status,
    'verified',
  );
  const events = await typesOf(tenant, id);
  const byLink = events.filter(({ causation }) => causation.actor.type === 'onboarding_link');
  assert.deepEqual([...new Set(byLink.map(({ causation }) => causation.actor.id))], [link.id]);
  assert.deepEqual(
    byLink.map(({ type }) => type).filter((type) => !type.startsWith('document.')),
    [
      'customer.updated',
      'customer.updated',
      'verification.created',
      'verification.processing',
      'customer.updated',
      'customer.onboarding_completed',
    ],
  );
  assert.equal(events.at(-1).data.url, undefined);
});

test('an open verification of the business is continued, with the documents that it lacks', async () => {
  const tenant = await service.aBusiness();
  const { id: customer_id } = await aCompletePersonStored(tenant);
  const open = await done(tenant, `/customers/${customer_id}/verifications`, { level: 'standard' });
  const document_ids = await accepted(tenant, customer_id);
  const page = pageOf(tenant, await anOnboardingLink(tenant, {}, customer_id));
  assert.equal((await submit(page)).status, 200);
  const submitted = await verificationThatIs(tenant, open.id, 'processing', 'verified');
  assert.deepEqual(submitted.document_ids.toSorted(), document_ids.toSorted());
});

test('a submission is rejected while something is missing, and says what', async () => {
  const tenant = await service.aBusiness();
  const { status, body } = await submit(pageOf(tenant, await anOnboardingLink(tenant)));
  assert.deepEqual([status, body.code], [422, 'verification_requirements_due']);
  assert.deepEqual(codesOf(body), ['document.government_id', 'document.selfie']);
});

test('of two submissions at once one has an effect', async () => {
  const tenant = await service.aBusiness();
  const link = await aReadyOnboarding(tenant);
  const page = pageOf(tenant, link);
  const answers = await Promise.all([submit(page), submit(page), submit(page)]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
  const { data } = await seen(tenant, `/customers/${link.customer_id}/verifications`);
  assert.equal(data.length, 1);
});

test('two links of one customer lead to one verification', async () => {
  const tenant = await service.aBusiness();
  const link = await aReadyOnboarding(tenant);
  const other = await anOnboardingLink(tenant, {}, link.customer_id);
  const answers = await Promise.all([submit(pageOf(tenant, link)), submit(pageOf(tenant, other))]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
  const { data } = await seen(tenant, `/customers/${link.customer_id}/verifications`);
  assert.equal(data.length, 1);
});
