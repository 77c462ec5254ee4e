import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyChange } from '../../helpers/changing-cases.ts';
import { waitsForWorkers } from '../cases-of-workers.ts';
import { nameOf, strikesOf } from './strikes.ts';
import { walksInThread } from './thread.ts';
import type { walks } from './walks.ts';

/** By their routes; those first that wait for workers, who would have to do what all others have left. */
const routes = new Set(
  everyChange
    .toSorted(
      (one, other) =>
        Number(waitsForWorkers.has(nameOf(other))) - Number(waitsForWorkers.has(nameOf(one))),
    )
    .map(({ route }) => route.id),
);

const walk = walksInThread<typeof walks>('./walks.ts');

for (const route of routes)
  test(`a change of ${route} that is killed or refused at any call to AWS is done once when it is sent again`, async () => {
    assert.deepEqual(await walk('interrupted', route), []);
  });

test('more than a thousand deaths and refusals are tried', () => {
  assert.ok(
    everyChange.flatMap(strikesOf).length >= 1_050,
    `${everyChange.flatMap(strikesOf).length}`,
  );
});
