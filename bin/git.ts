import { execFileSync } from 'node:child_process';

/** What git prints; throws what git says where it fails. */
export const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 16 * 1024 * 1024 });

/** The lines of an answer with `-z`, which leaves names as they are. */
export const linesOf = (printed: string): string[] =>
  printed.split('\0').filter((line) => line !== '');

/** What `git ls-files` prints for each file of the repository: its path, and what the options ask for besides. */
export const listedByGit = (...options: readonly string[]): string[] =>
  linesOf(git('ls-files', '-z', ...options));
