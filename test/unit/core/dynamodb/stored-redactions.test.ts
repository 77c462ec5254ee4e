import assert from 'node:assert/strict';
import { customerRedaction } from '../../../../functions/app/redactions/redact-customer.ts';
import { type Stage, stages } from '../../../../functions/app/redactions/stages.ts';
import { keys } from '../../../../functions/core/dynamodb/keys.ts';
import { UnreadableItem } from '../../../../functions/core/dynamodb/stored-form.ts';
import { storesOf } from '../../../../functions/core/dynamodb/stores.ts';
import { runJob } from '../../../../functions/core/jobs/run-job.ts';
import { eventOf } from '../../../../functions/core/outbox/content-table.ts';
import { commitWork } from '../../../../functions/core/outbox/unit-of-work.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { variantsOf, withValue } from '../../../helpers/stored/fields.ts';
import { flatStored, storedItems, storedOf } from '../../../helpers/stored/fixtures.ts';
import { type StoredKind, storedKinds } from '../../../helpers/stored/kinds.ts';
import { kindReaders } from '../../../helpers/stored/readers.ts';
import { putting, testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { workAt } from '../../../helpers/work.ts';

// A redaction of what a release stored, without one of its fields, empties what it empties with the field's default. Where
// an item cannot be read without the field, the redaction stops before it has removed anything.

type Placed = { readonly kind: StoredKind; readonly item: Any };

const tenantOf = ({ item }: { readonly item: Any }): string => String(item.pk).split('/')[0] ?? '';

const keyOf = ({ kind, item }: Placed) => ({
  table: storedKinds[kind].table,
  pk: item.pk,
  sk: item.sk,
});

/** Tables with these items, and what a redaction removes outside them. */
const placed = (all: readonly Placed[]) => {
  const memory = testDatabase(all.map((one) => putting(keyOf(one), one.item)));
  const removed: string[] = [];
  const outside = {
    forget: async ({ id }: { readonly id: string }) => void removed.push(id),
    forgetCheck: async (id: string) => void removed.push(id),
    storage: { erase: async () => 0 },
  };
  const now = new Date();
  const work = workAt(now, storesOf(memory.connection));
  const changes = () => memory.sent.filter(({ operation }) => !/Get|Query/.test(operation));
  const read = (one: Placed) => {
    const [found, known] = [memory.find(keyOf(one)), kindReaders[one.kind]];
    return found && known ? known.reader(known.contentOf(found)) : found;
  };
  const left = () => {
    const bodies = memory.everything('outbox').map(({ body }) => body && JSON.parse(String(body)));
    return stable([all.map(read), removed, bodies], now.toISOString());
  };
  const { everything, close } = memory;
  return { work, outside, changes, removed, left, everything, close };
};

/** Without what differs from one redaction to the next: its ids and the times since it began. */
const stable = (left: unknown, began: string): unknown =>
  JSON.parse(
    JSON.stringify(left, (name, value) => {
      if (
        name === 'token' ||
        (typeof value === 'string' && /^\d{4}-.*Z$/.test(value) && value >= began)
      )
        return 'new';
      return value;
    }).replaceAll(/evt_[0-9a-z]{26}/g, 'evt'),
  );

type World = ReturnType<typeof placed>;
type Redacts = (world: World) => Promise<unknown>;

/** Redacts with each field of an item taken out in turn. */
const withoutEach = async (one: Placed, others: readonly Placed[], redacts: Redacts) => {
  const with_ = (item: Any) =>
    placed([
      ...others.filter(({ item: { pk, sk } }) => pk !== one.item.pk || sk !== one.item.sk),
      { ...one, item },
    ]);
  const whole = with_(one.item);
  const asStored = whole.left();
  await redacts(whole);
  assert.notDeepEqual(whole.left(), asStored, 'nothing is redacted');
  whole.close();
  let seen = 0;
  for (const { path, lacking, defaulted } of variantsOf(one.kind, one.item)) {
    seen += 1;
    const name = `${one.kind} without ${path.join('.')}`;
    const world = with_(lacking);
    if (defaulted === undefined) {
      await assert.rejects(redacts(world), (error) => error instanceof UnreadableItem, name);
      assert.deepEqual([world.changes(), world.removed], [[], []], name);
      world.close();
      continue;
    }
    const expected = with_(defaulted);
    await redacts(expected);
    await redacts(world);
    assert.deepEqual(world.left(), expected.left(), name);
    world.close();
    expected.close();
  }
  assert.ok(seen > 2, `${seen} fields`);
};

const byTenant = Map.groupBy(storedItems, tenantOf);

const stageOf = (name: keyof typeof stages, tenant_id: string, customer_id: string): Redacts => {
  const stage: Stage = stages[name];
  return async ({ work, outside }) => {
    let position: string | undefined;
    do {
      const { changes, next } = await stage({ tenant_id, customer_id }, position, {
        ...work,
        ...outside,
      });
      if (changes.length > 0) await commitWork(work, { changes, conditions: [] });
      position = next ?? undefined;
    } while (position !== undefined);
  };
};

const inStages: readonly (readonly [keyof typeof stages, StoredKind, ...string[]])[] = [
  ['cards', 'card', 'virtual', 'frozen'],
  ['cards', 'card', 'physical'],
  ['authorizations', 'authorization', 'approved', 'closed'],
  ['authorizations', 'authorization', 'declined'],
  ['transactions', 'transaction'],
  ['documents', 'document', 'accepted'],
  ['documents', 'document', 'awaiting_upload'],
  ['verifications', 'verification', 'verified'],
  ['verifications', 'verification', 'rejected'],
  ['onboarding-links', 'onboarding-link', 'completed'],
  ['onboarding-links', 'onboarding-link', 'active'],
  ['screenings', 'screening', 'open'],
  ['screenings', 'screening', 'confirmed'],
  ['features', 'activation', 'inactive'],
  ['agreements', 'agreement'],
  ['orders', 'card-order', 'open'],
];

const spokenOf = (item: Any): Any =>
  withValue(item, [...(item.data ? ['data'] : []), 'status_reason'], 'Ada asked for it');

describe('a stage of a redaction comes to the same without a field and with its default', () => {
  for (const [name, kind, ...words] of inStages)
    test([name, ...words].join(' '), async () => {
      const [{ item: asStored } = assert.fail()] = storedOf(kind, ...words);
      // A feature that nobody said anything about has nothing personal.
      const item = kind === 'activation' ? spokenOf(asStored) : asStored;
      const customer_id = item.data?.customer_id ?? item.customer_id;
      const others = byTenant.get(tenantOf({ item })) ?? [];
      await withoutEach({ kind, item }, others, stageOf(name, tenantOf({ item }), customer_id));
    });

  test('and leaves nothing where a resource was stored before 0.1.0', async () => {
    for (const [name, kind, ...words] of inStages) {
      const inData = storedOf(kind, ...words).find(({ item }) => item.data !== undefined);
      if (!inData) continue;
      const item = kind === 'activation' ? spokenOf(inData.item) : inData.item;
      const others = byTenant.get(tenantOf(inData)) ?? [];
      const [asStored, moved] = await Promise.all(
        [item, flatStored(item)].map(async (one) => {
          const rest = others.filter(({ item: { pk, sk } }) => pk !== one.pk || sk !== one.sk);
          const world = placed([...rest, { kind, item: one }]);
          await stageOf(name, tenantOf(inData), item.data.customer_id)(world);
          return world;
        }),
      );
      assert.deepEqual(asStored?.left(), moved?.left(), kind);
      const after = asStored?.everything('resources').find(({ sk }) => sk === item.sk);
      assert.ok(after && !('data' in after), kind);
    }
  });

  /** An event of a customer, with the delivery and the attempt that a release stored of another. */
  const [{ item: event } = assert.fail()] = storedOf('event', 'customer.created');
  const { tenant_id, event_id, customer_id } = eventOf(event);
  const [{ item: delivery } = assert.fail()] = storedOf('delivery', 'succeeded');
  const [{ item: attempt } = assert.fail()] = storedOf('attempt');
  const moved = (item: Any, key: { readonly pk: string }) => ({ ...item, pk: key.pk });
  const published: readonly Placed[] = [
    { kind: 'event', item: event },
    {
      kind: 'delivery',
      item: {
        ...moved(delivery, keys.delivery(tenant_id, delivery.id)),
        event_key: `${tenant_id}/${event_id}`,
      },
    },
    { kind: 'attempt', item: moved(attempt, keys.attempt(tenant_id, delivery.id, 2)) },
  ];
  for (const one of published)
    test(`events: ${one.kind}`, () =>
      withoutEach(one, published, stageOf('events', tenant_id, customer_id ?? '')));
});

describe('a redaction reads its customer alike without a field and with its default', () => {
  for (const status of ['redaction-pending', 'redaction-running'])
    test(status, async () => {
      const [{ kind, item } = assert.fail()] = storedOf('customer', status);
      const of = { tenant_id: tenantOf({ item }), customer_id: item.sk };
      await withoutEach({ kind, item }, [], ({ work, outside }) =>
        runJob(customerRedaction(of, outside), work),
      );
    });
});
