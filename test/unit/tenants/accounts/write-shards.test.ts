import assert from 'node:assert/strict';
import type { Connection } from '../../../../functions/core/dynamodb/client.ts';
import { commit } from '../../../../functions/core/dynamodb/commit.ts';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { type ShardEpochs, textOfEpochs } from '../../../../functions/core/write-shards.ts';
import { saveCustomer } from '../../../../functions/identity/customers/table.ts';
import {
  openAccount,
  shards_ahead_ms,
  spreadAccount,
} from '../../../../functions/tenants/accounts/model.ts';
import { saveAccount, saveNewAccount } from '../../../../functions/tenants/accounts/table.ts';
import { newKeyPair } from '../../../../functions/tenants/api-keys/table.ts';
import { awsError } from '../../../helpers/aws-errors.ts';
import { anIndividual } from '../../../helpers/fixtures/customers.ts';
import { anAppendedEvent } from '../../../helpers/fixtures/events.ts';
import { spreadBy } from '../../../helpers/spread.ts';
import '../../../helpers/table-names.ts';
import { test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const newId = idsAt(now);
const { entries, keys } = newKeyPair('sandbox', newId, now);
const owner = {
  tenant_id: 'biz',
  environment: 'sandbox',
  name: 'A',
  email: 'a@example.com',
  currency: 'USD',
} as const;
const pair = { entries, public_key: keys.public_key };
const { after: account } = openAccount({ ...owner, id: newId('account') }, pair, now);

test('an account gets more write shards, from a moment on that everybody knows by then, and never fewer', () => {
  const { after } = spreadAccount(account, 4, now);
  const since = '2026-11-20T15:07:05.123Z';
  assert.deepEqual([after.write_shards, after.version], [[{ since, shards: 4 }], 2]);
  // A minute for the cache of the authorizer, one for what a process believes, one for clocks.
  assert.ok(shards_ahead_ms >= 3 * 60_000);
  const more = spreadAccount(after, 16, new Date('2026-11-21T00:00:00.000Z')).after;
  assert.deepEqual(
    more.write_shards?.map(({ shards }) => shards),
    [4, 16],
  );
  for (const count of [2, 16])
    assert.throws(() => spreadAccount(more, count, now), {
      code: 'validation_failed',
      details: {
        errors: [
          {
            pointer: '/count',
            code: 'too_small',
            detail:
              'Must be more than 16: what is written stays in its shard, so shards are only added.',
          },
        ],
      },
    });
});

test('the item of a business and each of its keys say its write shards, new ones too, and nothing where it has one', () => {
  const said = (writes: ReturnType<typeof saveAccount>) =>
    writes.flatMap((write) =>
      write.kind === 'delete'
        ? []
        : [(write.kind === 'put' ? write.item : write.values).write_shards],
    );
  assert.deepEqual(said(saveNewAccount(account)), [undefined, undefined, undefined, undefined]);
  const { after } = spreadAccount(account, 2, now);
  const text = textOfEpochs(after.write_shards ?? []);
  const added = newKeyPair('sandbox', newId, now).entries;
  const writes = saveAccount(
    { ...after, api_keys: [...after.api_keys, ...added] },
    { ...account, api_keys: [...account.api_keys, ...added.slice(0, 1)] },
    now,
  );
  assert.deepEqual(said(writes).slice(1), [text, text, text, text, text, text]);
});

/** DynamoDB refuses writes to a partition above this many units in a second. */
const partition_units_max = 1_000;

/** The partitions that an item is written to, in its table and in the indexes that one tenant can heat. */
const partitionsOf = ({ pk, ...item }: Readonly<Record<string, unknown>>) =>
  [
    pk,
    ...['status_key', 'tenant_key', 'type_key'].map(
      (name) => item[name] && `${name} ${item[name]}`,
    ),
  ].filter(Boolean);

/** How many of so many creates in one second are taken by a client that refuses like DynamoDB, and writes nothing. */
const takenOf = async (asked: number, epochs: ShardEpochs): Promise<number> => {
  const units = new Map<unknown, number>();
  const send = async ({ input }: { readonly input: Readonly<Record<string, unknown>> }) => {
    const puts = (input.TransactItems as { Put: { Item: Record<string, unknown> } }[]).map(
      ({ Put }) => Put.Item,
    );
    const wanted = puts.flatMap((item) => {
      // A transaction takes two units for each kilobyte that begins, and so does the entry of an index.
      const needed = 2 * Math.ceil(Buffer.byteLength(JSON.stringify(item)) / 1024);
      return partitionsOf(item).map(
        (partition, nth) => [partition, nth === 0 ? needed : 2] as const,
      );
    });
    if (
      wanted.some(([partition, more]) => (units.get(partition) ?? 0) + more > partition_units_max)
    )
      throw awsError('ValidationException');
    for (const [partition, more] of wanted)
      units.set(partition, (units.get(partition) ?? 0) + more);
    return {};
  };
  const connection = { client: { send }, shards: spreadBy(epochs) } as unknown as Connection;
  const deadline = { now, deadline: Date.now() + 60_000 };
  const outcomes = await Promise.allSettled(
    Array.from({ length: asked }, () => {
      const customer = anIndividual({
        id: newId('customer'),
        metadata: { about: 'a'.repeat(800) },
      });
      const { tenant_id, created_at } = customer;
      const event = anAppendedEvent({
        id: newId('event'),
        tenant_id,
        created_at,
        customer_id: customer.id,
      });
      return commit(
        connection,
        { writes: [...saveCustomer(customer), event], conditions: [] },
        deadline,
      );
    }),
  );
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
};

test('one partition takes 250 creates of a business in a second, sixteen take 3 500 and more', async () => {
  assert.equal(await takenOf(400, []), 250);
  const taken = await takenOf(4_500, [{ since: '2026-01-01T00:00:00.000Z', shards: 16 }]);
  assert.ok(taken >= 3_500 && taken <= 4_000, `${taken} creates`);
});
