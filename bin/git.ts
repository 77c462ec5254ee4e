import { execFileSync } from 'node:child_process';

/** The output of git; throws the message of git where it fails. */
export const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 16 * 1024 * 1024 });

/** The lines of an answer with `-z`, which leaves names as they are. */
export const linesOf = (printed: string): string[] =>
  printed.split('\0').filter((line) => line !== '');

/** The output of `git ls-files` for each file of the repository: its path, and the additions of the options. */
export const listedByGit = (...options: readonly string[]): string[] =>
  linesOf(git('ls-files', '-z', ...options));
