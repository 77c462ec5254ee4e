import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadConfiguration } from '../errors.ts';
import { conditionOf } from '../iam/statements.ts';

const said = new Map([['s3:if-none-match', ['*']]]);

test('Null asks whether a call says anything of a key, whatever it says', () => {
  const when = (wanted: string) => conditionOf({ Null: { 's3:if-none-match': wanted } }, 'a policy');
  assert.deepEqual([when('false')(said), when('false')(new Map())], [true, false]);
  assert.deepEqual([when('true')(said), when('true')(new Map())], [false, true]);
});

test('Null of a key that no call here carries is refused, not guessed', () => {
  assert.throws(() => conditionOf({ Null: { 's3:colour': 'true' } }, 'a policy'), BadConfiguration);
});
