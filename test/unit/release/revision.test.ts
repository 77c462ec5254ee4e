import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { git } from '../../../bin/git.ts';
import { revisionOf } from '../../../bin/release/revision.ts';
import { after, test } from '../../helpers/tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'revision-'));
after(() => rmSync(folder, { recursive: true }));
const repository = join(folder, 'whole');
mkdirSync(repository);
git('init', '--quiet', repository);

/** Commits a file; answers the commit. */
const commit = (path: string): string => {
  const author = [
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@example.com',
    '-c',
    'commit.gpgsign=false',
  ];
  mkdirSync(join(repository, path, '..'), { recursive: true });
  writeFileSync(join(repository, path), '{}');
  git('-C', repository, 'add', '--all');
  git('-C', repository, ...author, 'commit', '--quiet', '--message', path);
  return git('-C', repository, 'rev-parse', 'HEAD').trim();
};

commit('README.md');
const first = commit('test/fixtures/stored/0.1.0/card.json');
const second = commit('test/fixtures/stored/0.10.0/card.json');
const later = commit('CHANGELOG.md');

test('a release is found without its tag, by the commit that stored its fixtures', () => {
  assert.equal(revisionOf('v0.1.0', repository), first);
  assert.equal(revisionOf('v0.10.0', repository), second);
});

test('a tag, a branch and a commit are taken as they are', () => {
  git('-C', repository, 'tag', 'v0.10.0', later);
  for (const name of ['v0.10.0', 'HEAD', 'HEAD~1', first])
    assert.equal(revisionOf(name, repository), name);
});

test('a name that git does not know is refused in a sentence', () => {
  for (const name of ['v9.9.9', 'nonsense', '--all', ''])
    assert.throws(() => revisionOf(name, repository), /^Error: This repository has no revision /);
});

test('a clone without history says how to get it, and names no other commit', () => {
  const shallow = join(folder, 'shallow');
  git('clone', '--quiet', '--depth', '1', '--no-tags', pathToFileURL(repository).href, shallow);
  assert.throws(() => revisionOf('v0.1.0', shallow), /run `git fetch --unshallow --tags`/);
});
