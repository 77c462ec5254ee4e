import '../../../helpers/table-names.ts';
import assert from 'node:assert/strict';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { count } from '../../../../functions/app/counters/count.ts';
import type { Connection } from '../../../../functions/core/dynamodb/client.ts';
import { deliveryStatuses } from '../../../../functions/delivery/deliveries/states.ts';
import { saveDelivery } from '../../../../functions/delivery/deliveries/table.ts';
import { randomChanges, recordOf } from '../../../helpers/changing.ts';
import { figuresIn, listed } from '../../../helpers/counting.ts';
import { aStoredDelivery } from '../../../helpers/fixtures/deliveries.ts';
import { randomFrom } from '../../../helpers/random.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { trials } from '../../../helpers/trials.ts';

const tenant = 'biz_01jd5fq7k9e8xv3m2n4p6r8t0a';
const deadline = () => ({ now: new Date(), deadline: Date.now() + 60_000 });

/** Reads one shard after another as a stream does: reads on, repeats, splits, is killed in the middle, and comes late. */
type Step = {
  readonly shard: number;
  readonly size: number;
  readonly happens:
    | 'is confirmed'
    | 'comes again'
    | 'is killed'
    | 'loses its answers'
    | 'an old one comes late';
  readonly calls: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  shard: fc.nat(2),
  size: fc.integer({ min: 1, max: 40 }),
  happens: fc.constantFrom(
    'is confirmed',
    'comes again',
    'is killed',
    'loses its answers',
    'an old one comes late',
  ),
  calls: fc.nat(6),
});

/** A shard of the table, and the child that goes on after its half. */
const shardsOf = (
  records: readonly DynamoDBRecord[],
): { name: string; records: DynamoDBRecord[] }[] => {
  const all = Object.groupBy(
    records,
    ({ dynamodb }) => String(dynamodb?.NewImage?.pk?.S).length % 2,
  );
  return Object.entries(all).flatMap(([name, some = []]) => [
    { name: `shard ${name}`, records: some.slice(0, some.length / 2) },
    { name: `shard ${name}, child`, records: some.slice(some.length / 2) },
  ]);
};

describe('the counters of a business', () => {
  test('equal its lists, whatever comes twice, in parts, late or is killed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(step, { maxLength: 60 }), async (seed, steps) => {
        const changes = randomChanges(randomFrom(seed), tenant, 120);
        let [isLost, callsLeft] = [false, Number.POSITIVE_INFINITY];
        const tables = testDatabase([], {
          before: () => {
            callsLeft -= 1;
            if (callsLeft < 0) throw new Error('killed');
          },
          after: ({ operation }) => {
            if (isLost && operation === 'Update')
              throw Object.assign(new Error('no answer'), { name: 'TimeoutError' });
          },
        });
        const shards = shardsOf(changes.records).map((shard) => ({ ...shard, at: 0 }));
        const taken = (shard: (typeof shards)[number], from: number, size: number) =>
          count(tables.connection, shard.records.slice(from, from + size), shard.name, deadline());
        for (const { shard: nth, size, happens, calls } of steps) {
          const shard = shards[nth % shards.length];
          if (!shard) continue;
          if (happens === 'an old one comes late')
            await taken(shard, Math.max(0, shard.at - size), Math.min(size, shard.at));
          else if (happens === 'is confirmed') {
            await taken(shard, shard.at, size);
            shard.at += size;
          } else if (happens === 'comes again') await taken(shard, shard.at, size);
          else if (happens === 'loses its answers') {
            isLost = true;
            await count(
              tables.connection,
              shard.records.slice(shard.at, shard.at + size),
              shard.name,
              {
                now: new Date(),
                deadline: Date.now() + 5,
              },
            ).catch(() => {});
            isLost = false;
          } else {
            callsLeft = calls;
            await taken(shard, shard.at, size).catch(() => {});
            callsLeft = Number.POSITIVE_INFINITY;
          }
        }
        for (const shard of shards) await taken(shard, shard.at, Number.POSITIVE_INFINITY);
        assert.deepEqual(figuresIn(tables.everything('counters')), listed(changes.writes, tenant));
        tables.close();
      }),
      { numRuns: trials(40) },
    );
  });

  test('cost a single change one write in each place, and nothing when it changes no figure', async () => {
    const tables = testDatabase();
    const delivery = { id: aStoredDelivery().id, tenant_id: tenant };
    const [write, leased] = [
      aStoredDelivery(delivery),
      aStoredDelivery({ ...delivery, version: 2 }),
    ];
    const [first, second] = [write, leased].map((one) => saveDelivery(one));
    assert.ok(first && second);
    await count(tables.connection, [recordOf(1, undefined, first)], 'shard', deadline());
    const updates = () => tables.sent.filter(({ operation }) => operation === 'Update').length;
    assert.equal(updates(), 2);
    await count(tables.connection, [recordOf(2, first, second)], 'shard', deadline());
    assert.equal(updates(), 2);
    assert.equal(tables.sent.length, 2);
  });

  test('are written once for each place, however many changes a batch has', async () => {
    const tables = testDatabase();
    const { records } = randomChanges(randomFrom(1), tenant, 500);
    await count(tables.connection, records, 'shard', deadline());
    assert.equal(tables.sent.length, tables.everything('counters').length);
  });

  test('cost one change four capacity units at most, also in an hour with every duration and shard', async () => {
    const { connection, units } = metered();
    const one = aStoredDelivery({ tenant_id: tenant });
    const first = recordOf(1, undefined, saveDelivery(one));
    assert.equal(await units(() => count(connection, [first], 'shard', deadline())), 2);
    const durations = [...Array(98).keys()].map((nth) => Math.ceil(1.1 ** nth));
    const all = durations.flatMap((duration_ms, nth) =>
      deliveryStatuses.map((status) => {
        const last_attempt = anAttempt(duration_ms);
        return recordOf(2 + nth, undefined, saveDelivery({ ...one, status, last_attempt }));
      }),
    );
    for (const shard of Array(8).keys()) await count(connection, all, `shard ${shard}`, deadline());
    const next = recordOf(9_999, undefined, saveDelivery({ ...one, status: 'failed' }));
    assert.equal(await units(() => count(connection, [next], 'shard 1', deadline())), 4);
  });

  test('cost less than one capacity unit a change where a shard has some changes a second', async () => {
    const { connection, units } = metered();
    const { records } = randomChanges(randomFrom(6), tenant, 600);
    const per_second = 15;
    const spent = await units(async () => {
      for (let from = 0; from < records.length; from += per_second)
        await count(connection, records.slice(from, from + per_second), 'shard', deadline());
    });
    assert.ok(spent < records.length, `${spent} units for ${records.length} changes`);
  });
});

const anAttempt = (duration_ms: number) => ({
  number: 1,
  trigger: 'automatic' as const,
  started_at: new Date(0).toISOString(),
  response_status: 200,
  error: null,
  duration_ms,
});

/** Tables whose calls are counted by the capacity units that the engine reports. */
const metered = () => {
  const { connection } = testDatabase();
  let spent = 0;
  const send = async ({ input }: UpdateCommand) => {
    const command = new UpdateCommand({ ...input, ReturnConsumedCapacity: 'TOTAL' });
    const answer = await connection.client.send(command);
    spent += answer.ConsumedCapacity?.CapacityUnits ?? 0;
    return answer;
  };
  const units = async (run: () => Promise<unknown>): Promise<number> => {
    const before = spent;
    await run();
    return spent - before;
  };
  return { connection: { ...connection, client: { send } } as unknown as Connection, units };
};
