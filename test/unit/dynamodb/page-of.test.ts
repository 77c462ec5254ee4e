import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from '../../../functions/dynamodb/list.ts';

test('a cursor whose item was removed continues where it was', () => {
  const page = (ids: string, below?: string) => pageOf([...ids], { limit: 2, below }, (id) => id);
  assert.deepEqual(page('edcba'), { items: ['e', 'd'], next: 'd' });
  assert.deepEqual(page('edcba', 'd'), { items: ['c', 'b'], next: 'b' });
  assert.deepEqual(page('ecba', 'd'), { items: ['c', 'b'], next: 'b' });
  assert.deepEqual(page('edc', 'b'), { items: [], next: null });
});
