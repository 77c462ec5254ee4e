import assert from 'node:assert/strict';
import { faultsOf, type ReleaseRequest } from '../../../bin/release/checks.ts';
import { compareVersions, isVersion } from '../../../bin/release/versions.ts';
import { describe, test } from '../../helpers/tests.ts';

const asked: ReleaseRequest = {
  version: '0.10.0',
  contract: '1.1.0',
  contractNow: '1.1.0',
  changes: '',
  tags: ['v0.9.0'],
  hasFixtures: false,
  changelog: '## Unreleased\n\n- A.\n\n## 0.9.0 (2027-01-01), contract 1.1.0\n\n- B.\n',
};

test('a version is three numbers', () => {
  for (const version of ['0.1.0', '1.0.0', '10.20.30']) assert.ok(isVersion(version), version);
  for (const text of ['', '1', '1.0', 'v1.0.0', '1.0.0-rc.1', '01.0.0', '1.0.0.0', '1.0.0\n'])
    assert.ok(!isVersion(text), JSON.stringify(text));
});

test('versions are compared by their numbers', () => {
  const ordered = [
    '0.1.0',
    '0.1.1',
    '0.2.0',
    '0.9.9',
    '0.10.0',
    '1.0.0',
    '1.0.10',
    '2.0.0',
    '10.0.0',
  ];
  assert.deepEqual(ordered.toReversed().toSorted(compareVersions), ordered);
  assert.equal(compareVersions('1.2.3', '1.2.3'), 0);
});

describe('a release', () => {
  test('is cut from a clean work tree with entries, above the last', () =>
    assert.deepEqual(faultsOf(asked), []));

  for (const [what, change, expected] of [
    ['from changed files', { changes: ' M README.md' }, /^The work tree has changes/],
    ['twice', { version: '0.9.0', tags: [] }, /^0\.9\.0 is not above 0\.9\.0, the last release/],
    ['below the last', { version: '0.8.7' }, /^0\.8\.7 is not above 0\.9\.0/],
    ['with a lower contract', { contract: '1.0.9' }, /^The contract 1\.0\.9 is below 1\.1\.0/],
    [
      'without entries',
      { changelog: '## Unreleased\n\n### Operators\n\n## Contract 1.0.0\n\n- A.\n' },
      /has no entry/,
    ],
    ['whose tag exists', { tags: ['v0.10.0'] }, /^The tag v0\.10\.0 exists/],
    ['whose fixtures exist', { hasFixtures: true }, /^test\/fixtures\/stored\/0\.10\.0 exists/],
  ] as const)
    test(`is not cut ${what}`, () => {
      const [fault = '', ...more] = faultsOf({ ...asked, ...change });
      assert.match(fault, expected);
      assert.deepEqual(more, []);
    });

  test('that cannot be cut for several reasons says each', () =>
    assert.equal(faultsOf({ ...asked, changes: '?? a', version: '0.1.0' }).length, 2));
});
