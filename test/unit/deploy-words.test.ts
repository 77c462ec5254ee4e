import assert from 'node:assert/strict';
import { cdkWords, environmentsOf, preflightWords } from '../../bin/deploy/words.ts';
import { describe, test } from '../helpers/tests.ts';

const names = ['sandbox', 'live'];

describe('npm run deploy', () => {
  test('checks each environment that its words name', () => {
    for (const [stacks, found] of [
      [['sandbox/api'], ['sandbox']],
      [
        ['live/*', 'sandbox/data'],
        ['sandbox', 'live'],
      ],
      [['*/api'], ['sandbox', 'live']],
      [['l*'], ['live']],
      [['other/api'], []],
    ] as const)
      assert.deepEqual(environmentsOf(stacks, false, names), found, stacks.join(' '));
    assert.deepEqual(environmentsOf([], true, names), names);
  });

  test('gives the check the settings, and nothing else of the context', () => {
    assert.deepEqual(preflightWords('live', ['environments=../ours', '@aws/x=y', 'settings={}']), [
      ...['bin/ops/preflight.ts', 'live', '-c', 'environments=../ours', '-c', 'settings={}'],
    ]);
  });

  test('gives the CDK all but --skip-preflight', () => {
    const given = {
      'skip-preflight': true,
      exclusively: true,
      all: false,
      context: ['a=b', 'c=d'],
    };
    assert.deepEqual(cdkWords(['live/*'], { ...given, 'require-approval': 'never' }), [
      ...['live/*', '--exclusively', '--context', 'a=b', '--context', 'c=d'],
      ...['--require-approval', 'never'],
    ]);
  });
});
