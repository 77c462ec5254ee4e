import '../../process.ts';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { type TableName, tables } from '../../../../functions/core/dynamodb/keys.ts';
import { documentBucket, environments } from '../../../../lib/environments.ts';
import { until } from '../../../../local/test/helpers/until.ts';
import { done, seen } from '../../../helpers/call.ts';
import { documentFor } from '../../../helpers/document-files.ts';
import { durations } from '../../../helpers/durations.ts';
import { anAgreement } from '../../../helpers/fixtures/agreements.ts';
import { completePerson } from '../../../helpers/fixtures/customers.ts';
import { aDocument } from '../../../helpers/fixtures/documents.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import { verificationThatIs } from '../../../helpers/fixtures/verifications.ts';
import { aPhone, aWord, formsOf } from '../../../helpers/personal-data-markers.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { bodyOf, httpReceiver } from '../../../helpers/receiver.ts';
import { before, test } from '../../../helpers/tests.ts';
import { documentThatIs, upload } from '../../../helpers/uploads.ts';
import { webhooksOf } from '../../../helpers/webhooks.ts';
import { world } from '../../world.ts';

/** Everything that anybody wrote of the customer, each time in words of its own. */
const markers: string[] = [];
const word = (): string => {
  const made = aWord();
  markers.push(made);
  return made;
};
const phone = aPhone();
markers.push(phone);
const anIpAddress = `2001:db8::${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`;
markers.push(anIpAddress);

/** An address that nobody else has. */
const anAddress = () => ({
  line1: `${word()} street`,
  line2: word(),
  city: word(),
  state: word(),
  postal_code: 'SW1Y 4JH',
  country: 'GB',
});

const local = await world();
const { client: _client, ...business } = await local.aBusiness();
const stored = local.tables;
/** The business, which keys each of its requests with a word. */
const tenant: Pick<Tenant, 'call' | 'put' | 'tenant_id'> = {
  tenant_id: business.tenant_id,
  put: business.put,
  call: (asked) =>
    business.call(
      asked.method === 'POST'
        ? { ...asked, headers: { 'idempotency-key': word(), ...asked.headers } }
        : asked,
    ),
};

/** Documents that are looked at and verify a customer, and one whose bytes nobody sends. */
const verify = async (id: string): Promise<void> => {
  const document_ids: string[] = [];
  for (const type of ['passport', 'selfie']) {
    const { bytes } = documentFor(type);
    const sent = await upload(tenant, bytes, { type, file_name: `${word()}.jpg` }, id);
    document_ids.push((await documentThatIs(tenant, sent.id, 'accepted')).id);
  }
  await aDocument(tenant, { file_name: `${word()}.jpg` }, id);
  const started = await done(tenant, `/customers/${id}/verifications`, {
    level: 'standard',
    document_ids,
  });
  await done(tenant, `/verifications/${started.id}/submit`);
  await verificationThatIs(tenant, started.id, 'verified');
};

/** Cards of both types with all that can be said of one, and what was asked of them. */
const useCards = async (id: string): Promise<Any[]> => {
  for (const feature of ['virtual_cards', 'physical_cards', 'foreign_currency_cards'])
    await done(tenant, `/customers/${id}/features/${feature}/activate`);
  await done(tenant, `/customers/${id}/features/foreign_currency_cards/deactivate`, {
    reason: word(),
  });
  const said = () => ({
    customer_id: id,
    currency: 'USD',
    cardholder_name: word(),
    nickname: word(),
    metadata: { note: word() },
  });
  const virtual = await done(tenant, '/cards', { type: 'virtual', ...said() });
  const shipping = { recipient: word(), address: anAddress() };
  const physical = await done(tenant, '/cards', { type: 'physical', ...said(), shipping });
  for (const status of ['submitted', 'shipped', 'delivered'])
    await done(tenant, `/simulations/cards/${physical.id}/shipping`, {
      status,
      ...(status === 'shipped' && { tracking_number: word() }),
    });
  const wrong = physical.last4 === '0000' ? '1111' : '0000';
  const { status } = await tenant.call({
    method: 'POST',
    path: `/cards/${physical.id}/activate`,
    body: { last4: wrong },
  });
  assert.equal(status, 422);
  for (const amount of [1_000, 1_000_000])
    await done(tenant, `/simulations/cards/${virtual.id}/authorize`, {
      amount,
      currency: 'USD',
      category: '5411',
      country: 'GB',
      merchant_name: word(),
    });
  await tenant.call({ method: 'PATCH', path: `/cards/${virtual.id}`, body: { nickname: word() } });
  await done(tenant, `/cards/${virtual.id}/freeze`, { reason: word() });
  return [virtual, physical];
};

let customer: Any;
let cards: Any[];
before(async () => {
  const named = { first_name: word(), middle_name: word(), last_name: word(), tax_id: word() };
  const own = {
    email: `${word()}@example.com`,
    phone,
    external_id: word(),
    metadata: { note: word() },
    address: anAddress(),
  };
  customer = await done(tenant, '/customers', completePerson({ ...named, ...own }));
  const path = `/customers/${customer.id}`;
  await tenant.call({
    method: 'PATCH',
    path,
    body: { email: `${word()}@example.com`, tax_id: word() },
  });
  for (const action of ['suspend', 'reactivate'])
    await done(tenant, `${path}/${action}`, { reason: word() });
  await verify(customer.id);
  await anAgreement(tenant, { ip: anIpAddress, user_agent: word() }, customer.id);
  cards = await useCards(customer.id);
});

