import '../process.ts';
import assert from 'node:assert/strict';
import { everyChange } from '../../helpers/changing-cases.ts';
import { after, before, test } from '../../helpers/tests.ts';
import { world } from '../world.ts';
import { sweepingOf } from './rest.ts';
import { overtaken } from './rival.ts';

const setSweeping = sweepingOf(await world());
before(() => setSweeping(false));
after(() => setSweeping(true));

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

for (const route of new Set(everyChange.map((changing) => changing.route.id)))
  test(`a change of ${route} that a rival overtakes is made again or refused`, async () => {
    const [wrong, unseen]: [string[], Set<string>] = [[], new Set()];
    for (const changing of everyChange.filter((one) => one.route.id === route)) {
      const outcome = await overtaken(changing);
      wrong.push(...outcome.wrong);
      for (const kind of outcome.unseen) unseen.add(kind);
    }
    assert.deepEqual([wrong, [...unseen].sort()], [[], mayChange[route] ?? []]);
  });
