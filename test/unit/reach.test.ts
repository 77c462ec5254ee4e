import assert from 'node:assert/strict';
import { importGraph } from '../../bin/import-graph.ts';
import { leftOf, reachOf } from '../helpers/reach.ts';
import { test } from '../helpers/tests.ts';

const graph = importGraph();

test('a file of a resource is proven by its resource and what is near, and the rest is named', () => {
  const reach = reachOf(['functions/identity/customers/schema.ts'], graph);
  assert.deepEqual(reach.crashes?.resources, ['customers']);
  assert.ok(reach.stories.length > 0);
  for (const path of reach.stories) assert.match(path, /^test\/world\/identity\/customers\//);
  assert.ok(reach.unit.includes('test/unit/identity/customers/customer-change.test.ts'));
  assert.ok(reach.left.resources.includes('verifications'));
  assert.match(leftOf(reach), /^unit tests .*; stories and crashes of .*verifications/);
});

test('a worker that uses a changed file of a resource is killed', () => {
  const reach = reachOf(['functions/issuing/cards/reconcile.ts'], graph);
  assert.deepEqual(reach.crashes?.workers, ['reconcile-cards']);
});

test('a file that is shared is proven by every resource that imports it', () => {
  const reach = reachOf(['functions/core/outbox/unit-of-work.ts'], graph);
  for (const one of ['cards', 'customers', 'webhooks'])
    assert.ok(reach.crashes?.resources.includes(one), one);
  assert.deepEqual([reach.left.resources, reach.left.workers], [[], []]);
});

test('a file of the World is proven by all stories and crashes', () => {
  const { crashes, stories } = reachOf(['test/world/clock.ts'], graph);
  assert.equal(crashes, undefined);
  assert.ok(stories.includes('test/world/core/http/idempotency.test.ts'));
});
