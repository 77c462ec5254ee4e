import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { EncryptCommand } from '@aws-sdk/client-kms';
import { GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type DataPlane, startDataPlane } from './helpers/data-plane.ts';
import { alias, allow, dataResources, lambda, leases } from './helpers/data-resources.ts';
import { until } from './helpers/until.ts';

let plane: DataPlane;
before(async () => {
  const everything = [allow(['dynamodb:*', 'kms:*'], '*')];
  plane = await startDataPlane([
    ...dataResources(),
    ...lambda('one', everything),
    ...lambda('two', everything),
  ]);
});
after(() => plane.stop());
afterEach(() => plane.faults.clear());

let last = 0;
const fresh = () => `item-${++last}`;
const put = (pk: string) => new PutCommand({ TableName: leases, Item: { pk } });
const get = (pk: string) =>
  new GetCommand({ TableName: leases, Key: { pk }, ConsistentRead: true });
const both = (...pks: string[]) =>
  new TransactWriteCommand({
    TransactItems: pks.map((pk) => ({ Put: { TableName: leases, Item: { pk } } })),
  });

const exists = async (pk: string) => (await plane.client().send(get(pk))).Item !== undefined;

test('an instance killed before its call leaves no effect and gets no answer', async () => {
  const pk = fresh();
  const fault = plane.faults.add({ function: 'one', operation: 'PutItem', effect: 'kill-before' });
  await assert.rejects(plane.client('one').send(put(pk)), { code: 'ECONNRESET' });
  assert.equal(plane.killed.at(-1), 'one#1');
  assert.equal(fault.hits, 1);
  assert.equal(await exists(pk), false);
});

test('an instance killed after its call leaves the effect and gets no answer', async () => {
  const pk = fresh();
  const killed = plane.killed.length;
  plane.faults.add({ function: /^on/, operation: /Transact/, effect: 'kill-after' });
  await assert.rejects(plane.client('one').send(both(pk)), { code: 'ECONNRESET' });
  assert.equal(plane.killed.length, killed + 1);
  assert.equal(await exists(pk), true);
});

test('an answer dropped after the effect is one the SDK asks for again', async () => {
  const pk = fresh();
  const fault = plane.faults.add({
    function: 'one',
    service: 'dynamodb',
    nth: 1,
    effect: 'drop-answer',
  });
  const calls = await plane.recorder.during(() => plane.client('one', 2).send(both(pk)));
  assert.equal(fault.hits, 1);
  assert.deepEqual(
    calls.map(({ operation, status }) => [operation, status]),
    [
      ['TransactWriteItems', 200],
      ['TransactWriteItems', 200],
    ],
  );
  assert.equal(await exists(pk), true);
});

test('a throttled call has no effect and raises what AWS would', async () => {
  const pk = fresh();
  plane.faults.add({ function: 'one', effect: 'throttle' });
  await assert.rejects(plane.client('one').send(put(pk)), {
    name: 'ProvisionedThroughputExceededException',
  });
  const encrypt = new EncryptCommand({ KeyId: alias, Plaintext: Buffer.from('x') });
  await assert.rejects(plane.kms('one').send(encrypt), { name: 'ThrottlingException' });
  const reasons = await cancellation(plane.client('one').send(both(pk, `${pk}-too`)));
  assert.deepEqual(reasons, ['ThrottlingError', 'None']);
  assert.equal(await exists(pk), false);
});

test('a conflicting transaction is canceled whole, with its reasons', async () => {
  const pk = fresh();
  plane.faults.add({
    function: 'one',
    operation: 'TransactWriteItems',
    times: 1,
    effect: 'conflict',
  });
  const reasons = await cancellation(plane.client('one').send(both(pk, `${pk}-too`)));
  assert.deepEqual(reasons, ['TransactionConflict', 'None']);
  assert.equal(await exists(pk), false);
  await plane.client('one').send(both(pk, `${pk}-too`));
});

const cancellation = async (call: Promise<unknown>) => {
  const error = (await call.catch((thrown) => thrown)) as {
    name: string;
    CancellationReasons: { Code: string }[];
  };
  assert.equal(error.name, 'TransactionCanceledException');
  return error.CancellationReasons.map(({ Code }) => Code);
};

test('an unavailable service answers 500, a denied call 400', async () => {
  const pk = fresh();
  const unavailable = plane.faults.add({ function: 'one', effect: 'unavailable' });
  await assert.rejects(plane.client('one').send(put(pk)), {
    name: 'InternalServerError',
    $fault: 'server',
  });
  unavailable.remove();
  plane.faults.add({ function: 'one', operation: 'PutItem', effect: 'deny' });
  await assert.rejects(plane.client('one').send(put(pk)), { name: 'AccessDeniedException' });
  await plane.client('one').send(get(pk));
});

test('a delayed call is slow and whole', async () => {
  const pk = fresh();
  const fault = plane.faults.add({ function: 'one', effect: { delay_ms: 1 } });
  await plane.client('one').send(put(pk));
  assert.equal(fault.hits, 1);
  assert.equal(await exists(pk), true);
});

test('a held call takes effect once it is let go', async () => {
  const pk = fresh();
  const { promise, resolve } = Promise.withResolvers<void>();
  const fault = plane.faults.add({
    function: 'one',
    operation: 'PutItem',
    effect: { until: promise },
  });
  const held = plane.client('one').send(put(pk));
  await until(() => fault.hits === 1, 'it is on its way');
  assert.equal(await exists(pk), false);
  resolve();
  await held;
  assert.equal(await exists(pk), true);
});

test('only the n-th matching call is hit', async () => {
  const client = plane.client('one');
  plane.faults.add({ function: 'one', operation: 'PutItem', nth: 2, effect: 'throttle' });
  await client.send(put(fresh()));
  await client.send(get(fresh()));
  await assert.rejects(client.send(put(fresh())), {
    name: 'ProvisionedThroughputExceededException',
  });
  await client.send(put(fresh()));
});

test('a rule hits neither another function nor the operator', async () => {
  const fault = plane.faults.add({ function: 'one', effect: 'throttle' });
  const all = plane.faults.add({
    operation: 'PutItem',
    when: ({ body }) => !body?.includes('item'),
    effect: 'throttle',
  });
  await plane.client('two').send(put(fresh()));
  await plane.client().send(put('operator'));
  assert.equal(fault.hits + all.hits, 0);
});

test('a random rule repeats with its seed', async () => {
  const hits = () => {
    let state = 7;
    const random = () => {
      state = (state * 16807) % 2147483647;
      return state / 2147483647;
    };
    plane.faults.clear();
    plane.faults.add({ service: 'queue', probability: 0.4, random, effect: 'lose' });
    return Array.from(
      { length: 50 },
      () => plane.faults.match({ service: 'queue', operation: 'q' }, () => true).length,
    );
  };
  const [first, second] = [hits(), hits()];
  assert.deepEqual(first, second);
  assert.ok(first.includes(0) && first.includes(1));
});

test('what is for queues never hits a call', async () => {
  const fault = plane.faults.add({ effect: 'lose' });
  await plane.client('one').send(put(fresh()));
  assert.equal(fault.hits, 0);
  assert.deepEqual(
    plane.faults.match({ service: 'queue', operation: 'q' }, () => true),
    ['lose'],
  );
});
