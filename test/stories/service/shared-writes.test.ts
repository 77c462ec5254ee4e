import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { BatchExecuteStatementCommand } from '@aws-sdk/lib-dynamodb';
import type { Delivery } from '../../../functions/deliveries/model.ts';
import { saveDelivery } from '../../../functions/deliveries/table.ts';
import type { Connection } from '../../../functions/dynamodb/client.ts';
import { commit, StaleDecision } from '../../../functions/dynamodb/commit.ts';
import { type ItemKey, keys } from '../../../functions/dynamodb/keys.ts';
import type { SingleWrite } from '../../../functions/dynamodb/writes.ts';
import { confirmDispatch } from '../../../functions/events/table.ts';
import { logger } from '../../../functions/logging.ts';
import { idsAt } from '../../../functions/new-id.ts';
import type { WritesAlone } from '../../../functions/store/commit-alone.ts';
import { sharedWrites } from '../../../functions/store/shared-writes.ts';
import { aStoredDelivery } from '../../helpers/fixtures/deliveries.ts';
import { anAppendedEvent } from '../../helpers/fixtures/events.ts';
import { unitsOf } from '../../helpers/round-trips.ts';
import { awsError } from '../../helpers/scripted-connection.ts';
import { startStores } from '../../helpers/store-machine.ts';

const stores = await startStores();
after(() => stores.stop());

const now = new Date('2026-08-01T00:00:00.000Z');
const at = now.toISOString();
const newId = idsAt(now);
const tenant_id = newId('tenant');
const { deadline } = stores.workAt(now);
const { connection, db, alone: eachAlone } = stores;

/** What each of these came to, made at once. */
const made = (writes: readonly SingleWrite[], make: WritesAlone): Promise<string[]> =>
  Promise.all(
    writes.map((write) =>
      make(write, deadline).then(
        () => 'written',
        (error: unknown) => (error instanceof StaleDecision ? 'stale' : String(error)),
      ),
    ),
  );
const together = (writes: readonly SingleWrite[], through: Connection = connection) =>
  made(
    writes,
    sharedWrites(through, () => writes.length),
  );

const aDelivery = (over: Partial<Delivery> = {}): Delivery =>
  aStoredDelivery({ id: newId('delivery'), tenant_id, scheduled_at: at, ...over });
const keyOf = ({ id }: Delivery): ItemKey => keys.delivery(tenant_id, id);

const claimed = (delivery: Delivery, token = 'ours'): Delivery => ({
  ...delivery,
  lease: { token, until: at },
  scheduled_at: '2026-08-01T00:00:45.000Z',
  version: delivery.version + 1,
});
const first_attempt: NonNullable<Delivery['first_attempt']> = {
  ...{ number: 1, trigger: 'automatic', started_at: at, duration_ms: 1, remote_address: null, error: null },
  timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
  request: { headers: { a: 'b' } },
  response: { status: 200, headers: { x: 'y' }, body: 'ok', body_bytes: 2, body_sha256: '' },
  ...{ next_attempt_at: null, secret_versions: [1] },
};

/** Of stored deliveries that had everything they may have beside them, what each becomes; and what is made and confirmed. */
const someWrites = async () => {
  const [pending, paused, leased, fresh] = [aDelivery(), aDelivery({ status: 'paused' }), aDelivery(), aDelivery()];
  const event = anAppendedEvent({ id: newId('event'), tenant_id, created_at: at });
  const known = [pending, paused, leased];
  await made(
    known.map((delivery) => saveDelivery({ ...delivery, first_attempt })),
    eachAlone,
  );
  for (const delivery of known)
    await made(
      [{ kind: 'set', key: keyOf(delivery), values: { sweeps: 3 }, when: { expression: 'attribute_exists(pk)' } }],
      eachAlone,
    );
  const writes = [
    saveDelivery(claimed(pending), pending),
    saveDelivery({ ...claimed(paused), status: 'succeeded', lease: null, first_attempt }, paused),
    saveDelivery({ ...claimed(leased), status: 'canceled', scheduled_at: null }, leased),
    saveDelivery(fresh),
    confirmDispatch(tenant_id, String(event.item.event_id)),
  ];
  await commit(connection, { writes: [event], conditions: [] }, deadline);
  return writes;
};

/** The items that these wrote, but for what says which they are. */
const left = async (writes: readonly SingleWrite[]) => {
  const items = await db.batch(writes.map(({ key }) => key));
  return items.map((item) => {
    const { pk, sk, id, event_id, body, schedule_shard, ...rest } = item ?? {};
    return { ...rest, isDue: schedule_shard !== undefined };
  });
};

