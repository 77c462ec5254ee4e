import assert from 'node:assert/strict';
import { cache } from '../../functions/core/cache.ts';
import { describe, test } from '../helpers/tests.ts';

/** A load that counts how often it was called. */
const counted = () => {
  let calls = 0;
  const load = async () => ++calls;
  return { load, calls: () => calls };
};

describe('a cache', () => {
  test('loads a value once, also for calls at the same time', async () => {
    const [values, { load, calls }] = [cache<number>(2), counted()];
    assert.deepEqual(await Promise.all([values.of('a', load), values.of('a', load)]), [1, 1]);
    assert.equal(await values.of('a', load), 1);
    assert.equal(calls(), 1);
  });

  test('lets the least recently used value go when it is full', async () => {
    const [values, { load }] = [cache<number>(2), counted()];
    for (const key of ['a', 'b', 'a', 'c']) await values.of(key, load);
    assert.deepEqual([await values.of('a', load), await values.of('b', load)], [1, 4]);
  });

  test('keeps no failure and nothing that is forgotten', async () => {
    const [values, { load }] = [cache<number>(2), counted()];
    await assert.rejects(values.of('a', () => Promise.reject(new Error('down'))));
    assert.equal(await values.of('a', load), 1);
    values.forget('a');
    assert.equal(await values.of('a', load), 2);
  });
});
