import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { readCommandLine } from '../../bin/command-line.ts';
import { listedByGit } from '../../bin/git.ts';
import { alone, suites } from '../helpers/suites.ts';
import { type Guard, guards } from './guards.ts';

const { values, positionals } = readCommandLine({
  usage: `npm run guards -- [--list] [--suites unit,infra] [number …]

Breaks each guard of test/guards/guards.ts in a copy of the repository, one at a time. It runs npm run quick and, where that
sees nothing, the suites, each until a test fails. It prints that test and the seconds, or that an edit no longer applies.
--list prints the guards with their numbers; numbers choose. --suites runs these suites instead of quick and the others.`,
  options: { list: { type: 'boolean' }, suites: { type: 'string' } },
  words: guards.map((_, index) => String(index + 1)),
});

/** Inside the repository, so that files can be linked instead of copied. */
const copy = resolve('.build/guards');

const chosen = guards
  .map((guard, index) => ({ ...guard, number: String(index + 1) }))
  .filter(({ number }) => positionals.length === 0 || positionals.includes(number));

/** Links a folder's files, which nothing changes in place, and keeps its symbolic links. */
const linkFolder = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
};

const makeCopy = (): void => {
  rmSync(copy, { recursive: true, force: true });
  const files = listedByGit('--cached', '--others', '--exclude-standard');
  // The test of the guards themselves would see every one of them.
  const copied = files.filter((file) => file !== 'test/unit/guards.test.ts');
  for (const file of copied) cpSync(file, join(copy, file));
  for (const folder of globSync('{.,*}/node_modules')) linkFolder(folder, join(copy, folder));
  // The edit is all that has changed since its only commit.
  const author = ['-c', 'user.name=guards', '-c', 'user.email=guards@localhost'];
  for (const words of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...author, 'commit', '-q', '-m', 'copy'],
  ]) {
    const { status, stderr } = spawnSync('git', words, { cwd: copy, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }
};

/** The test that saw a broken guard. */
type Seen = { readonly by: string; readonly file: string };

const suiteFile = (name: string) => `test/suites/${name}.test.ts`;

/** Runs test files of the copy until the first test fails. */
const firstFailure = async (files: readonly string[]): Promise<Seen | undefined> => {
  const ending = new AbortController();
  let seen: Seen | undefined;
  const running = run({
    files: files.map((file) => join(copy, file)),
    cwd: copy,
    concurrency: 2,
    signal: ending.signal,
    execArgv: ['--single-threaded-gc'],
  });
  running.on('test:fail', ({ name, file = '' }) => {
    seen ??= { by: name, file: file.replace(`${copy}/`, '') };
    ending.abort();
  });
  for await (const _ of running);
  return seen;
};

/** The test that fails in `npm run quick`, or its step. */
const failureOfQuick = (): Seen | undefined => {
  const { status, stdout } = spawnSync(process.execPath, ['test/quick.ts', '--bail'], {
    cwd: copy,
    encoding: 'utf8',
  });
  if (status === 0) return undefined;
  const [, by = ''] = /^✖ (.+) \([\d.]+ms\)$/m.exec(stdout) ?? /^✖ (.+)$/m.exec(stdout) ?? [];
  return { by, file: 'npm run quick' };
};

const rest = Object.keys(suites).filter((name) => name !== 'unit');

/** `npm run quick`, and then the suites from the quickest on: unit tests need no bundles, everything else does. */
const seenBy = async (only: readonly string[] | undefined): Promise<Seen | undefined> => {
  const quickly = only === undefined ? failureOfQuick() : undefined;
  if (quickly) return quickly;
  const wanted = (name: string) => only === undefined || only.includes(name);
  const early = wanted('unit') ? await firstFailure([suiteFile('unit')]) : undefined;
  if (early || only?.every((name) => name === 'unit')) return early;
  const built = spawnSync(process.execPath, ['bin/assemblies.ts'], { cwd: copy, encoding: 'utf8' });
  if (built.status !== 0)
    return { by: built.stderr.trim().split('\n').at(-1) ?? '', file: 'bin/assemblies.ts' };
  const others = rest.filter(wanted).map(suiteFile);
  return firstFailure(
    only === undefined ? [...others, ...alone.flatMap((one) => globSync(one))] : others,
  );
};

const broken = async ({
  file,
  line,
  broken,
}: Guard): Promise<Seen | 'no longer applies' | undefined> => {
  const path = join(copy, file);
  const whole = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (whole.split(line).length !== 2) return 'no longer applies';
  writeFileSync(
    path,
    whole.replace(line, () => broken),
  );
  try {
    return await seenBy(values.suites?.split(','));
  } finally {
    writeFileSync(path, whole);
  }
};

if (values.list) {
  for (const { number, name, file } of chosen) console.log(`${number} ${name} (${file})`);
  process.exit();
}

/** Two cells of a row. */
const cellsOf = (seen: Awaited<ReturnType<typeof broken>>): string =>
  typeof seen === 'object'
    ? `${seen.by} | ${seen.file}`
    : `${(seen ?? 'not seen').toUpperCase()} | `;

makeCopy();
console.log('| | guard | test that sees it | in | seconds to red |\n|---|---|---|---|---|');
for (const guard of chosen) {
  const began = performance.now();
  const seen = await broken(guard);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`| ${guard.number} | ${guard.name} | ${cellsOf(seen)} | ${seconds} |`);
  if (typeof seen !== 'object') process.exitCode = 1;
}
rmSync(copy, { recursive: true });
