import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { readAssembly } from '../../local/assembly.ts';
import { functionsOf } from '../../local/functions/lambda-function.ts';
import { createLogs } from '../../local/functions/logs.ts';
import { createPool, type Pool, type PoolOptions } from '../../local/functions/pool.ts';
import { alive_max, workers_alive_max } from '../../local/functions/turns.ts';
import { type Small, type SmallFunction, writeSmallAssembly } from '../helpers/small-assembly.ts';
import { until } from '../helpers/until.ts';

const pools: Pool[] = [];
const folders: (() => void)[] = [];

const poolOf = (functions: Small['functions'], more: Partial<Small> & Partial<PoolOptions> = {}): Pool => {
  const { folder, remove } = writeSmallAssembly({ functions, ...more });
  folders.push(remove);
  const pool = createPool({
    functions: functionsOf(readAssembly(folder)),
    logs: createLogs(),
    endpoint: 'http://127.0.0.1:1',
    credentials: (_, instanceId) => ({ accessKeyId: `key-${instanceId}`, secretAccessKey: 'secret' }),
    ...more,
  });
  pools.push(pool);
  return pool;
};

const call = async (pool: Pool, name: string, payload: unknown = {}) => {
  const outcome = await pool.invoke(name, JSON.stringify(payload));
  return { ...outcome, result: JSON.parse(outcome.payload) };
};

const isAlive = (pid: number | undefined): boolean => {
  try {
    return process.kill(pid as number, 0);
  } catch {
    return false;
  }
};

/** A handler that answers when it is told to: each call waits until the file named in the event exists. */
const waits = `const fs = require('node:fs');
exports.handler = async (event) => {
  while (!fs.existsSync(event.until)) await new Promise((go) => setTimeout(go, 10));
  return process.pid;
};`;

const echo: SmallFunction = {
  source: `exports.handler = async (event, context) => ({ event, env: process.env, context: { ...context, left: context.getRemainingTimeInMillis() }, argv: process.execArgv });`,
  properties: { MemorySize: 256, Timeout: 7, Environment: { Variables: { TABLE: { Ref: 'AWS::Region' } } } },
};

afterEach(async () => {
  const pids = pools.flatMap((pool) => pool.instances().map(({ pid }) => pid));
  await Promise.all(pools.splice(0).map((pool) => pool.stop()));
  assert.deepEqual(pids.filter(isAlive), [], 'no process is left behind');
});

after(() => {
  for (const remove of folders) remove();
});

