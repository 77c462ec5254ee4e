import { git } from '../git.ts';
import { isVersion } from './versions.ts';

/**
 * A revision that git knows. The tag of a release, such as v0.2.0, is found in a clone without tags too: it is the commit that
 * stored the fixtures of the release. Throws a sentence where there is none.
 */
export const revisionOf = (name: string, folder = '.'): string => {
  const inFolder = (...words: readonly string[]): string => git('-C', folder, ...words).trim();
  try {
    inFolder('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
    return name;
  } catch {
    const version = name.replace(/^v/, '');
    const commit = isVersion(version) ? firstCommitWith(storedFolderOf(version), inFolder) : '';
    if (commit !== '') return commit;
    throw new Error(
      `This repository has no revision ${name}. Name a tag, a branch or a commit of it.`,
    );
  }
};

/** The folder of what a release stored. The commit of the release adds it, and nobody changes it. */
const storedFolderOf = (version: string): string => `test/fixtures/stored/${version}`;

const firstCommitWith = (path: string, run: (...words: readonly string[]) => string): string => {
  if (run('rev-parse', '--is-shallow-repository') === 'true')
    throw new Error('This clone has no history: run `git fetch --unshallow --tags` first.');
  const added = run('log', '--reverse', '--diff-filter=A', '--format=%H', '--', path);
  return added.split('\n')[0] ?? '';
};
