import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TypeID } from 'typeid-js';
import { typeId } from '../../functions/core/fields.ts';
import { idPrefixes, type ResourceType } from '../../functions/core/ids.ts';
import { firstIdAt, idsAt } from '../../functions/core/new-id.ts';
import { test } from '../helpers/tests.ts';

const moments = fc.date({
  min: new Date(0),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const resourceTypes = Object.keys(idPrefixes) as ResourceType[];
const msOf = (id: string) =>
  Number.parseInt(TypeID.fromString(id).toUUID().replaceAll('-', '').slice(0, 12), 16);

test('the ids of one request carry its moment to the millisecond and sort as they were made', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 2, max: 50 }), (now, count) => {
      const newId = idsAt(now);
      const ids = Array.from({ length: count }, () => newId('event'));
      assert.deepEqual(ids.toSorted(), ids);
      assert.equal(new Set(ids).size, count);
      for (const id of ids) assert.equal(msOf(id), now.getTime());
    }),
  );
});

test('every id has the form that its resource promises', () => {
  for (const resourceType of resourceTypes) {
    const schema = typeId(idPrefixes[resourceType], resourceType);
    for (const moment of [new Date(0), new Date(), new Date('9999-12-31T23:59:59.999Z')]) {
      assert.ok(schema.safeParse(idsAt(moment)(resourceType)).success);
      assert.ok(schema.safeParse(firstIdAt(resourceType, moment)).success);
    }
  }
});

test('two requests at one moment make different ids', () => {
  const now = new Date();
  const ids = Array.from({ length: 1000 }, () => idsAt(now)('customer'));
  assert.equal(new Set(ids).size, ids.length);
});

test('the first id of a moment is above every id of before and below every id from then on', () => {
  fc.assert(
    fc.property(moments, moments, (made, bound) => {
      const id = idsAt(made)('customer');
      assert.equal(id >= firstIdAt('customer', bound), made.getTime() >= bound.getTime());
    }),
  );
});

test('a moment before 1970 is below every id', () => {
  const id = idsAt(new Date(0))('customer');
  assert.ok(firstIdAt('customer', new Date('0001-01-01T00:00:00Z')) <= id);
});

test('no two resources share a prefix', () => {
  const prefixes = Object.values(idPrefixes);
  assert.equal(new Set(prefixes).size, prefixes.length);
});