describe('a function', () => {
  test('sees the template’s variables, those of Lambda, and none of ours', async () => {
    const { result, requestId } = await call(poolOf({ echo }), 'echo', { a: [1] });
    assert.deepEqual(result.event, { a: [1] });
    assert.equal(result.env.TABLE, 'eu-west-1');
    assert.equal(result.env.AWS_REGION, 'eu-west-1');
    assert.equal(result.env.AWS_LAMBDA_FUNCTION_NAME, 'echo');
    assert.equal(result.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE, '256');
    assert.equal(result.env.AWS_ENDPOINT_URL, 'http://127.0.0.1:1');
    assert.match(result.env.AWS_ACCESS_KEY_ID, /^key-/);
    assert.equal(result.env.TZ, 'UTC');
    assert.equal(result.env.HOME, undefined);
    assert.deepEqual(result.argv, ['--max-old-space-size=256']);
    assert.equal(result.context.awsRequestId, requestId);
    assert.equal(result.context.invokedFunctionArn, 'arn:aws:lambda:eu-west-1:000000000000:function:echo');
    assert.ok(result.context.left <= 7000 && result.context.left > 0);
  });

  test('serves one invocation after another in the same process', async () => {
    const pool = poolOf({ echo });
    const first = await call(pool, 'echo');
    const second = await call(pool, 'echo');
    assert.equal(first.result.env.AWS_ACCESS_KEY_ID, second.result.env.AWS_ACCESS_KEY_ID);
    assert.notEqual(first.requestId, second.requestId);
  });

  test('that throws reports its error and goes on serving', async () => {
    const source = `exports.handler = async (event) => { if (event.bad) throw new RangeError('too far'); return process.pid; };`;
    const pool = poolOf({ moody: { source } });
    const before = await call(pool, 'moody');
    const failed = await call(pool, 'moody', { bad: true });
    assert.equal(failed.functionError, 'Unhandled');
    assert.equal(failed.result.errorType, 'RangeError');
    assert.equal(failed.result.errorMessage, 'too far');
    assert.equal((await call(pool, 'moody')).result, before.result);
  });

  test('that exits is Runtime.ExitError, and the next invocation gets a new process', async () => {
    const source = `exports.handler = async (event) => { if (event.bad) process.exit(3); return process.pid; };`;
    const pool = poolOf({ brittle: { source } });
    const before = await call(pool, 'brittle');
    const crashed = await call(pool, 'brittle', { bad: true });
    assert.equal(crashed.result.errorType, 'Runtime.ExitError');
    assert.match(crashed.result.errorMessage, /exit status 3$/);
    const next = await call(pool, 'brittle');
    assert.equal(next.functionError, undefined);
    assert.notEqual(next.result, before.result);
  });

  test('that is killed in the middle is Runtime.ExitError', async () => {
    const pool = poolOf({ slow: { source: waits } });
    const running = call(pool, 'slow', { until: '/nowhere' });
    const instance = await until(() => pool.instances().find((each) => each.state() === 'busy'));
    await pool.kill(instance.id);
    assert.equal(isAlive(instance.pid), false);
    assert.match((await running).result.errorMessage, /signal: killed$/);
  });

  test('that never ends is killed at its timeout, even when it blocks', async () => {
    const pool = poolOf({
      stuck: { source: 'exports.handler = async () => { for (;;); };', properties: { Timeout: 1 } },
    });
    const stuck = await call(pool, 'stuck');
    assert.equal(stuck.result.errorType, 'Sandbox.Timedout');
    assert.match(stuck.result.errorMessage, /Task timed out after 1\.00 seconds$/);
    await until(() => pool.instances().length === 0);
  });

  test('that rejects outside its handler ends with that error', async () => {
    const source = `exports.handler = () => new Promise(() => { setImmediate(() => Promise.reject(new Error('lost'))); });`;
    const { result } = await call(poolOf({ loose: { source } }), 'loose');
    assert.equal(result.errorType, 'Runtime.UnhandledPromiseRejection');
  });

  test('that answers more than 6 MB fails as Lambda fails it', async () => {
    const source = `exports.handler = async () => 'x'.repeat(7 * 1024 * 1024);`;
    const { result } = await call(poolOf({ wordy: { source, properties: { MemorySize: 512 } } }), 'wordy');
    assert.equal(result.errorType, 'Function.ResponseSizeTooLarge');
  });

  test('prints lines that are kept with its name and request id', async () => {
    const source = `exports.handler = async () => { console.log('one\\ntwo'); console.error('three'); };`;
    const pool = poolOf({ loud: { source } });
    const heard: string[] = [];
    pool.logs.subscribe(({ line }) => heard.push(line));
    const { requestId } = await call(pool, 'loud');
    await until(() => pool.logs.lines().length === 3);
    assert.deepEqual(
      pool.logs
        .lines()
        .map(({ line, stream }) => [line, stream])
        .sort(),
      [
        ['one', 'stdout'],
        ['three', 'stderr'],
        ['two', 'stdout'],
      ],
    );
    assert.ok(pool.logs.lines().every((each) => each.functionName === 'loud' && each.requestId === requestId));
    assert.equal(heard.length, 3);
  });
});

describe('a start', () => {
  const startOf = async (source: string, properties: Record<string, unknown> = {}) =>
    (await call(poolOf({ broken: { source, properties } }), 'broken')).result;

  test('that throws is reported with its error', async () => {
    assert.equal((await startOf(`throw new TypeError('no table');`)).errorMessage, 'no table');
  });
  test('that exits is Runtime.ExitError', async () => {
    assert.equal((await startOf('process.exit(9);')).errorType, 'Runtime.ExitError');
  });
  test('without the handler is Runtime.HandlerNotFound', async () => {
    assert.equal((await startOf('exports.other = 1;')).errorType, 'Runtime.HandlerNotFound');
  });
  test('without the file is Runtime.ImportModuleError', async () => {
    assert.equal((await startOf('', { Handler: 'gone.handler' })).errorType, 'Runtime.ImportModuleError');
  });
  test('of a handler with a callback is refused, as nodejs24.x refuses it', async () => {
    const { errorType } = await startOf('exports.handler = (event, context, callback) => callback();');
    assert.equal(errorType, 'Runtime.CallbackHandlerDeprecated');
  });
});

