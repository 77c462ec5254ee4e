import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submissionOf } from '../src/api/submission.ts';

const keys = () => {
  let made = 0;
  return () => `key ${++made}`;
};

test('a retry of the same form goes out under the same key', () => {
  const newKey = keys();
  const first = submissionOf(null, { url: 'https://example.com' }, newKey);
  assert.equal(submissionOf(first, { url: 'https://example.com' }, newKey).key, first.key);
});

test('what was changed in between goes out under another key, which the API would refuse otherwise', () => {
  const newKey = keys();
  const first = submissionOf(null, { url: 'https://example.com' }, newKey);
  assert.notEqual(submissionOf(first, { url: 'https://example.org' }, newKey).key, first.key);
});

test('a form without input has a key as well, and keeps it', () => {
  const newKey = keys();
  const first = submissionOf(null, undefined, newKey);
  assert.equal(submissionOf(first, undefined, newKey).key, first.key);
});
