import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { deaths } from './deaths.ts';
import { walksInThread } from './thread.ts';
import { works } from './works.ts';

const walk = walksInThread<typeof deaths>('./deaths.ts');

for (const work of works)
  test(`${work.worker} that is killed at any change loses nothing of ${work.what} and does nothing twice`, async () => {
    const { wrong, strikes } = await walk('killed', work);
    assert.deepEqual(wrong, []);
    assert.ok(strikes > 1);
  });
