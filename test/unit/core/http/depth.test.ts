import assert from 'node:assert/strict';
import { depthWithin } from '../../../../functions/core/json.ts';
import { test } from '../../../helpers/tests.ts';

test('32 levels of nesting are taken, 33 are not, and 200 KB of brackets do not overflow', () => {
  const nested = (levels: number): unknown =>
    JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  assert.equal(depthWithin(nested(32), 32), true);
  assert.equal(depthWithin(nested(33), 32), false);
  assert.equal(depthWithin(nested(100_000), 32), false);
  assert.equal(depthWithin(JSON.parse('{"__proto__":{"a":{}}}'), 2), false);
  for (const flat of [1, 'a', null, true]) assert.equal(depthWithin(flat, 0), true);
});
