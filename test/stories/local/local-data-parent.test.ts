import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, describe, test } from 'node:test';
import { npmProgram } from '../../../bin/npm.ts';
import {
  asGroup,
  descendantsOf,
  endAtOnce,
  interruptGroup,
  isAlive,
  onUnix,
} from '../../../local/test/helpers/processes.ts';
import { until } from '../../../local/test/helpers/until.ts';

const started: number[] = [];
after(() => {
  for (const pid of started) endAtOnce(pid);
});

/** Runs `npm start -- dynamodb`, or the same with another program, until it serves; `all` are the processes of it. */
const serving = async (words: readonly string[], more: NodeJS.ProcessEnv = {}) => {
  const { NODE_TEST_CONTEXT: _, npm_lifecycle_event: __, ...env } = process.env;
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child: ChildProcess = spawn(process.execPath, words, {
    env: { ...env, ...more },
    stdio: [...stdio],
    ...asGroup,
  });
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await until(() => said.includes('DynamoDB answers'), 'it serves');
  const pid = child.pid ?? assert.fail('it never began');
  const all = [pid, ...descendantsOf(pid)];
  started.push(...all);
  assert.ok(all.length > 1, 'a process is below');
  return { child, all, closed: once(child, 'close'), said: () => said };
};

/** The shell that starts the service as npm's does, and passes no signal on. */
const shell = [
  '-e',
  `require('node:child_process').spawn(process.execPath, ['bin/start.ts', 'dynamodb', '--port', '0'], { stdio: 'inherit' })`,
];

describe('the service ends in good order when the process that started it has been killed', () => {
  for (const [how, end] of [
    ['npm, by SIGTERM', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['all of it, by Ctrl-C', (pid: number) => interruptGroup(pid) || process.kill(pid)],
  ] as const)
    test(how, async () => {
      const { all, closed, said } = await serving([
        npmProgram(),
        'start',
        '--',
        'dynamodb',
        '--port',
        '0',
      ]);
      end(all[0] ?? assert.fail());
      await until(() => all.filter(isAlive).length === 0, 'all end');
      await closed;
      assert.match(said(), /\nEnded\.\n$/);
    });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    test(`the shell of npm, by ${signal}`, async () => {
      const { child, all, closed, said } = await serving(shell, { npm_lifecycle_event: 'start' });
      child.kill(signal);
      await until(() => all.filter(isAlive).length === 0, 'all end');
      await closed;
      assert.match(said(), /\nEnded\.\n$/);
    });

  test('but not when it was started by hand', onUnix, async () => {
    const { child, all, closed, said } = await serving(shell);
    const service = all.at(-1) ?? assert.fail();
    child.kill('SIGKILL');
    await until(() => !isAlive(child.pid ?? 0), 'who started it ends');
    const [, address = ''] = /(http:\S+),/.exec(said()) ?? [];
    // Longer than the looks of one that minds are apart.
    for (let looks = 0; looks < 20; looks += 1) {
      assert.notEqual((await fetch(address)).status, 0);
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.ok(isAlive(service));
    process.kill(service, 'SIGTERM');
    await closed;
    assert.match(said(), /\nEnded\.\n$/);
  });
});
