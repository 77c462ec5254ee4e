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
    /** Some files and all that import them through at most so many imports; `within` leaves out the others. */
    reachedFrom: (
      from: readonly string[],
      within: (path: string) => boolean = () => true,
      imports_max = Number.POSITIVE_INFINITY,
    ): Set<string> =>
      walked(from, (path) => (backwards.get(path) ?? []).filter(within), imports_max),
  };
};

export type ImportGraph = ReturnType<typeof importGraph>;

const walked = (
  from: readonly string[],
  next: (path: string) => readonly string[],
  steps_max = Number.POSITIVE_INFINITY,
): Set<string> => {
  const found = new Set(from);
  let latest = [...found];
  for (let step = 0; step < steps_max && latest.length > 0; step += 1) {
    latest = [...new Set(latest.flatMap(next))].filter((path) => !found.has(path));
    for (const path of latest) found.add(path);
  }
  return found;
};
