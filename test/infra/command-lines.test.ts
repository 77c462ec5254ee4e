import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { callingInTurn } from '../helpers/calling-in-turn.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

/** The scripts of package.json that are this repository's own. */
const commands = [
  'start',
  'local:reset',
  'test',
  'bench',
  'assembly',
  'check',
  'update',
  'guards',
  'examples',
  'simulate',
  'check:outside',
  'tour',
  'openapi',
  'client',
  'release',
  'deploy',
];

const data = mkdtempSync(join(tmpdir(), 'command-lines-'));
const kept = join(data, 'kept');
writeFileSync(kept, 'data');
after(() => rmSync(data, { recursive: true }));

const run = (file: string, words: readonly string[], env: NodeJS.ProcessEnv = process.env) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = spawn(process.execPath, [file, ...words], {
      env: { ...env, LOCAL_DATA: data, PORT: '0' },
    });
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].on('data', (text) => {
        said[stream] += text;
      });
    child.on('close', (code) => resolve({ code, ...said }));
  });

/** Programs that each need a process: they load what reads their words, run only as the main module, or end at their last line. */
const alone = ['bin/start.ts', 'client/build.ts', 'bin/ops.ts'];

const inTurn = callingInTurn({ ...process.env, LOCAL_DATA: data, PORT: '0' });
after(() => inTurn.end());

const ended = new Map<string, ReturnType<typeof run> | ReturnType<typeof inTurn.call>>();

/** How a program ends that is called with a word; it is called once. */
const called = (file: string, word: string) => {
  const call = `${file} ${word}`;
  const running =
    ended.get(call) ??
    (alone.includes(file) ? run(file, [word]) : inTurn.call({ file, words: [word] }));
  ended.set(call, running);
  return running;
};

const files = [
  ...commands.map(
    (name) => [`npm run ${name}`, scripts[name] ?? assert.fail(`${name} is no script`)] as const,
  ),
  ['soak', 'npx node test/soak.ts'] as const,
  ['npm run ops', 'npx node bin/ops.ts'] as const,
  ...globSync('bin/ops/*.ts').map(
    (file) => [`npm run ops -- ${basename(file, '.ts')}`, `npx node ${file}`] as const,
  ),
];

describe('a command', () => {
  for (const [name, script] of files)
    test(`${name} says how it is called, and refuses what it does not know`, async () => {
      const file =
        /^(?:npx )?node (\S+)$/.exec(script)?.[1] ??
        assert.fail(`Options would reach only the end: ${script}`);
      const [help, option, word] = await Promise.all(
        ['--help', '--nonsense', 'nonsense'].map((one) => called(file, one)),
      );
      assert.deepEqual([help?.code, help?.stderr], [0, '']);
      assert.match(help?.stdout ?? '', /^np[mx] \S/);
      for (const refused of [option, word]) {
        assert.deepEqual([refused?.code, refused?.stdout], [2, '']);
        assert.match(refused?.stderr ?? '', /^[^\n]*nonsense[^\n]*\n$/);
      }
      assert.ok(existsSync(kept), 'the data folder is as it was');
    });
});

