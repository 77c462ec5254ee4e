import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { calculateJwkThumbprint } from 'jose';
import { encryptedPin } from '../../../cli/encrypted-pin.ts';
import { tables } from '../../../functions/core/dynamodb/keys.ts';
import { cardIssuer } from '../../../functions/issuing/issuers/chosen.ts';
import { pinIssuer, pinKeyIssuer } from '../../../functions/issuing/issuers/chosen-pins.ts';
import type { CardIssuer } from '../../../functions/issuing/issuers/issuer.ts';
import { tokenKey } from '../../../functions/issuing/issuers/simulator.ts';
import { cardholderKey } from '../../../functions/issuing/issuers/stripe/client.ts';
import {
  type DataPlane,
  sdkVariables,
  startDataPlane,
} from '../../../local/test/helpers/data-plane.ts';
import {
  allow,
  keyArn,
  lambda,
  macKeyId,
  resource,
  tableArn,
} from '../../../local/test/helpers/data-resources.ts';
import { cardIssuerContract } from '../../helpers/card-issuer-contract.ts';
import { cardPinContract } from '../../helpers/card-pin-contract.ts';
import { anOrder } from '../../helpers/fixtures/cards.ts';
import { after, before, test } from '../../helpers/tests.ts';

const recordsTable = 'test-sandbox-issuer';
const macAlias = 'alias/test-sandbox-issuer';
const text = [{ AttributeName: 'pk', AttributeType: 'S' }];
const resources = [
  resource('AWS::KMS::Key', macKeyId, { KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' }),
  resource('AWS::KMS::Alias', macAlias, { AliasName: macAlias, TargetKeyId: macKeyId }),
  resource('AWS::DynamoDB::Table', recordsTable, {
    TableName: recordsTable,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: text,
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  }),
  // As the needs of issuing, voiding and revealing are printed: put, update, get, mac.
  ...lambda('issuing', [
    allow(['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:GetItem'], tableArn(recordsTable)),
    allow('kms:GenerateMac', keyArn('*'), {
      'ForAnyValue:StringEquals': { 'kms:ResourceAliases': macAlias },
    }),
  ]),
];

let plane: DataPlane;
let issuer: CardIssuer;
before(async () => {
  plane = await startDataPlane(resources);
  Object.assign(process.env, {
    ...sdkVariables(plane.endpoint, 'issuing'),
    ISSUER_TABLE: recordsTable,
    ISSUER_KEY_ID: macAlias,
    CARD_ISSUER: 'simulator',
  });
  issuer = cardIssuer();
});
after(() => plane.stop());

const rowOf = async (id: string) =>
  (await plane.client().send(new GetCommand({ TableName: recordsTable, Key: { pk: id } }))).Item;

cardIssuerContract('the simulator', () => ({
  issuer,
  cardsOf: async (id) => ((await rowOf(id))?.state === 'issued' ? 1 : 0),
  stateOf: async (id) => {
    const {
      status,
      cancellation_reason = null,
      limits,
    } = (await rowOf(id)) ?? assert.fail(`no card ${id}`);
    return { status, cancellation_reason, limits };
  },
  tokenOf: async () => randomUUID(),
  tokenStatus: async (reference) => (await rowOf(tokenKey(reference)))?.status,
}));

cardPinContract(
  'the simulator',
  () => 'active',
  () => ({
    issuer,
    pins: pinIssuer(),
    encrypt: async (pin) => encryptedPin(pin, await pinKeyIssuer().pinKey()),
    pinOf: async (reference) => (await rowOf(reference))?.pin_status,
  }),
);

test('the simulator has one key for PINs, and keeps none of its private half and no digit', async () => {
  const [{ public_key: key }, again] = await Promise.all([
    pinKeyIssuer().pinKey(),
    pinKeyIssuer().pinKey(),
  ]);
  assert.deepEqual(again.public_key, key);
  const { kid, ...material } = key ?? assert.fail('no key');
  assert.equal(kid, await calculateJwkThumbprint(material));
  const jwe = await encryptedPin('482915', { ...again, public_key: key });
  const another = await encryptedPin('482915', {
    ...again,
    public_key: { ...material, kid: 'another' },
  });
  const { id } = anOrder();
  await issuer.issue(anOrder({ id }));
  await assert.rejects(pinIssuer().setPin(id, another), { code: 'validation_failed' });
  await pinIssuer().setPin(id, jwe);
  const { Items = [] } = await plane.client().send(new ScanCommand({ TableName: recordsTable }));
  assert.ok(
    !JSON.stringify(Items).includes('482915') && !JSON.stringify(Items).includes(jwe.slice(0, 40)),
  );
});

const order = anOrder({
  id: 'card_01jd5fq7k9e8xv3m2n4p6r8t0w',
  customer_id: 'cus_1',
  ordered_at: '2026-11-20T15:04:05.123Z',
});

test('the simulator writes down everything about a card but its number', async () => {
  await issuer.issue(order);
  const { number, cvc } = await issuer.secrets(order.id);
  const { Items = [] } = await plane.client().send(new ScanCommand({ TableName: recordsTable }));
  assert.ok(Items.length > 0);
  for (const line of Items.map((item) => JSON.stringify(item))) {
    assert.ok(
      !line.includes(number) && !line.includes(number.slice(6)) && !line.includes(`"${cvc}"`),
    );
  }
  const { cardholder, destination, replacement, user_terms, ...reported } = order;
  assert.deepEqual(await rowOf(order.id), {
    ...reported,
    pk: order.id,
    issuer_reference: order.id,
    brand: 'visa',
    bin: '400000',
    last4: number.slice(-4),
    exp_month: 11,
    exp_year: 2030,
    derivation: 0,
    status: 'active',
    state: 'issued',
    pin_status: 'unset',
  });
});

test('a number that another card has is derived again, the same each time, and is not at rest', async () => {
  const first = { ...order, id: 'card_01jd5fq7k9e8xv3m2n4p6r8t1w' };
  await issuer.issue(first);
  const { number } = await issuer.secrets(first.id);
  // As if another card had come to this number before: its mark names the other one.
  const { Items = [] } = await plane.client().send(new ScanCommand({ TableName: recordsTable }));
  const [mark] = Items.filter(({ order_id }) => order_id === first.id);
  assert.ok(mark, 'a number that was given is marked');
  assert.ok(!JSON.stringify(mark).includes(number.slice(6)));
  await plane
    .client()
    .send(
      new PutCommand({ TableName: recordsTable, Item: { ...mark, order_id: 'card_of_another' } }),
    );
  await plane.client().send(new DeleteCommand({ TableName: recordsTable, Key: { pk: first.id } }));
  const issued = await issuer.issue(first);
  const secrets = await issuer.secrets(first.id);
  assert.notEqual(secrets.number, number);
  assert.ok(issued.outcome === 'issued' && secrets.number.endsWith(issued.card.last4));
  assert.deepEqual([await issuer.issue(first), await issuer.secrets(first.id)], [issued, secrets]);
});

test('erasure leaves of a card and its cardholder what makes them at most once, and nothing that came from a name', async () => {
  const { cardholderErasure } = await import('../../../functions/app/jobs/redact-personal-data.ts');
  const card = { id: 'card_01jd5fq7k9e8xv3m2n4p6r8t2w', customer_id: 'cus_2' };
  const cardholder = cardholderKey(card.customer_id);
  const personal = {
    cardholder_name: 'Ada',
    parameters: { name: 'Ada' },
    profile: 'hash',
    name_hash: 'hash',
  };
  for (const pk of [card.id, cardholder])
    await plane.client().send(
      new PutCommand({
        TableName: recordsTable,
        Item: { pk, state: 'made', reference: 'x', ...personal },
      }),
    );
  await cardholderErasure()(card);
  for (const pk of [card.id, cardholder])
    assert.deepEqual(await rowOf(pk), { pk, state: 'made', reference: 'x' });
});

test('its table is one of the service, with the shape that the simulator uses', () => {
  assert.deepEqual(tables.issuer, { sort: false, indexes: {} });
});

test('an environment that names no issuer cannot issue', () => {
  process.env.CARD_ISSUER = 'nobody';
  assert.throws(cardIssuer, /CARD_ISSUER names no issuer/);
});
