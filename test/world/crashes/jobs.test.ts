import '../process.ts';
import assert from 'node:assert/strict';
import { test } from '../../helpers/tests.ts';
import { killed } from './deaths.ts';
import { works } from './works.ts';

for (const work of works)
  test(`${work.worker} that is killed at any change loses nothing of ${work.what} and does nothing twice`, async () => {
    const { wrong, strikes } = await killed(work);
    assert.deepEqual(wrong, []);
    assert.ok(strikes > 1);
  });
