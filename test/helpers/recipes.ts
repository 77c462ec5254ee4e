import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { marked } from 'marked';
import { root } from '../../bin/build.ts';

/** An edit of a recipe: a new file, or lines of a file that others replace. */
export type Edit = {
  readonly recipe: string;
  readonly path: string;
  /** The lines that the file has; undefined for a new file. */
  readonly before: string | undefined;
  readonly after: string;
  /** How many runs of changed lines it has. */
  readonly changes: number;
};

/** The pages that a test follows word by word. */
export const recipes = [
  'docs/contribute/add-a-field.md',
  'docs/contribute/add-an-event.md',
  'docs/contribute/add-a-route.md',
] as const;

/** The edits of a recipe: its code blocks whose first line also names a file. */
export const editsOf = (recipe: string): Edit[] =>
  marked.lexer(readFileSync(join(root, recipe), 'utf8')).flatMap((token): Edit[] => {
    if (token.type !== 'code') return [];
    const [language, path] = String(token.lang).split(' ');
    if (path === undefined) return [];
    const lines: string[] = token.text.split('\n');
    if (language !== 'diff')
      return [{ recipe, path, before: undefined, after: `${token.text}\n`, changes: 1 }];
    const having = (marks: string) =>
      lines.filter((line) => marks.includes(line[0] ?? ' ')).map((line) => `${line.slice(1)}\n`);
    const isChange = (line: string | undefined) => line !== undefined && /^[+-]/.test(line);
    const changes = lines.filter((line, at) => isChange(line) && !isChange(lines[at - 1])).length;
    return [{ recipe, path, before: having(' -').join(''), after: having(' +').join(''), changes }];
  });

/** Makes the edits in a copy of the repository, or throws where one does not fit. */
export const makeEdits = (copy: string, edits: readonly Edit[]): void => {
  for (const { recipe, path, before, after } of edits) {
    const file = join(copy, path);
    if (before === undefined) {
      writeFileSync(file, after, { flag: 'wx' });
      continue;
    }
    const [head, tail, ...more] = `\n${readFileSync(file, 'utf8')}`.split(`\n${before}`);
    if (head === undefined || tail === undefined || more.length > 0)
      throw new Error(`${recipe} is out of date: ${path} must have these lines once:\n${before}`);
    writeFileSync(file, `${head}\n${after}${tail}`.slice(1));
  }
};

const packages = 'node_modules';
/** Folders that a copy does without. */
const omitted: ReadonlySet<string> = new Set(['.git', '.build', '.local', '.restore', 'cdk.out']);

/** A copy of the repository in a temporary folder. It uses the packages that are installed here. */
export const copyOfRepository = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'recipes-'));
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => basename(path) !== packages && !omitted.has(relative(root, path)),
  });
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const folder of ['.', ...workspaces]) {
    const installed = join(root, folder, packages);
    // A junction on Windows, where anybody may make one.
    if (existsSync(installed)) symlinkSync(installed, join(copy, folder, packages), 'junction');
  }
  return copy;
};
