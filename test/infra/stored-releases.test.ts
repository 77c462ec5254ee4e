import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { git, linesOf } from '../../bin/git.ts';
import { isVersion } from '../../bin/release/versions.ts';

const roots = ['test/fixtures/stored', 'test/fixtures/data-folders'];

/** The commit that has the folder first; undefined before there is one. */
const firstWith = (folder: string): string | undefined =>
  git('log', '--reverse', '--diff-filter=A', '--format=%H', '--', folder).split('\n')[0] ||
  undefined;

const isRepository = (): boolean => {
  try {
    git('rev-parse', 'HEAD');
    return true;
  } catch {
    return false;
  }
};

test('what a release stored is never changed: every file is as the release committed it', {
  skip: !isRepository() && 'this is no git repository',
}, () => {
  const folders = roots.flatMap((root) =>
    readdirSync(root)
      .filter(isVersion)
      .map((release) => `${root}/${release}`),
  );
  const changed = folders.flatMap((folder) => {
    const first = firstWith(folder);
    return first === undefined
      ? []
      : linesOf(git('diff', '--name-only', '-z', first, '--', folder));
  });
  assert.deepEqual(changed, []);
});
