import assert from 'node:assert/strict';
import { WebhookHeaders } from '../../../../functions/delivery/webhooks/input.ts';
import { test } from '../../../helpers/tests.ts';

/** Where headers are refused. */
const refusedAt = (headers: unknown) =>
  (WebhookHeaders.safeParse(headers).error?.issues ?? []).map(({ path }) => path.join('/'));

test('a header that is no text is pointed at, every one of them', () => {
  assert.deepEqual(refusedAt({ 'x-one': 1, 'x-two': 'two', 'x-three': null }), [
    'x-one',
    'x-three',
  ]);
});

test('headers that are no object are rejected as a whole', () => {
  for (const value of ['x-one', 1, true, ['x-one']]) assert.deepEqual(refusedAt(value), ['']);
});

test('headers of text are taken', () => {
  assert.deepEqual(refusedAt({ 'x-one': '1', 'x-two': 'two' }), []);
});
