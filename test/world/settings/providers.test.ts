import './providers-begins.ts';
import '../process.ts';
import assert from 'node:assert/strict';
import { guideOf } from '../../../bin/tour/guide.ts';
import { businessOfThree, onboardedIndividual } from '../../../bin/tour/identities.ts';
import { fetchLists, sweepScheduledWork } from '../../../functions/app/jobs/jobs.ts';
import { functionName, physicalName } from '../../../lib/environments.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { done, seen } from '../../helpers/call.ts';
import { durations } from '../../helpers/durations.ts';
import { aCustomer } from '../../helpers/fixtures/customers.ts';
import type { Tenant } from '../../helpers/fixtures/tenants.ts';
import { startPublisher } from '../../helpers/list-publisher.ts';
import { followed, submitted } from '../../helpers/naive-client.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { quiet } from '../../helpers/quiet.ts';
import { beforeEach, test } from '../../helpers/tests.ts';
import { checksOf, notify, processing, reviewed } from '../../onfido/service.ts';
import { apiToken, secretNames, serveOnfido, webhookSecrets } from '../../onfido/stand-in.ts';
import { world } from '../world.ts';

const machine = await world();
const { aBusiness, clock, logs, pool, schedules, secrets } = machine;
secrets.set(secretNames.token, { current: apiToken });
secrets.set(secretNames.webhook, webhookSecrets);
const onfido = await serveOnfido();
const publisher = await startPublisher();
const service = { onfido, local: machine };
const decide = functionName('sandbox', 'decide-verification');
const sweep = () => schedules.trigger(physicalName('sandbox', sweepScheduledWork.id));
beforeEach(() => onfido.clear());

test('the templates name the addresses of these stand-ins', () => {
  const { ONFIDO_API_BASE, LIST_ADDRESSES } = {
    ...pool.functions.get(decide)?.variables,
    ...pool.functions.get(functionName('sandbox', fetchLists.id))?.variables,
  };
  assert.equal(ONFIDO_API_BASE, onfido.address);
  assert.deepEqual(JSON.parse(LIST_ADDRESSES ?? ''), publisher.addresses);
});

const walker = ({ baseUrl, secret_key }: Tenant) =>
  guideOf({ base_url: baseUrl, secret_key, print: () => undefined, style: (_, text) => text });

/** For a redaction to end. */
const redacted_ms = durations.redaction_lag_ms + 4 * 60_000;

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

/** The error of a decision that the lists of its screening are missing for. */
const unavailable = 'screening_unavailable';

/** Runs the job as its schedule does. */
const fetched = () => schedules.trigger(physicalName('sandbox', fetchLists.id));

test('a sandbox that searches lists verifies nobody before they came, and then leaves who is listed to an operator', async () => {
  const tenant = await aBusiness();
  const { id: customer_id } = await aCustomer(tenant, {
    type: 'individual',
    first_name: 'Zdenka',
    last_name: 'Prikladova',
    date_of_birth: '1970-02-03',
    nationality: 'CZ',
  });
  const level = 'standard';
  const { id } = await done(tenant, `/customers/${customer_id}/verifications`, { level });
  await followed(tenant, `/verifications/${id}`);
  await submitted(tenant, id);
  const { id: check } = await until(() => onfido.checks[0], 'Onfido is asked');
  onfido.finish(clear);
  assert.equal(await notify(service, check), 200);
  const failures = () =>
    logs
      .lines()
      .filter(({ functionName, line }) => functionName === decide && line.includes(unavailable));
  await until(() => failures().length > 1, 'the decision fails and is tried again');
  assert.equal((await seen(tenant, `/verifications/${id}`)).status, 'processing');

  assert.deepEqual(
    (await fetched()).map(({ functionError }) => functionError),
    [undefined],
  );
  publisher.asked.length = 0;
  await fetched();
  assert.deepEqual(publisher.asked, [], 'once a day');
  const screening: Any = await until(
    async () => (await seen(tenant, `/screenings?customer_id=${customer_id}`)).data[0],
    'the customer is screened',
  );
  assert.deepEqual(
    [screening.status, screening.matches.map(({ list, entry_id }: Any) => [list, entry_id])],
    ['open', [['eu', 'EU.9001.1']]],
  );
  assert.match(screening.list_version, /^[0-9a-f]{32}$/);
});

test('an individual goes over the onboarding page and Onfido to a card; a webhook twice and late changes nothing', async () => {
  const tenant = await aBusiness();
  const walking = onboardedIndividual(walker(tenant));
  const id = await processing(tenant);
  const [check] = await checksOf(service, id, 1);
  assert.equal((await seen(tenant, `/verifications/${id}`)).status, 'processing');
  onfido.finish(clear);
  for (let times = 0; times < 2; times++) assert.equal(await notify(service, check?.id ?? ''), 200);
  const customer = await walking;
  await notify(service, check?.id ?? '');
  await quiet(machine, 'identity');
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
  await clock.advance(redacted_ms);
  assert.equal((await seen(tenant, `/customers/${customer}`)).redaction?.status, 'done');
  assert.deepEqual(
    [onfido.applicants, onfido.documents, onfido.live_photos, onfido.checks],
    [[], [], [], []],
  );
});

test('a business with three persons is verified by what is due; of two lost webhooks the next look finds the answers', async () => {
  const tenant = await aBusiness();
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
