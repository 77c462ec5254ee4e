import assert from 'node:assert/strict';
import { repairedKinds } from '../../../bin/ops/repair/kinds.ts';
import { repairOf } from '../../../bin/ops/repair/repairs.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { variantsOf } from '../../helpers/stored/fields.ts';
import { storedOf } from '../../helpers/stored/fixtures.ts';
import type { StoredKind } from '../../helpers/stored/kinds.ts';
import { describe, test } from '../../helpers/tests.ts';

const fixtureOf: Readonly<Record<string, StoredKind>> = { 'card-token': 'card_token' };
const valueAt = (item: Any, path: readonly (string | number)[]): unknown =>
  path.reduce((one: Any, name) => one?.[name], item);
const fieldOf = (path: readonly (string | number)[]): string =>
  path
    .map((part, nth) => (typeof part === 'number' ? `[${part}]` : nth === 0 ? part : `.${part}`))
    .join('');

describe('an item that lacks a field gets it from its id, or as it was given', () => {
  for (const [kind, { read }] of Object.entries(repairedKinds))
    test(kind, () => {
      const [{ item } = assert.fail(kind)] = storedOf(fixtureOf[kind] ?? (kind as StoredKind));
      const tenant = String(item.pk).split('/')[0] ?? '';
      const id = String(item.data?.id ?? item.id ?? item.sk);
      let repaired = 0;
      for (const { path, lacking, defaulted } of variantsOf(
        fixtureOf[kind] ?? (kind as StoredKind),
        item,
      )) {
        // A compressed part of an item is not repaired: nobody has its text.
        if (defaulted !== undefined || path.includes('first_attempt')) continue;
        const field = fieldOf(path[0] === 'data' ? path.slice(1) : path);
        const given = new Map([[field, valueAt(item, path)]]);
        const { item: after, filled, problem } = repairOf(lacking, read, given, { tenant, id });
        assert.equal(problem, null, field);
        assert.deepEqual(read(after), read(item), field);
        assert.deepEqual(filled.length, 1);
        repaired += 1;
      }
      assert.ok(repaired > 1);
    });
});

describe('an item of which a field is missing', () => {
  const { read } = repairedKinds.card ?? assert.fail();
  const [{ item } = assert.fail()] = storedOf('card', 'virtual', 'active');
  const named = { tenant: item.tenant_id, id: item.id };

  test('has what its id says, by default', () => {
    const { id, tenant_id, created_at, updated_at, version, ...lacking } = item;
    const { item: after, filled, problem } = repairOf(lacking, read, new Map(), named);
    assert.equal(problem, null);
    assert.deepEqual(
      filled.map(({ field, from }) => [field, from]),
      ['id', 'tenant_id', 'created_at', 'updated_at', 'version'].map((field) => [field, 'default']),
    );
    assert.deepEqual(
      [after.id, after.tenant_id, after.updated_at],
      [id, tenant_id, after.created_at],
    );
    assert.ok(Math.abs(Date.parse(String(after.created_at)) - Date.parse(created_at)) < 1_000);
  });

  test('stays as it is where nothing says its value, or what it is in is missing too', () => {
    const { state, spending_controls, ...lacking } = item;
    assert.equal(
      repairOf({ ...lacking, spending_controls }, read, new Map(), named).problem,
      'has no state',
    );
    const given = new Map<string, unknown>([['spending_controls.limits', []]]);
    assert.equal(
      repairOf({ ...lacking, state }, read, given, named).problem,
      'has no spending_controls',
    );
    assert.deepEqual(repairOf(item, read, new Map(), named), { item, filled: [], problem: null });
  });
});
