import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { guideOf } from '../../bin/tour/guide.ts';
import { businessOfThree, onboardedIndividual } from '../../bin/tour/identities.ts';
import { sweepScheduledWork } from '../../functions/app/jobs/jobs.ts';
import { physicalName } from '../../lib/environments.ts';
import { until } from '../../local/test/helpers/until.ts';
import { done, seen } from '../helpers/call.ts';
import { aTenant, type Tenant } from '../helpers/fixtures/tenants.ts';
import type { Any } from '../helpers/printed-document.ts';
import { quiet } from '../helpers/quiet.ts';
import { checksOf, notify, processing, reviewed, startServiceWithOnfido } from './service.ts';

const service = await startServiceWithOnfido();
const { onfido, local } = service;
// A look that nobody asks for comes only when a test has it come.
await local.schedules.stop();
const sweep = () => local.schedules.trigger(physicalName('sandbox', sweepScheduledWork.id));
after(() => service.stop());
beforeEach(() => onfido.clear());

const walker = ({ baseUrl, secret_key }: Tenant) =>
  guideOf({ base_url: baseUrl, secret_key, print: () => undefined, style: (_, text) => text });

/** The finding of a clear check: it has read until when the document is valid. */
const clear = [{ name: 'document', result: 'clear', properties: { date_of_expiry: '2099-05-31' } }];

/** The types of a customer's documents that have a date of expiry. */
const datedOf = async (tenant: Tenant, id: string): Promise<string[]> => {
  const { data } = await seen(tenant, `/customers/${id}/documents`);
  return data.flatMap(({ type, expires_on }: Any) => (expires_on === '2099-05-31' ? [type] : []));
};

const eventsOf = async ({ call }: Tenant, id: string): Promise<string[]> => {
  const { body } = await call({ method: 'GET', path: '/events', query: [['customer_id', id]] });
  return body.data.map(({ type }: Any) => type);
};

test('an individual goes over the onboarding page and Onfido to a card; a webhook twice and late changes nothing', async () => {
  const tenant = await aTenant(local);
  const walking = onboardedIndividual(walker(tenant));
  const id = await processing(tenant);
  const [check] = await checksOf(service, id, 1);
  assert.equal((await seen(tenant, `/verifications/${id}`)).status, 'processing');
  onfido.finish(clear);
  for (let times = 0; times < 2; times++) assert.equal(await notify(service, check?.id ?? ''), 200);
  const customer = await walking;
  await notify(service, check?.id ?? '');
  await quiet(local, 'identity');
  const events = await eventsOf(tenant, customer);
  for (const type of [
    'verification.verified',
    'customer.onboarding_completed',
    'feature.activated',
    'card.created',
  ])
    assert.equal(events.filter((one) => one === type).length, 1, type);
  assert.deepEqual([onfido.applicants.length, onfido.checks.length], [1, 1]);
  assert.deepEqual(await datedOf(tenant, customer), ['passport']);

  await done(tenant, `/customers/${customer}/close`);
  await done(tenant, `/customers/${customer}/redact`);
  const isDone = async () =>
    (await seen(tenant, `/customers/${customer}`)).redaction?.status === 'done';
  await until(async () => (await sweep()) && (await isDone()), 'the redaction is done');
  assert.deepEqual(
    [onfido.applicants, onfido.documents, onfido.live_photos, onfido.checks],
    [[], [], [], []],
  );
});

test('a business with three persons is verified by what is due; of two lost webhooks the next look finds the answers', async () => {
  const tenant = await aTenant(local);
  const { customer_id, verification_id } = await businessOfThree(walker(tenant), async (id) => {
    const [first] = await checksOf(service, id, 3);
    onfido.finish(clear);
    assert.equal(await notify(service, first?.id ?? ''), 200);
    const checks = await reviewed(tenant, id, sweep);
    assert.deepEqual(
      [...new Set(checks.flatMap(({ evidence }: Any) => evidence.reasons))],
      ['business_unchecked'],
    );
  });
  const verified = { status: 'verified', level: 'enhanced' };
  const standing = ({ verification: { status, level } }: Any) => ({ status, level });
  assert.deepEqual(standing(await seen(tenant, `/customers/${customer_id}`)), verified);
  const { data: persons } = await seen(tenant, `/customers/${customer_id}/persons`);
  assert.deepEqual(persons.map(standing), [verified, verified, verified]);
  assert.deepEqual(await datedOf(tenant, customer_id), ['passport', 'passport', 'passport']);
  const { tenant_id } = tenant;
  assert.deepEqual(
    onfido.checks.map(({ tags }) => tags).toSorted(),
    persons.map(({ id }: Any) => [tenant_id, verification_id, id]).toSorted(),
  );
  for (const { report_names } of onfido.checks)
    assert.ok(report_names.includes('proof_of_address'));
});
