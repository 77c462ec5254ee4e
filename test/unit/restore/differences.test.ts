import assert from 'node:assert/strict';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import {
  areEqual,
  type Item,
  kindOf,
  unchanged,
  withShards,
} from '../../../bin/ops/restore/differences.ts';
import { tables } from '../../../functions/core/dynamodb/keys.ts';
import { testOf } from '../../../local/dynamodb/engine/expressions/conditions.ts';
import { expressionsOf } from '../../../local/dynamodb/engine/expressions/terms.ts';
import { storedItem } from '../../../local/dynamodb/engine/values/value.ts';
import { withBase64 } from '../../helpers/document-commands.ts';
import { test } from '../../helpers/tests.ts';

test('a pair is what the two tables have of it', () => {
  const [one, other] = [{ pk: { S: 'a' } }, { pk: { S: 'a' }, version: { N: '1' } }];
  assert.equal(kindOf({ restored: one, current: { ...one } }), 'same');
  assert.equal(kindOf({ restored: one, current: other }), 'different');
  assert.equal(kindOf({ restored: one }), 'missing');
  assert.equal(kindOf({ current: one }), 'additional');
});

const value: fc.Arbitrary<AttributeValue> = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.record({ S: fc.constantFrom('', 'a', 'b') }),
    fc.record({ N: fc.constantFrom('0', '1', '12345678901234567890123') }),
    fc.record({ BOOL: fc.boolean() }),
    fc.constant({ NULL: true as const }),
    fc.uint8Array({ maxLength: 2 }).map((B) => ({ B })),
    fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }).map((SS) => ({ SS })),
    fc.record({ L: fc.array(tie('value'), { maxLength: 2 }) }),
    fc.record({
      M: fc.dictionary(fc.constantFrom('a', 'constructor'), tie('value'), { maxKeys: 2 }),
    }),
  ),
})).value;
const names = ['version', 'data', 'parent_key', 'schedule_shard', 'type', 'expires_at_s', 'note'];
const item: fc.Arbitrary<Item> = fc
  .dictionary(fc.constantFrom(...names), value, { maxKeys: 4 })
  .map((attributes) => ({ ...attributes, pk: { S: 'a' }, sk: { S: 'b' } }));

/** Whether the engine finds that a condition holds of an item, or of none. */
const holds = (
  one: Item | undefined,
  { ConditionExpression = '', ...terms }: ReturnType<typeof unchanged>,
): boolean => {
  const members = { ConditionExpression, ...(withBase64(terms) as object) };
  const expressions = expressionsOf(members, ['ConditionExpression']);
  return testOf(
    expressions,
    'ConditionExpression',
    ConditionExpression,
  )(one && storedItem(withBase64(one)));
};

test('a write is made over what was compared, and over nothing else', () => {
  const maybe = fc.option(item, { nil: undefined });
  fc.assert(
    fc.property(
      maybe,
      maybe,
      // Another item, or what was compared with one attribute of another value.
      fc.oneof(maybe, fc.tuple(fc.constantFrom(...names, 'pk', 'sk'), value)),
      fc.constantFrom('resources', 'outbox', 'issuer'),
      (restored, current, written, table) => {
        const now = Array.isArray(written)
          ? current && { ...current, [written[0]]: written[1] }
          : written;
        const condition = unchanged(table, { restored, current });
        const isHeld = (one: Item | undefined) => holds(one, condition);
        assert.ok(isHeld(current));
        // An attribute that neither item has, nor an index, does not count.
        const known = new Set([
          ...Object.keys(restored ?? {}),
          ...Object.keys(current ?? {}),
          ...indexed(table),
        ]);
        const counts = (one: Item | undefined) =>
          one &&
          Object.fromEntries(Object.entries(one).filter(([name]) => current && known.has(name)));
        const isSame = current && now ? areEqual(current, counts(now) ?? {}) : current === now;
        assert.equal(isHeld(now), isSame);
      },
    ),
    { numRuns: 1_000 },
  );
});

const indexed = (table: keyof typeof tables): string[] => {
  const {
    indexes,
    expires,
  }: {
    indexes: Record<string, { partition: string; sort: string; include: readonly string[] }>;
    expires?: string;
  } = tables[table];
  return [
    ...Object.values(indexes).flatMap(({ partition, sort, include }) => [
      partition,
      sort,
      ...include,
    ]),
    expires ?? 'pk',
  ];
};

test('two items are equal where only the order of members or of elements of a set differs', () => {
  fc.assert(
    fc.property(item, (one) => {
      const turned = (each: AttributeValue): AttributeValue =>
        each.SS
          ? { SS: each.SS.toReversed() }
          : each.M
            ? { M: Object.fromEntries(Object.entries(each.M).toReversed()) }
            : each;
      const other = Object.fromEntries(
        Object.entries(one)
          .toReversed()
          .map(([name, each]) => [name, turned(each)]),
      );
      assert.ok(areEqual(one, other));
      assert.equal(areEqual(one, { ...one, note: { S: 'other' } }), false);
    }),
  );
  assert.equal(
    areEqual({ pk: { L: [{ S: 'a' }, { S: 'b' }] } }, { pk: { L: [{ S: 'b' }, { S: 'a' }] } }),
    false,
  );
  assert.equal(areEqual({ pk: { N: '1' } }, { pk: { S: '1' } }), false);
});

test('a business has no fewer write shards than before a copy, and else what was restored', () => {
  const [one, two] = ['a/2', 'a/2 b/4'].map((S) => ({ S })) as [AttributeValue, AttributeValue];
  const list = (...since: string[]): AttributeValue => ({
    L: since.map((S) => ({ M: { since: { S } } })),
  });
  const key = (write_shards?: AttributeValue, plan = 'standard'): Item => ({
    pk: { S: 'hash' },
    tenant_id: { S: 'biz_1' },
    plan: { S: plan },
    ...(write_shards && { write_shards }),
  });
  const shardsAfter = (restored: Item, current?: Item) =>
    withShards({ restored, current }).restored;
  assert.deepEqual(shardsAfter(key(one, 'elevated'), key(two)), key(two, 'elevated'));
  assert.deepEqual(shardsAfter(key(undefined, 'elevated'), key(one)), key(one, 'elevated'));
  assert.deepEqual(shardsAfter(key(list('a')), key(list('a', 'b'))), key(list('a', 'b')));
  assert.deepEqual(shardsAfter(key(two), key(one)), key(two));
  assert.deepEqual(shardsAfter(key(one)), key(one));
  const spread: Item = { pk: { S: 'biz_1' }, tenant_id: { S: 'biz_1' }, write_shards: one };
  assert.equal(kindOf(withShards({ current: spread })), 'same');
  assert.equal(kindOf(withShards({ current: key(one) })), 'additional');
});