/** The calls that some writes take together, and as many of the same kind alone; and what they wrote. */
const bothWays = async () => {
  const [some, deepEqual] = [await someWrites(), await someWrites()];
  const calls = await stores.plane.recorder.during(async () => {
    assert.deepEqual(await together(some), Array(some.length).fill('written'));
  });
  const lone = await stores.plane.recorder.during(async () => {
    assert.deepEqual(await made(deepEqual, eachAlone), Array(deepEqual.length).fill('written'));
  });
  return { some, deepEqual, calls, lone };
};

test('what is written together is what each writes alone, in one call', async () => {
  const { some, deepEqual, calls, lone } = await bothWays();
  assert.deepEqual(
    [calls, lone].map((all) => all.map(({ operation }) => operation).sort()),
    [['BatchExecuteStatement'], ['PutItem', 'PutItem', 'PutItem', 'PutItem', 'UpdateItem']],
  );
  const items = await left(some);
  assert.deepEqual(items, await left(deepEqual));
  assert.ok(items.every((item) => !('sweeps' in item) && !('paused_key' in item)));
});

test('what is written together costs what each costs alone', async () => {
  const { calls, lone } = await bothWays();
  assert.ok(unitsOf(calls) > 0);
  assert.equal(unitsOf(calls), unitsOf(lone));
});

/** What is warned of from now on. */
const warnings = (t: TestContext): unknown[] => {
  const said: unknown[] = [];
  t.mock.method(logger, 'warn', (_message: string, line: unknown) => void said.push(line));
  return said;
};

test('of two who write one item over what they read, one does; who comes late is told so, and the others do not mind', async (t) => {
  const said = warnings(t);
  const [one, other, known] = [aDelivery(), aDelivery(), aDelivery()];
  await made(
    [one, other, known].map((delivery) => saveDelivery(delivery)),
    eachAlone,
  );
  await made([saveDelivery(claimed(other, 'theirs'), other)], eachAlone);
  const outcomes = await together([
    saveDelivery(claimed(one), one),
    saveDelivery(claimed(one, 'another'), one),
    saveDelivery(claimed(other), other),
    saveDelivery({ ...known, url: 'https://example.com/another' }),
    saveDelivery(aDelivery()),
    confirmDispatch(tenant_id, newId('event')),
  ]);
  assert.deepEqual(outcomes, ['written', 'stale', 'stale', 'stale', 'written', 'stale']);
  assert.deepEqual(said, []);
  const [lease, theirs] = await Promise.all(
    [one, other].map(async (delivery) => (await db.get(keyOf(delivery)))?.lease),
  );
  assert.deepEqual([lease, theirs], [claimed(one).lease, claimed(other, 'theirs').lease]);
});

test('whatever the call comes to, all is written once, and what ought not to be is said', async (t) => {
  const said = warnings(t);
  const send = async (command: object, ...more: unknown[]) => {
    const isBatch = command instanceof BatchExecuteStatementCommand;
    if (isBatch && how === 'refused') throw awsError('AccessDeniedException');
    if (isBatch && how === 'not understood')
      return { Responses: command.input.Statements?.map(() => ({ Error: { Code: 'ValidationError' } })) };
    const answer = await (connection.client.send as (...all: unknown[]) => Promise<unknown>)(command, ...more);
    if (isBatch) throw awsError('TimeoutError');
    return answer;
  };
  let how: 'its answer is lost' | 'refused' | 'not understood' = 'refused';
  for (how of ['its answer is lost', 'refused', 'not understood'] as const) {
    const writes = await someWrites();
    const outcomes = await together(writes, { client: { send } } as unknown as Connection);
    assert.deepEqual(outcomes, Array(writes.length).fill('written'), how);
    assert.equal((await left(writes)).filter((item) => 'version' in item && item.version === 2).length, 3);
  }
  const errors = said.map((line) => (line as { error?: { name: string } }).error?.name ?? line);
  assert.deepEqual(errors, ['TimeoutError', 'AccessDeniedException', { refused: ['ValidationError'] }]);
});

test('a call takes 25 at most, and one alone is no call of its own', async () => {
  const operations = async (count: number) => {
    const calls = await stores.plane.recorder.during(() =>
      together(Array.from({ length: count }, () => saveDelivery(aDelivery()))),
    );
    return calls.map(({ operation }) => operation);
  };
  assert.deepEqual(await operations(60), Array(3).fill('BatchExecuteStatement'));
  assert.deepEqual(await operations(1), ['PutItem']);
});
