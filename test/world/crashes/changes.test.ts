import '../process.ts';
import assert from 'node:assert/strict';
import { everyChange } from '../../helpers/changing-cases.ts';
import { after, before, test } from '../../helpers/tests.ts';
import { waitsForWorkers } from '../cases-of-workers.ts';
import { sweepingOf } from '../sweeping.ts';
import { world } from '../world.ts';
import { overtaken } from './rival.ts';
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

/**
 * The kinds of things that the changes of a route read and do not depend on: a rival may change these before the commit. Every
 * other thing that a change reads is a condition of its commit.
 */
const mayChange: Readonly<Record<string, readonly string[]>> = {
  'agreements.create': ['acceptance', 'customer'],
  'cards.activate': ['account', 'activation', 'customer'],
  'cards.create': ['account', 'activation'],
  'cards.replace': ['account', 'activation'],
  'cards.unfreeze': ['account', 'activation', 'customer'],
  'cards.update': ['activation'],
  'customer-features.deactivate': ['customer'],
  'documents.create': ['customer'],
  'onboarding-links.create': ['customer'],
  'onboarding.create-document': ['account', 'customer', 'verification'],
  'onboarding.create-person': ['account', 'verification'],
  'onboarding.submit': ['account', 'document'],
  'onboarding.update-person': ['account'],
  'onboarding.update-profile': ['account'],
  'simulations.authorization': ['account', 'activation', 'authorization-endpoint', 'customer'],
  'simulations.capture': ['card'],
  'simulations.refund': ['card'],
  'simulations.settlement': ['card'],
  'simulations.verification': ['document'],
  'verifications.approve': ['document'],
  'verifications.create': ['customer', 'document'],
  'verifications.reject': ['document'],
  'verifications.request-input': ['document'],
  'verifications.submit': ['document'],
  'verifications.update': ['customer', 'document'],
};

for (const route of routes) {
  const changes = everyChange.filter((one) => one.route.id === route);

  test(`a change of ${route} that is killed or refused at any call to AWS is done once when it is sent again`, async () => {
    const wrong: string[] = [];
    for (const changing of changes) wrong.push(...(await wrongWith(changing)));
    assert.deepEqual(wrong, []);
  });

  test(`a change of ${route} that a rival overtakes is made again or refused`, async () => {
    const [wrong, unseen]: [string[], Set<string>] = [[], new Set()];
    for (const changing of changes) {
      const outcome = await overtaken(changing);
      wrong.push(...outcome.wrong);
      for (const kind of outcome.unseen) unseen.add(kind);
    }
    assert.deepEqual([wrong, [...unseen].sort()], [[], mayChange[route] ?? []]);
  });
}

test('more than a thousand deaths and refusals are tried', () => {
  assert.ok(
    everyChange.flatMap(strikesOf).length >= 1_050,
    `${everyChange.flatMap(strikesOf).length}`,
  );
});