/** Files that are run by themselves: each begins with reading its words, whatever these are. */
const programs = globSync([
  '{bin,bench}/*.ts',
  'test/store-fixtures.ts',
  'test/{emulators,clients,client,load,screening,stripe,onfido}/*.ts',
  'client/build.ts',
]).filter(
  (file) =>
    !file.endsWith('.test.ts') && /^( {2})?readCommandLine\(/m.test(readFileSync(file, 'utf8')),
);

describe('a program', () => {
  test('that has a documented command reads its words', () => {
    const documented = globSync([
      'docs/**/*.md',
      '*.md',
      'bench/*.ts',
      'bin/*.ts',
      'test/outside.ts',
    ]).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/npx node ((?:bench|bin|test)\/[\w/-]+\.ts)/g)].map(
        ([, path = '']) => path,
      ),
    );
    const missing = [...new Set(documented)].filter(
      (file) =>
        existsSync(file) &&
        !file.endsWith('.test.ts') &&
        !/readCommandLine/.test(readFileSync(file, 'utf8')),
    );
    assert.deepEqual(missing, []);
  });

  for (const file of programs)
    test(`${file} says how it is called, and refuses an option that it does not know`, async () => {
      const [help, option] = await Promise.all(
        ['--help', '--nonsense'].map((one) => called(file, one)),
      );
      assert.deepEqual([help?.code, help?.stderr], [0, '']);
      assert.match(help?.stdout ?? '', /^np[mx] \S/);
      assert.deepEqual([option?.code, option?.stdout], [2, '']);
      assert.match(option?.stderr ?? '', /^Unknown option --nonsense\.[^\n]*\n$/);
    });

  test('makes Node print nothing', async () =>
    assert.deepEqual(await inTurn.end(), { code: 0, printed: ['', ''] }));
});

describe('npm run openapi -- compare', () => {
  for (const [from, sentence] of [
    ['v9.9.9', /^This repository has no revision v9\.9\.9\. Name a tag, [^\n]*\n$/],
    ['http://127.0.0.1:9/v1/openapi.json', /^No document could be read from http:[^\n]*\n$/],
  ] as const)
    test(`says in a line that there is no ${from}`, async () => {
      const { code, stdout, stderr } = await run('bin/openapi.ts', ['compare', from]);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, sentence);
    });
});

test('an option that nearly asks for help names --help', async () => {
  const { code, stderr } = await run('bin/openapi.ts', ['--halp']);
  assert.equal(code, 2);
  assert.match(stderr, /Did you mean --help\?/);
});

/** Commands that call AWS, as somebody calls them who has no account. */
const withoutAccount = [
  ...['status live --target aws', 'back live --since 2026-11-26T10:00Z', 'empty sandbox'],
  'business invite --environment live --target aws --tenant-id biz_1',
  'restore switch off --environment live --target aws',
];

describe('without an account', () => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const nobody = { PATH, NODE_COMPILE_CACHE, HOME: data, AWS_EC2_METADATA_DISABLED: 'true' };
  for (const words of withoutAccount)
    test(`npm run ops -- ${words} says in a line what to run`, async () => {
      const { code, stdout, stderr } = await run('bin/ops.ts', words.split(' '), nobody);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(
        stderr,
        /^(.* in (live|sandbox), .*\n)?No credentials for AWS were found\. Run `aws sso login`[^\n]*\n$/,
      );
    });

  test('npm run ops -- preflight live checks the settings, and says in a line what to run for the others', async () => {
    const settings = `settings=${JSON.stringify({ live: { alarmSubscribers: ['a@example.com'] } })}`;
    const words = ['preflight', 'live', '-c', settings];
    const { code, stdout, stderr } = await run('bin/ops.ts', words, nobody);
    const lines = stdout.trimEnd().split('\n');
    const boxes = lines.filter((line) => /^[✓✗]/.test(line));
    assert.deepEqual(boxes, [
      '✗ the settings name the account',
      '✓ alarms reach somebody',
      '✗ the dashboard has an address',
      '✗ cards can pay',
    ]);
    assert.ok(lines.includes('  alarmSubscribers: ["a@example.com"]'), stdout);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^The checks of the account were not made\. No credentials for AWS were found\. Run `aws sso login`[^\n]*\n$/,
    );
  });

  test('cdk synth says in a line which setting is wrong', async () => {
    const context = JSON.stringify({ settings: { live: { throttel: 1 } } });
    const { code, stderr } = await run('bin/app.ts', [], { ...nobody, CDK_CONTEXT_JSON: context });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^Settings are not valid: settings\.live\.throttel must be [^\n]*did you mean throttle\?[^\n]*\n$/,
    );
  });
});
