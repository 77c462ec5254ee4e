import '../process.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyChange } from '../../helpers/changing-cases.ts';
import { overtaken } from './rival.ts';

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

for (const [route, changes] of Map.groupBy(everyChange, ({ route }) => route.id))
  test(`a change of ${route} that a rival overtakes is made again or refused`, async () => {
    const [wrong, unseen]: [string[], Set<string>] = [[], new Set()];
    for (const changing of changes) {
      const outcome = await overtaken(changing);
      wrong.push(...outcome.wrong);
      for (const kind of outcome.unseen) unseen.add(kind);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual([...unseen].sort(), mayChange[route] ?? []);
  });
