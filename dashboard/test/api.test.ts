import assert from 'node:assert/strict';
import { test } from '../../test/helpers/tests.ts';
import { cursorOf, firstPage, turnTo } from '../src/api/paging.ts';
import { submissionOf } from '../src/api/submission.ts';
import { mayHelp } from '../src/session/sign-in-again.ts';

test('the next page is read with the cursor of the response, and an earlier one with its own cursor', () => {
  const second = turnTo(firstPage, 1, endOf('one'));
  const third = turnTo(second, 2, endOf('two'));
  assert.equal(cursorOf(third), 'two');
  assert.equal(cursorOf(turnTo(third, 1, endOf('three'))), 'one');
  assert.equal(cursorOf(turnTo(third, 0, endOf('three'))), undefined);
});

const endOf = (next_cursor: string | null) => ({ items: 25, next_cursor });

test('pages that were seen are kept while an earlier one is shown', () => {
  const third = turnTo(turnTo(firstPage, 1, endOf('one')), 2, endOf('two'));
  assert.equal(cursorOf(turnTo(turnTo(third, 0, endOf('one')), 2, endOf('one'))), 'two');
});

test('nothing leads beyond the end, before the first page, or over a page that was not seen', () => {
  assert.equal(turnTo(firstPage, 1, endOf(null)), firstPage);
  assert.equal(turnTo(firstPage, -1, endOf('one')), firstPage);
  assert.equal(turnTo(firstPage, 2, endOf('one')), firstPage);
});

const keys = () => {
  let count = 0;
  return () => `key ${++count}`;
};

test('a retry of the same form goes out under the same key', () => {
  const newKey = keys();
  const first = submissionOf(null, { url: 'https://example.com' }, newKey);
  assert.equal(submissionOf(first, { url: 'https://example.com' }, newKey).key, first.key);
});

test('a changed form is sent under another key', () => {
  const newKey = keys();
  const first = submissionOf(null, { url: 'https://example.com' }, newKey);
  assert.notEqual(submissionOf(first, { url: 'https://example.org' }, newKey).key, first.key);
});

test('a form without input has a key as well, and keeps it', () => {
  const newKey = keys();
  const first = submissionOf(null, undefined, newKey);
  assert.equal(submissionOf(first, undefined, newKey).key, first.key);
});

test('a rejected token leads to signing in again once, and then not within a minute', () => {
  const signedInAgainAt = Date.parse('2026-11-20T15:00:00.000Z');
  assert.equal(mayHelp(null, signedInAgainAt), true);
  assert.equal(mayHelp(signedInAgainAt, signedInAgainAt), false);
  assert.equal(mayHelp(signedInAgainAt, signedInAgainAt + 59_999), false);
  assert.equal(mayHelp(signedInAgainAt, signedInAgainAt + 60_000), true);
});