const everything = async (): Promise<string[]> => {
  const items = await Promise.all(
    (Object.keys(tables) as TableName[]).map(async (table) =>
      (await stored.items(table)).map((item) => `${table} ${JSON.stringify(item)}`),
    ),
  );
  return items.flat();
};

/** Which words are found where. */
const foundIn = (texts: readonly string[]): string[] =>
  texts.filter((text) =>
    markers.some((marker) => formsOf(marker).some((form) => text.includes(String(form)))),
  );

const versionsOf = async (id: string): Promise<number> => {
  const { endpoint, operator: credentials } = local;
  const client = new S3Client({ endpoint, region: 'eu-west-1', credentials, forcePathStyle: true });
  const Bucket = documentBucket(environments.sandbox, '000000000000');
  const Prefix = `${tenant.tenant_id}/${id}/`;
  const { Versions = [] } = await client.send(
    new ListObjectVersionsCommand({ Bucket, Prefix, MaxKeys: 100 }),
  );
  client.destroy();
  return Versions.length;
};

/** More than a redaction needs, however its passes and the attempts of deliveries alternate. */
const passes_max = 5;

test('what is known of a closed customer is nowhere once it is redacted', async (t) => {
  const received: string[] = [];
  let refuses = true;
  const { ask, create, deliveries, several } = webhooksOf(business);
  const path = `/customers/${customer.id}`;
  // One endpoint repeats what it receives, another refuses it with the same words.
  const receiver = await httpReceiver(t, async (request, response) => {
    const said = await bodyOf(request);
    received.push(said);
    const status = request.url === '/hook' || !refuses ? 200 : 500;
    response.writeHead(status, { 'x-said': said.slice(0, 900) }).end(said);
  });
  await create({ url: receiver.url });
  const failing = await create({
    url: receiver.url.replace('/hook', '/refusing'),
    event_types: ['customer.*', 'card.closed'],
  });
  assert.equal((await tenant.call({ method: 'POST', path: `${path}/redact` })).status, 409);
  await done(tenant, `${path}/close`, { reason: word() });
  for (const { id } of cards)
    await until(async () => (await seen(tenant, `/cards/${id}`)).status === 'closed');
  const isTried = ({ attempts_made }: Any) => attempts_made > 0;
  await several(failing, 3, isTried);
  assert.ok(foundIn(await everything()).length > 40, 'what is looked for is there before');
  assert.equal(await versionsOf(customer.id), 2);

  refuses = false;
  await local.clock.advance(2 * 60_000);
  const started = await done(business, `${path}/redact`);
  assert.deepEqual([started.first_name, started.redaction.status], [null, 'pending']);
  assert.deepEqual([started.metadata, started.allowed_actions, started.status], [{}, [], 'closed']);
  // A link for an upload may still be used for a quarter of an hour.
  await local.clock.advance(durations.redaction_lag_ms - 60_000);
  assert.equal((await seen(tenant, path)).redaction.status, 'running');
  // A pass that erases something, such as the outcome of a late attempt, is followed by another, which waits as long again.
  let { redaction } = await seen(tenant, path);
  for (let passes = 0; passes < passes_max && redaction.status !== 'done'; passes += 1) {
    await local.clock.advance(durations.redaction_lag_ms + 3 * 60_000);
    ({ redaction } = await seen(tenant, path));
  }
  assert.equal(redaction.status, 'done');
  assert.ok(redaction.erased > 40);

  assert.deepEqual(foundIn(await everything()), []);
  assert.deepEqual(foundIn(local.logs.lines().map(({ line }) => line)), []);
  assert.equal(await versionsOf(customer.id), 0);
  for (const call of [
    { method: 'PATCH', path, body: { phone: null } },
    { method: 'POST', path: `${path}/redact` },
    {
      method: 'POST',
      path: `${path}/documents`,
      body: { type: 'passport', content_type: 'image/png', size_bytes: 1 },
    },
    { method: 'PATCH', path: `/cards/${cards[0].id}`, body: { nickname: 'Ada' } },
  ])
    assert.equal((await tenant.call(call)).status, 409, JSON.stringify(call));
  const { data: events } = await ask('GET', `${path}/timeline?limit=100`);
  assert.equal(events[0].type, 'customer.redacted');
  assert.ok(events.every(({ causation }: Any) => causation.idempotency_key === null));
  const { data: documents } = await ask('GET', `${path}/documents`);
  assert.deepEqual(
    documents.map(({ status }: Any) => status),
    ['expired', 'accepted', 'accepted'],
  );

  // Deliveries from here on say nothing either: one that is repeated comes with the emptied event.
  received.length = 0;
  const [repeated] = await deliveries(`webhook_id=${failing.id}&event_type=customer.closed`);
  await done(business, `/deliveries/${repeated.id}/resend`);
  await until(() => received.some((text) => text.includes('customer.closed')), 'it is sent again');
  assert.deepEqual(foundIn(received), []);
});