describe('the pool', () => {
  const here = new URL(import.meta.url).pathname;

  test('keeps no more workers alive than their share, and the excess waits', async () => {
    const pool = poolOf({ work: { source: waits } });
    const all = Array.from({ length: 2 * workers_alive_max }, () =>
      call(pool, 'work', { until: `${folders.length}/no` }),
    );
    const settled: unknown[] = [];
    for (const each of all) void each.then((outcome) => settled.push(outcome));
    const busy = () => pool.instances().filter((each) => each.state() === 'busy');
    await until(() => busy().length === workers_alive_max);
    assert.equal(pool.instances().length, workers_alive_max);
    assert.equal(settled.length, 0);
    for (const each of busy()) await pool.kill(each.id);
    await until(() => settled.length === workers_alive_max && busy().length === workers_alive_max);
    assert.equal(pool.instances().length, workers_alive_max);
  });

  test('keeps no more processes alive than fit, evicts idle ones of others, and serves everybody', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `f${index}`);
    const functions = Object.fromEntries(names.map((name) => [name, { source: waits }]));
    const methods = Object.fromEntries(names.map((name) => [`GET /${name}`, { function: name, open: true as const }]));
    const pool = poolOf(functions, { methods });
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, pool.instances().length);
    }, 1);
    const all = names.flatMap((name) => Array.from({ length: 8 }, () => call(pool, name, { until: here })));
    const outcomes = await Promise.all(all);
    clearInterval(watch);
    assert.ok(outcomes.every(({ functionError }) => functionError === undefined));
    assert.ok(most <= alive_max, `${most} alive`);
  });

  test('makes room for a function that has waited long while others keep every place busy', async () => {
    const methods = {
      'GET /a': { function: 'a', open: true as const },
      'GET /b': { function: 'b', open: true as const },
    };
    const short = `exports.handler = () => new Promise((go) => setTimeout(go, 50));`;
    const pool = poolOf({ a: { source: short }, b: { source: short } }, { methods });
    let over = false;
    const load = Array.from({ length: alive_max + 4 }, async () => {
      while (!over) await call(pool, 'a');
    });
    await until(() => pool.instances().filter(({ state }) => state() !== 'starting').length === alive_max);
    assert.equal((await call(pool, 'b')).functionError, undefined);
    over = true;
    await Promise.all(load);
  });

  test('starts no more processes of a function than it has reserved', async () => {
    const pool = poolOf({ one: { source: waits, properties: { ReservedConcurrentExecutions: 1 } } });
    const pids = await Promise.all([1, 2, 3].map(() => call(pool, 'one', { until: here })));
    assert.equal(new Set(pids.map(({ result }) => result)).size, 1);
  });

  test('ends processes that nobody needs', async () => {
    const pool = poolOf({ echo }, { idle_ms_max: 0 });
    await call(pool, 'echo');
    await until(() => pool.instances().length === 0);
  });

  test('refuses an unknown name and a payload over 6 MB', async () => {
    const pool = poolOf({ echo });
    await assert.rejects(pool.invoke('nobody', '{}'), /no function nobody/);
    await assert.rejects(pool.invoke('echo', `"${'x'.repeat(6_300_000)}"`), { name: 'PayloadTooLarge' });
  });

  test('that stops rejects who waits and answers who runs', async () => {
    const pool = poolOf({ slow: { source: waits, properties: { ReservedConcurrentExecutions: 1 } } });
    const runs = call(pool, 'slow', { until: '/nowhere' });
    const waiting = assert.rejects(call(pool, 'slow'), /stopping/);
    await until(() => pool.instances().some((each) => each.state() === 'busy'));
    await pool.stop();
    await waiting;
    assert.equal((await runs).result.errorType, 'Runtime.ExitError');
    await assert.rejects(call(pool, 'slow'), /stopping/);
  });
});
