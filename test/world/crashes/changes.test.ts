import '../process.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyChange } from '../../helpers/changing-cases.ts';
import { waitsForWorkers } from '../cases-of-workers.ts';
import { nameOf, strikesOf, wrongWith } from './trial.ts';

/** By their routes; those first that wait for workers, who would have to do what all others have left. */
const byRoute = [
  ...Map.groupBy(
    everyChange.toSorted(
      (one, other) => Number(waitsForWorkers.has(nameOf(other))) - Number(waitsForWorkers.has(nameOf(one))),
    ),
    ({ route }) => route.id,
  ),
];

for (const [route, changes] of byRoute)
  test(`a change of ${route} that is killed or refused at any call to AWS is done once when it is sent again`, async () => {
    const wrong: string[] = [];
    for (const changing of changes) wrong.push(...(await wrongWith(changing)));
    assert.deepEqual(wrong, []);
  });

test('thousands of deaths and refusals are tried', () => {
  assert.ok(everyChange.flatMap(strikesOf).length >= 2_000, `${everyChange.flatMap(strikesOf).length}`);
});
