import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run as runTests } from 'node:test';
import { spec } from 'node:test/reporters';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../../bin/command-line.ts';
import { freePort } from '../../local/test/helpers/agreement/binary.ts';
import { pathsOf } from '../helpers/paths.ts';
import { run, takes } from '../helpers/programs.ts';
import { filesOf, suites } from '../helpers/suites.ts';

readCommandLine({
  usage: `npm run check:outside -- dynamodb-local [test …]

Runs the integration tests on Amazon’s DynamoDB Local.`,
  words: 'any',
});

// Runs the integration tests against AWS's own DynamoDB Local: `npm run check:outside -- dynamodb-local`, or with the names of some
// test files. It is installed into .build/dynamodb-local once.

/** The newest whose dependencies Maven Central has whole; it runs on Java 17. */
const version = '3.1.0';
const folder = fileURLToPath(new URL('../../.build/dynamodb-local/', import.meta.url));
const jars = join(folder, 'lib');

const counted =
  'DynamoDB Local counts a write of an index inside a transaction twice, and charges nothing for what is not there.';

/** The tests that are not run there: by name, with the file that must have it and the reason. No other is left out. */
const leftOut = [
  {
    file: 'test/stories/service/sweeps.test.ts',
    name: 'a sweep that finds nothing asks every shard once',
    reason: counted,
  },
  {
    file: 'test/stories/service/sweeps.test.ts',
    name: 'a sweep reads, reschedules and notifies one of each kind; the next finds nothing',
    reason: counted,
  },
];

const install = async (): Promise<void> => {
  if (existsSync(join(jars, `DynamoDBLocal-${version}.jar`))) return;
  mkdirSync(folder, { recursive: true });
  // Its own messages are left unsaid; its first line is a warning about a missing listener.
  const dependencies = [
    ['software.amazon.dynamodb', 'DynamoDBLocal', version],
    ['org.slf4j', 'slf4j-nop', '1.7.36'],
  ].map(
    ([group, name, of]) =>
      `<groupId>${group}</groupId><artifactId>${name}</artifactId><version>${of}</version>`,
  );
  writeFileSync(
    join(folder, 'pom.xml'),
    '<project><modelVersion>4.0.0</modelVersion><groupId>check</groupId><artifactId>check</artifactId><version>1</version>' +
      `<dependencies>${dependencies.map((one) => `<dependency>${one}</dependency>`).join('')}</dependencies></project>`,
  );
  const wanted = ['-DincludeScope=runtime', `-DoutputDirectory=${jars}`];
  await run('mvn', ['-q', '-B', 'dependency:copy-dependencies', ...wanted], { cwd: folder });
};

/** Starts it in memory, with a database for each key id; it ends with `child.kill`. */
const start = async (): Promise<{ readonly endpoint: string; readonly child: ChildProcess }> => {
  const port = await freePort();
  const words = [`-Dsqlite4java.library.path=${jars}`, '-cp', join(jars, '*')];
  const server = [
    'software.amazon.dynamodb.services.local.main.ServerRunner',
    '-inMemory',
    '-disableTelemetry',
  ];
  const child = spawn('java', [...words, ...server, '-port', String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const endpoint = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`DynamoDB Local ended with ${child.exitCode}.`);
    const answer = await fetch(endpoint).catch(() => undefined);
    if (answer) return { endpoint, child };
    await pause(100);
  }
};

/** The suites of integration tests each in a process, as `npm test` runs them, and what is in none of these alone. */
const filesToRun = (): string[] => {
  const stories = Object.entries(suites).filter(([name]) => name.startsWith('stories-'));
  const inStories = new Set(stories.flatMap(([, patterns]) => filesOf(patterns)));
  const others = pathsOf('test/stories/**/*.test.ts').filter((path) => !inStories.has(path));
  return [...stories.map(([name]) => `test/suites/${name}.test.ts`), ...others.sort()];
};

takes('npm run check:outside -- dynamodb-local', ['java', 'mvn']);
for (const { file, name } of leftOut)
  assert.ok(readFileSync(file, 'utf8').includes(name), `${file} has no test "${name}"`);
await install();
const { endpoint, child } = await start();
process.on('exit', () => child.kill());
for (const { name, reason } of leftOut) console.log(`left out: "${name}". ${reason}`);
const named = process.argv.slice(2);
process.env.DYNAMODB_ENDPOINT = endpoint;
process.env.NODE_COMPILE_CACHE ??= join(folder, '../compile-cache');
const literal = (text: string) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** Runs files and prints what came of them; answers those that failed. */
const failedOf = (files: readonly string[], concurrency: number): Promise<string[]> =>
  new Promise((resolve) => {
    const failed = new Set<string>();
    const skipped = leftOut.map(({ name }) => literal(name));
    const tests = runTests({ files: [...files], concurrency, testSkipPatterns: skipped });
    // A suite declares a block for each of its files, called after it.
    tests.on('test:fail', ({ name, file = '', nesting }) => {
      const own = relative('', file);
      if (nesting === 0)
        failed.add(own.startsWith('test/suites/') && existsSync(name) ? name : own);
    });
    tests.on('end', () => resolve([...failed]));
    tests.compose(new spec()).pipe(process.stdout, { end: false });
  });

if (named.length === 0)
  console.log('All of it takes 4 minutes on two quiet processors, and 18 on a busy machine.');
const began = performance.now();
const failed = await failedOf(named.length > 0 ? named : filesToRun(), 2);
// On a busy machine DynamoDB Local may take longer than functions wait for AWS, which is then a 503
// as it would be there. A failed file is run again with the machine to itself, and counts as failed
// where it fails again.
const again = failed.length === 0 ? [] : await failedOf(failed, 1);
for (const file of failed)
  console.log(`${file} failed ${again.includes(file) ? 'twice' : 'once, and passed by itself'}`);
console.log(`It took ${Math.round((performance.now() - began) / 60_000)} minutes.`);
process.exitCode = again.length === 0 ? 0 : 1;
child.kill();
