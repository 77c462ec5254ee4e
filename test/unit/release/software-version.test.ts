import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { listedByGit } from '../../../bin/git.ts';
import {
  namedPackage,
  versionedFiles,
  withVersion,
} from '../../../bin/release/software-version.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { describe, test } from '../../helpers/tests.ts';

const read = (path: string): string => readFileSync(path, 'utf8');

describe('the software version', () => {
  test('is the same in every file that names it', () => {
    for (const path of versionedFiles)
      assert.equal(withVersion(path, read(path), manifest.version), read(path), path);
  });

  for (const path of versionedFiles)
    test(`is replaced in ${path}`, () => {
      const next = withVersion(path, read(path), '98.76.54');
      assert.equal(
        withVersion(path, next, manifest.version),
        read(path),
        'nothing else is replaced',
      );
      assert.ok(next.includes('98.76.54'));
    });

  test('is that of every workspace in the lock file', () => {
    const lock = JSON.parse(
      withVersion('package-lock.json', read('package-lock.json'), '98.76.54'),
    );
    const versions = ['', ...manifest.workspaces].map((folder) => lock.packages[folder].version);
    assert.deepEqual(new Set([lock.version, ...versions]), new Set(['98.76.54']));
  });

  test('is named by no other file', () => {
    const naming = listedByGit()
      .filter((path) => /\.(md|ts|tsx|json|yml)$/.test(path) && existsSync(path))
      .filter((path) => read(path).match(namedPackage) !== null);
    assert.deepEqual(
      naming.filter((path) => !versionedFiles.includes(path)),
      [],
    );
  });
});
