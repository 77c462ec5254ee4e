import '../process.ts';
import assert from 'node:assert/strict';
import { everyChange } from '../../helpers/changing-cases.ts';
import { after, before, test } from '../../helpers/tests.ts';
import { waitsForWorkers } from '../cases-of-workers.ts';
import { world } from '../world.ts';
import { sweepingOf } from './rest.ts';
import { nameOf, strikesOf } from './strikes.ts';
import { wrongWith } from './trial.ts';

const setSweeping = sweepingOf(await world());
// A sweep's note belongs to no business.
before(() => setSweeping(false));
after(() => setSweeping(true));

/** By their routes; those first that wait for workers, who would have to do what all others have left. */
const routes = new Set(
  everyChange
    .toSorted(
      (one, other) =>
        Number(waitsForWorkers.has(nameOf(other))) - Number(waitsForWorkers.has(nameOf(one))),
    )
    .map(({ route }) => route.id),
);

for (const route of routes)
  test(`a change of ${route} that is killed or refused at any call to AWS is done once when it is sent again`, async () => {
    const wrong: string[] = [];
    for (const changing of everyChange.filter((one) => one.route.id === route))
      wrong.push(...(await wrongWith(changing)));
    assert.deepEqual(wrong, []);
  });

test('more than a thousand deaths and refusals are tried', () => {
  assert.ok(
    everyChange.flatMap(strikesOf).length >= 1_050,
    `${everyChange.flatMap(strikesOf).length}`,
  );
});
