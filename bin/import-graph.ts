import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { git, linesOf, listedByGit } from './git.ts';

/** Files of the repository that git tracks or would, by their paths from its root; none where there is no git. */
const filesHere = (): string[] =>
  unlessRefused(() => listedByGit('--cached', '--others', '--exclude-standard'), []).filter(
    existsSync,
  );

/** Files that have changed since the branch left main, committed or not; on main itself uncommitted files. */
export const changedFiles = (): string[] => {
  const base = unlessRefused(() => git('merge-base', 'HEAD', 'main').trim(), 'HEAD');
  return [
    ...unlessRefused(() => linesOf(git('diff', '--name-only', '-z', base)), []),
    ...unlessRefused(() => listedByGit('--others', '--exclude-standard'), []),
  ];
};

const unlessRefused = <T>(ask: () => T, otherwise: T): T => {
  try {
    return ask();
  } catch {
    return otherwise;
  }
};

const isSource = (path: string): boolean => /\.(m|c)?tsx?$/.test(path);

/** A module that is imported at run time, or a file that a source names relative to itself. */
const imported =
  /^(?:import|export)(?! type\b)[^;'"]*?'(\.[^']+)'|\bimport\('(\.[^']+)'\)|\bnew URL\('(\.[^']+)'/gm;
/** A file of the repository that a source names from its root. */
const named = /['"`]([\w@-][\w./@-]*\.\w+)['"`]/g;

/** The files that a file imports, not for types alone, and those that it names. */
const leadsTo = (path: string, files: ReadonlySet<string>): string[] => {
  const text = readFileSync(path, 'utf8');
  const relative = [...text.matchAll(imported)].map(([, ...found]) =>
    join(dirname(path), found.find(Boolean) ?? ''),
  );
  const absolute = [...text.matchAll(named)].map(([, found = '']) => found);
  return [...relative, ...absolute].filter((found) => files.has(found));
};

/** The imports between files of the repository, forwards and backwards. */
export const importGraph = () => {
  const all = filesHere();
  const files = new Set(all);
  const forwards = new Map(all.filter(isSource).map((path) => [path, leadsTo(path, files)]));
  const backwards = new Map<string, string[]>();
  for (const [path, found] of forwards)
    for (const one of found) backwards.set(one, [...(backwards.get(one) ?? []), path]);
  return {
    /** The files that a file imports itself. */
    importsOf: (path: string): readonly string[] => forwards.get(path) ?? [],
    /** Some files and all that they import, and what those import. */
    closureOf: (from: readonly string[]): Set<string> =>
      walked(from, (path) => forwards.get(path) ?? []),
    /** Some files and all that import them, directly or not; `within` leaves out the others. */
    reachedFrom: (
      from: readonly string[],
      within: (path: string) => boolean = () => true,
    ): Set<string> => walked(from, (path) => (backwards.get(path) ?? []).filter(within)),
  };
};

const walked = (
  from: readonly string[],
  next: (path: string) => readonly string[],
): Set<string> => {
  const found = new Set(from);
  // A set that grows is walked to its end.
  for (const path of found) for (const one of next(path)) found.add(one);
  return found;
};
