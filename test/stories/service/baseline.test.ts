import assert from 'node:assert/strict';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { contestants, type Trio } from '../../../bench/baseline/bundles.ts';
import {
  authorizing,
  creating,
  getting,
  individual,
  startMachine,
} from '../../../bench/start/machine.ts';
import { eventOf } from '../../../functions/core/outbox/content-table.ts';
import { after, before, test } from '../../helpers/tests.ts';

type Who = Exclude<keyof Trio, 'bundled'>;
type Json = { [name: string]: Json };

let machine: Awaited<ReturnType<typeof startMachine>>;
let trios: Awaited<ReturnType<typeof contestants>>;
before(async () => {
  [machine, trios] = await Promise.all([startMachine(), contestants()]);
});
after(() => machine.stop());

/** Values that cannot be known beforehand are compared by their form. */
const plain = (value: unknown): Json =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/\b(cus|evt)_[0-9a-z]{26}/g, '$1_…')
      .replaceAll(/\d{4}-\d\d-\d\dT[0-9:.]{12}Z/g, 'now')
      .replaceAll(/"schedule_shard":\{"S":"\d+"\}/g, '"schedule_shard":{"S":"…"}')
      .replaceAll(/"expires_at_s":\{"N":"\d+"\}/g, '"expires_at_s":{"N":"…"}')
      .replaceAll(/KEY-(ours|baseline)/g, 'KEY'),
  );

/** The answer as a caller has it: its body by what it holds, since neither promises an order of members. */
const reported = ({ body, ...answer }: { body?: string } = {}) =>
  plain(body ? { ...answer, body: JSON.parse(body) } : answer);

const both = async (trio: Trio, callsOf: (who: Who) => readonly object[]) => {
  const answers = (who: Who) =>
    machine
      .run({ calls: callsOf(who).map((event) => ({ bundle: trio[who], event })) })
      .then((done) => done.answers);
  return { ours: await answers('ours'), baseline: await answers('baseline') };
};

const business = {
  type: 'business',
  legal_name: 'Analytical Engines',
  incorporation_country: 'GB',
  address: { city: 'London', country: 'GB' },
};

const idsOf = (answers: readonly { body?: string }[]) =>
  answers.map(({ body = '{}' }) => JSON.parse(body).id as string);

/** An event with what it has compressed. */
const readable = ({ content, ...item }: Json) => {
  const { body, ...stored } = eventOf(
    unmarshall({ ...item, content: { B: Buffer.from(String(content?.B), 'base64') } }),
  );
  return { ...item, content: { ...stored, body: JSON.parse(body) } };
};

const itemsOf = async (table: string) =>
  (await machine.engine.call<{ Items: Json[] }>('Scan', { TableName: machine.tables[table] }))
    .Items;

test('a create of the baseline answers the same, writes the same, and its retry is answered the same again', async () => {
  const answers = await both(trios.create, (who) => [
    creating(individual, `KEY-${who}-1`),
    creating(individual, `KEY-${who}-1`),
    creating({ ...business, external_id: `KEY-${who}` }, `KEY-${who}-2`),
  ]);
  assert.deepEqual(answers.baseline.map(reported), answers.ours.map(reported));
  assert.deepEqual(
    answers.ours.map(({ statusCode, headers }) => [statusCode, headers?.['idempotent-replayed']]),
    [201, 'true', 201].map((one, index) => (index === 1 ? [201, 'true'] : [one, undefined])),
  );
  const [resources, outbox] = [await itemsOf('RESOURCES_TABLE'), await itemsOf('OUTBOX_TABLE')];
  const written = (who: Who) => {
    const ids = new Set(idsOf(answers[who]));
    const of = (items: Json[], member: string) =>
      items.filter((item) => ids.has(String(item[member]?.S)));
    const reported = outbox
      .filter((item) => ids.has(String(item.resource_key?.S).split('/')[1] ?? ''))
      .map(readable);
    return [...of(resources, 'sk'), ...of(resources, 'customer_id'), ...reported]
      .map((item) => JSON.stringify(sorted(plain(item))))
      .sort();
  };
  assert.equal(written('ours').length, 5);
  assert.deepEqual(written('baseline'), written('ours'));
});

test('a get of the baseline answers the same, of what is there and of what is not', async () => {
  const { ours } = await both({ ...trios.create, baseline: trios.create.ours }, () => [
    creating(individual, 'KEY-get'),
  ]);
  const [id = ''] = idsOf(ours);
  const answers = await both(trios.get, () => [
    getting(id),
    getting('cus_01jd5fq7k9e8xv3m2n4p6r8t0w'),
  ]);
  assert.deepEqual(reported(answers.baseline[0]), reported(answers.ours[0]));
  assert.equal(answers.ours[0]?.statusCode, 200);
  assert.deepEqual([answers.ours[1]?.statusCode, answers.baseline[1]?.statusCode], [404, 404]);
});

test('an authorizer of the baseline says the same of a key that it knows and of one that it does not', async () => {
  const answers = await both(trios.authorizer, () => [
    authorizing(machine.key),
    authorizing(`${machine.key}x`),
  ]);
  assert.deepEqual(answers.baseline, answers.ours);
  assert.match(JSON.stringify(answers.ours[0]), /"Effect":"Allow".*"tenant_id":"biz_/);
  assert.match(JSON.stringify(answers.ours[1]), /"Effect":"Deny"/);
});

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, sorted(one)] as const);
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
};
