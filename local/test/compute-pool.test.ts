import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Instance } from '../functions/instance.ts';
import type { LambdaFunction } from '../functions/lambda-function.ts';
import { laptopLimits, nextAction, wait_ms } from '../functions/scheduling.ts';
import { call, echo, fewInstances, poolOf, waits } from './helpers/small-pool.ts';
import { until } from './helpers/until.ts';

describe('the pool', () => {
  const here = import.meta.filename;

  test('keeps no more workers alive than their share, and the excess waits', async () => {
    const pool = poolOf({ work: { source: waits, properties: { Timeout: 900 } } });
    const all = Array.from({ length: 2 * fewInstances.workers }, () => call(pool, 'work', { until: '/nowhere' }));
    const ended: unknown[] = [];
    for (const each of all) void each.then((outcome) => ended.push(outcome));
    const busy = () => pool.instances().filter((each) => each.state() === 'busy');
    await until(() => busy().length === fewInstances.workers);
    assert.equal(pool.instances().length, fewInstances.workers);
    assert.equal(ended.length, 0);
    for (const each of busy()) await pool.kill(each.id);
    await until(() => ended.length === fewInstances.workers && busy().length === fewInstances.workers);
    assert.equal(pool.instances().length, fewInstances.workers);
  });

  test('keeps no more instances alive than fit, evicts idle ones of others, and serves everybody', async () => {
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
    assert.ok(most <= fewInstances.all, `${most} alive`);
  });

  test('has the instance that answered serve the next call, however soon it comes', async () => {
    const pool = poolOf({ answers: { source: 'exports.handler = async () => 1;' } });
    for (let calls = 0; calls < 20; calls++) {
      await call(pool, 'answers');
      assert.deepEqual(
        pool.instances().map(({ state }) => state()),
        ['idle'],
      );
    }
  });

  test('makes room for a function that has waited long while others keep every place busy', async () => {
    const methods = {
      'GET /a': { function: 'a', open: true as const },
      'GET /b': { function: 'b', open: true as const },
    };
    const short = `exports.handler = () => new Promise((go) => setTimeout(go, 50));`;
    const pool = poolOf({ a: { source: short }, b: { source: short } }, { methods });
    let over = false;
    const load = Array.from({ length: fewInstances.all + 4 }, async () => {
      while (!over) await call(pool, 'a');
    });
    await until(() => pool.instances().filter(({ state }) => state() !== 'starting').length === fewInstances.all);
    assert.equal((await call(pool, 'b')).functionError, undefined);
    over = true;
    await Promise.all(load);
  });

  test('starts no more instances of a function than it has reserved', async () => {
    const pool = poolOf({ one: { source: waits, properties: { ReservedConcurrentExecutions: 1 } } });
    const pids = await Promise.all([1, 2, 3].map(() => call(pool, 'one', { until: here })));
    assert.equal(new Set(pids.map(({ result }) => result)).size, 1);
  });

  test('that spares instances starts one more only once callers have waited, and later where no processor is free', async () => {
    let areBusy = true;
    const folder = mkdtempSync(join(tmpdir(), 'sparing-'));
    const [go, end] = [join(folder, 'go'), join(folder, 'end')];
    const pool = poolOf({ work: { source: waits } }, { limits: laptopLimits, areProcessorsBusy: () => areBusy });
    const first = call(pool, 'work', { until: go });
    await until(() => pool.instances().some(({ state }) => state() === 'busy'));
    const second = call(pool, 'work', { until: go });
    writeFileSync(go, '');
    assert.equal((await second).result, (await first).result);
    assert.equal(pool.instances().length, 1, 'nobody waited for a second');
    areBusy = false;
    const both = [1, 2].map(() => call(pool, 'work', { until: end }));
    await until(() => pool.instances().filter(({ state }) => state() === 'busy').length === 2);
    writeFileSync(end, '');
    const [one, other] = await Promise.all(both);
    assert.notEqual(one?.result, other?.result);
    rmSync(folder, { recursive: true });
  });

  const of = { name: 'work', worker: false, concurrency: 9 } as LambdaFunction;
  const busy = (since: number) => ({ of, state: () => 'busy', busySince: () => since }) as unknown as Instance;
  const actionOf = (instances: readonly Instance[], waited_ms: number, areBusy: boolean) => {
    const waiting = [{ of, payload: '', since: 10_000 - waited_ms, resolve: () => {}, reject: () => {} }];
    const situation = { waiting, instances, now: 10_000, limits: laptopLimits, areProcessorsBusy: () => areBusy };
    return nextAction(situation).kind;
  };

  test('that spares instances starts as many as there are processors sooner than more', () => {
    const next = (count: number, waited_ms: number, areBusy = false) =>
      actionOf(
        Array.from({ length: count }, () => busy(9_999)),
        waited_ms,
        areBusy,
      );
    const processors = availableParallelism();
    const { fewer, idle } = wait_ms;
    assert.deepEqual(
      [next(1, fewer - 1), next(1, fewer), next(1, fewer, true)],
      ['wait', processors > 1 ? 'start' : 'wait', 'wait'],
    );
    assert.deepEqual([next(processors, fewer), next(processors, idle)], ['wait', 'start']);
  });

  test('that spares instances waits for none that has been at one invocation for long', () => {
    const next = (...instances: Instance[]) => actionOf(instances, 0, true);
    assert.equal(next(busy(10_000 - wait_ms.busy)), 'wait');
    assert.equal(next(busy(9_999 - wait_ms.busy)), 'start');
    assert.equal(next(busy(9_999 - wait_ms.busy), busy(9_999)), 'wait');
  });

  test('ends instances that nobody needs', async () => {
    const pool = poolOf({ echo }, { idle_ms_max: 0 });
    await call(pool, 'echo');
    await until(() => pool.instances().length === 0);
  });

  test('rejects an unknown name and a payload over 6 MB', async () => {
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
