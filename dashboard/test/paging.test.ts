import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cursorOf, firstPage, turnTo } from '../src/api/paging.ts';

test('the next page is asked with the cursor of the answer, and the one before with the cursor it began with', () => {
  const second = turnTo(firstPage, 1, 'one');
  const third = turnTo(second, 2, 'two');
  assert.equal(cursorOf(third), 'two');
  assert.equal(cursorOf(turnTo(third, 1, 'three')), 'one');
  assert.equal(cursorOf(turnTo(third, 0, 'three')), undefined);
});

test('pages that were seen are kept while an earlier one is shown', () => {
  const third = turnTo(turnTo(firstPage, 1, 'one'), 2, 'two');
  assert.equal(cursorOf(turnTo(turnTo(third, 0, 'one'), 2, 'one')), 'two');
});

test('nothing leads beyond the end, before the first page, or over a page that was not seen', () => {
  assert.equal(turnTo(firstPage, 1, null), firstPage);
  assert.equal(turnTo(firstPage, -1, 'one'), firstPage);
  assert.equal(turnTo(firstPage, 2, 'one'), firstPage);
});
