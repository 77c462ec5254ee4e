import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { InstancePool } from '../functions/pool.ts';
import { call, echo, poolOf, self, waits } from './helpers/small-pool.ts';
import { until } from './helpers/until.ts';

/** After a failure an instance says by itself that it is idle; until then the next call would start another one. */
const idle = (pool: InstancePool) =>
  until(() => pool.instances().every(({ state }) => state() === 'idle'));

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
    assert.deepEqual(result.argv, []);
    assert.equal(result.context.awsRequestId, requestId);
    assert.equal(
      result.context.invokedFunctionArn,
      'arn:aws:lambda:eu-west-1:000000000000:function:echo',
    );
    assert.ok(result.context.left <= 7000 && result.context.left > 0);
  });

  test('serves one invocation after another in the same instance', async () => {
    const pool = poolOf({ echo });
    const first = await call(pool, 'echo');
    await idle(pool);
    const second = await call(pool, 'echo');
    assert.equal(first.result.env.AWS_ACCESS_KEY_ID, second.result.env.AWS_ACCESS_KEY_ID);
    assert.notEqual(first.requestId, second.requestId);
  });

  test('that throws reports its error and goes on serving', async () => {
    const source = `exports.handler = async (event) => { if (event.bad) throw new RangeError('too far'); return ${self}; };`;
    const pool = poolOf({ moody: { source } });
    const before = await call(pool, 'moody');
    await idle(pool);
    const failed = await call(pool, 'moody', { bad: true });
    await idle(pool);
    assert.equal(failed.functionError, 'Unhandled');
    assert.equal(failed.result.errorType, 'RangeError');
    assert.equal(failed.result.errorMessage, 'too far');
    assert.equal((await call(pool, 'moody')).result, before.result);
  });

  test('that exits is Runtime.ExitError, and the next invocation gets a new instance', async () => {
    const source = `exports.handler = async (event) => { if (event.bad) process.exit(3); return ${self}; };`;
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
    assert.match((await running).result.errorMessage, /signal: killed$/);
  });

  test('that never ends is killed at its timeout, even when it blocks', async () => {
    // No event comes in between, as in a loop that computes, but it leaves the processor to others.
    const blocks =
      'for (const cell = new Int32Array(new SharedArrayBuffer(4)); ; ) Atomics.wait(cell, 0, 0, 5);';
    const pool = poolOf({
      stuck: {
        source: `exports.handler = async () => { console.log('one'); console.log('two'); ${blocks} };`,
        properties: { Timeout: 1 },
      },
    });
    const stuck = await call(pool, 'stuck');
    assert.equal(stuck.result.errorType, 'Sandbox.Timedout');
    assert.match(stuck.result.errorMessage, /Task timed out after 1\.00 seconds$/);
    await until(() => pool.instances().length === 0);
    const lines = pool.logs.lines().map(({ line }) => line);
    assert.deepEqual(lines, ['one', 'two'], 'what it printed before is kept');
  });

  test('that takes more memory than it has ends alone', async (t) => {
    // Fractions are in the arrays themselves: the garbage collector has nothing to follow while two gigabytes fill.
    const source =
      'exports.handler = async () => { const all = []; for (;;) all.push(new Array(1e5).fill(0.5)); };';
    const slow = { source: waits, properties: { Timeout: 60 } };
    const pool = poolOf({ greedy: { source, properties: { MemorySize: 128, Timeout: 60 } }, slow });
    const folder = mkdtempSync(join(tmpdir(), 'greedy-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const ended = join(folder, 'ended');
    const running = call(pool, 'slow', { until: ended });
    await until(() => pool.instances().some(({ state }) => state() === 'busy'));
    assert.equal((await call(pool, 'greedy')).result.errorType, 'Runtime.ExitError');
    writeFileSync(ended, '');
    const { functionError, result } = await running;
    assert.equal(functionError, undefined, 'who is served meanwhile is served to the end');
    await idle(pool);
    assert.equal(
      (await call(pool, 'slow', { until: ended })).result,
      result,
      'and goes on serving',
    );
  });

  test('that rejects outside its handler ends with that error', async () => {
    const source = `exports.handler = () => new Promise(() => { setImmediate(() => Promise.reject(new Error('lost'))); });`;
    const { result } = await call(poolOf({ loose: { source } }), 'loose');
    assert.equal(result.errorType, 'Runtime.UnhandledPromiseRejection');
  });

  test('that answers more than 6 MB fails as Lambda fails it', async () => {
    const source = `exports.handler = async () => 'x'.repeat(7 * 1024 * 1024);`;
    const { result } = await call(
      poolOf({ wordy: { source, properties: { MemorySize: 512 } } }),
      'wordy',
    );
    assert.equal(result.errorType, 'Function.ResponseSizeTooLarge');
  });

  test('that is an ES module is loaded from a path that no URL has as it is', async () => {
    const source = 'export const handler = async () => import.meta.url;';
    const { result } = await call(poolOf({ modern: { source, file: 'index.mjs' } }), 'modern');
    assert.match(result, /^file:.*\/assembly%20%C3%A4%20%23%2541-.*\/index\.mjs$/);
  });

  test('prints lines that are kept with its name and request id', async () => {
    const source = `exports.handler = async () => { console.log('one\\ntwo'); console.error('three'); };`;
    const pool = poolOf({ loud: { source } });
    const received: string[] = [];
    pool.logs.subscribe(({ line }) => received.push(line));
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
    assert.ok(
      pool.logs
        .lines()
        .every((each) => each.functionName === 'loud' && each.requestId === requestId),
    );
    assert.equal(received.length, 3);
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
  test('of a function with variables that only a process obeys is rejected', () => {
    const properties = { Environment: { Variables: { NODE_OPTIONS: '--no-warnings' } } };
    assert.throws(() => poolOf({ odd: { source: '', properties } }), {
      name: 'BadConfiguration',
      message: 'The function odd sets NODE_OPTIONS, which local/ cannot obey in a thread.',
    });
  });
  test('without the file is Runtime.ImportModuleError', async () => {
    assert.equal(
      (await startOf('', { Handler: 'gone.handler' })).errorType,
      'Runtime.ImportModuleError',
    );
  });
  test('of a handler with a callback is rejected, as nodejs24.x rejects it', async () => {
    const { errorType } = await startOf(
      'exports.handler = (event, context, callback) => callback();',
    );
    assert.equal(errorType, 'Runtime.CallbackHandlerDeprecated');
  });
});
