import assert from 'node:assert/strict';
import { scheduledKinds } from '../../../../functions/app/jobs/scheduled-kinds.ts';
import { shardedResources } from '../../../../functions/core/dynamodb/keys.ts';
import { storedItems, storedOf } from '../../../helpers/stored/fixtures.ts';
import { type StoredKind, storedKindOf, storedKinds } from '../../../helpers/stored/kinds.ts';
import { test } from '../../../helpers/tests.ts';

// Items as releases stored them, which all later code reads. `test/store-fixtures.ts` adds a folder for a release.

const kinds = Object.keys(storedKinds) as StoredKind[];

test('each state of each kind has an item that a release stored', () => {
  const missing = kinds.flatMap((kind) =>
    storedKinds[kind].states
      .filter((state) => storedOf(kind, state).length === 0)
      .map((state) => `${kind} ${state}`),
  );
  assert.deepEqual(missing, [], 'store a folder for this release: test/store-fixtures.ts');
});

test('each item is of the kind and in the state that its place says', () => {
  assert.ok(storedItems.length > 100, `only ${storedItems.length} items were found`);
  const misplaced = storedItems.filter(({ kind, state, item }) => {
    const { table, stateOf } = storedKinds[kind];
    return storedKindOf(table, item) !== kind || stateOf(item).join() !== state.join();
  });
  assert.deepEqual(misplaced, []);
});

test('each kind that has write shards or is scheduled work is a kind with items', () => {
  const named = [...shardedResources, ...Object.keys(scheduledKinds)];
  assert.deepEqual(
    named.filter((kind) => !Object.hasOwn(storedKinds, kind)),
    [],
  );
});
