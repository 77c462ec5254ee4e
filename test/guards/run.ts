import { spawnSync } from 'node:child_process';
import {
  cpSync,
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

Breaks each guard of test/guards/guards.ts in a copy of the repository, one at a time, and runs the suites until a test
fails. It prints that test and the seconds. --list prints them with their numbers; numbers choose.`,
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

const rest = Object.keys(suites).filter((name) => name !== 'unit');

/** The suites from the quickest on: unit tests need no bundles, everything else does. */
const seenBy = async (only: readonly string[] | undefined): Promise<Seen | undefined> => {
  const wanted = (name: string) => only === undefined || only.includes(name);
  const early = wanted('unit') ? await firstFailure([suiteFile('unit')]) : undefined;
  if (early || only?.every((name) => name === 'unit')) return early;
  const built = spawnSync(process.execPath, ['bin/assemblies.ts'], { cwd: copy, encoding: 'utf8' });
  if (built.status !== 0) return { by: built.stderr.trim().split('\n').at(-1) ?? '', file: 'bin/assemblies.ts' };
  const others = rest.filter(wanted).map(suiteFile);
  return firstFailure(only === undefined ? [...others, ...alone.flatMap((one) => globSync(one))] : others);
};

const broken = async ({ file, line, broken }: Guard): Promise<Seen | undefined> => {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
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

makeCopy();
for (const guard of chosen) {
  const began = performance.now();
  const seen = await broken(guard);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `| ${guard.number} | ${guard.name} | ${seen ? `${seen.by} | ${seen.file}` : 'NOT SEEN | '} | ${seconds} s |`,
  );
  if (!seen) process.exitCode = 1;
}
rmSync(copy, { recursive: true });
