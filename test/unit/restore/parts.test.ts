import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inOrder, type Part, placeOf, recorded } from '../../../bin/ops/restore/parts.ts';
import { test } from '../../helpers/tests.ts';

const whole: Part = { kind: 'throttle', id: 'api', setting: '*/*', rate: 200, burst: 400 };
const keyless: Part = { ...whole, setting: '~1onboarding/POST', rate: 5, burst: 20 };
const sweeper: Part = { kind: 'schedule', id: 'sweeper' };
const relay: Part = { kind: 'mapping', id: 'relay' };

test('callers are switched off first, and what follows from calls last', () => {
  assert.deepEqual(inOrder([relay, sweeper, keyless, whole]), [keyless, whole, sweeper, relay]);
});

const ids = fc.constantFrom('one', 'two', 'three');
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({
    kind: fc.constant('throttle' as const),
    id: ids,
    setting: fc.constantFrom('*/*', '~1a/POST'),
    rate: fc.nat(9),
    burst: fc.nat(9),
  }),
  fc.record({ kind: fc.constantFrom('schedule' as const, 'mapping' as const), id: ids }),
);
const environment = fc.uniqueArray(part, { selector: placeOf });

test('whatever ends switch off, and however often it runs, the record has each part as it was first', () => {
  // For each run, the parts that it has switched off when it dies, and those that a deployment has
  // switched on since.
  const runs = fc.array(fc.record({ dies_after: fc.nat(12), deployed: environment }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(environment, runs, (all, several) => {
      const first = new Map(all.map((each) => [placeOf(each), each]));
      let on = all;
      let record: readonly Part[] = [];
      for (const { dies_after, deployed } of several) {
        record = recorded(record, on);
        const places = new Set(record.map(placeOf));
        assert.equal(places.size, record.length, 'each part once');
        for (const each of record) assert.deepEqual(each, first.get(placeOf(each)));
        assert.deepEqual(places, new Set(first.keys()), 'nothing is lost');
        on = recorded(inOrder(on).slice(dies_after), deployed);
        for (const each of on) if (!first.has(placeOf(each))) first.set(placeOf(each), each);
      }
    }),
  );
});
