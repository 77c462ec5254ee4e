import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from '../functions/instance.ts';
import type { LambdaFunction } from '../functions/lambda-function.ts';
import {
  instance_bytes,
  laptopLimits,
  limitsWithin,
  nextAction,
  unneeded,
  wait_ms,
} from '../functions/scheduling.ts';
import { call, echo, fewInstances, poolOf, waits } from './helpers/small-pool.ts';
import { until } from './helpers/until.ts';

describe('the pool', () => {
  const here = import.meta.filename;

  test('keeps no more workers alive than their share, and the excess waits', async () => {
    const pool = poolOf({ work: { source: waits, properties: { Timeout: 900 } } });
    const all = Array.from({ length: 2 * fewInstances.workers }, () =>
      call(pool, 'work', { until: '/nowhere' }),
    );
    const ended: unknown[] = [];
    for (const each of all) void each.then((outcome) => ended.push(outcome));
    const busy = () => pool.instances().filter((each) => each.state() === 'busy');
    await until(() => busy().length === fewInstances.workers);
    assert.equal(pool.instances().length, fewInstances.workers);
    assert.equal(ended.length, 0);
    for (const each of busy()) await pool.kill(each.id);
    await until(
      () => ended.length === fewInstances.workers && busy().length === fewInstances.workers,
    );
    assert.equal(pool.instances().length, fewInstances.workers);
  });

  test('keeps no more instances alive than fit, evicts idle ones of others, and serves everybody', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `f${index}`);
    const functions = Object.fromEntries(names.map((name) => [name, { source: waits }]));
    const methods = Object.fromEntries(
      names.map((name) => [`GET /${name}`, { function: name, open: true as const }]),
    );
    const pool = poolOf(functions, { methods });
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, pool.instances().length);
    }, 1);
    const all = names.flatMap((name) =>
      Array.from({ length: 8 }, () => call(pool, name, { until: here })),
    );
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
    await until(
      () =>
        pool.instances().filter(({ state }) => state() !== 'starting').length === fewInstances.all,
    );
    assert.equal((await call(pool, 'b')).functionError, undefined);
    over = true;
    await Promise.all(load);
  });

  test('starts no more instances of a function than it has reserved', async () => {
    const pool = poolOf({
      one: { source: waits, properties: { ReservedConcurrentExecutions: 1 } },
    });
    const pids = await Promise.all([1, 2, 3].map(() => call(pool, 'one', { until: here })));
    assert.equal(new Set(pids.map(({ result }) => result)).size, 1);
  });

  test('that spares instances starts one more only once callers have waited, and later where no processor is free', async (t) => {
    // Only the test lets calls wait for long, however slow the machine is.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    let areBusy = true;
    const folder = mkdtempSync(join(tmpdir(), 'sparing-'));
    const [go, end] = [join(folder, 'go'), join(folder, 'end')];
    const pool = poolOf(
      { work: { source: waits, properties: { Timeout: 900 } } },
      { limits: laptopLimits, areProcessorsBusy: () => areBusy },
    );
    const first = call(pool, 'work', { until: go });
    await until(() => pool.instances().some(({ state }) => state() === 'busy'));
    const second = call(pool, 'work', { until: go });
    writeFileSync(go, '');
    assert.equal((await second).result, (await first).result);
    assert.equal(pool.instances().length, 1, 'nobody waited for a second');
    areBusy = false;
    const both = [1, 2].map(() => call(pool, 'work', { until: end }));
    t.mock.timers.tick(wait_ms.idle);
    await until(() => pool.instances().filter(({ state }) => state() === 'busy').length === 2);
    writeFileSync(end, '');
    const [one, other] = await Promise.all(both);
    assert.notEqual(one?.result, other?.result);
    rmSync(folder, { recursive: true });
  });

  const of = { name: 'work', worker: false, concurrency: 9 } as LambdaFunction;
  const busy = (since: number) =>
    ({ of, state: () => 'busy', busySince: () => since }) as unknown as Instance;
  const actionOf = (instances: readonly Instance[], waited_ms: number, areBusy: boolean) => {
    const waiting = [
      { of, payload: '', since: 10_000 - waited_ms, resolve: () => {}, reject: () => {} },
    ];
    const situation = {
      waiting,
      instances,
      now: 10_000,
      limits: laptopLimits,
      areProcessorsBusy: () => areBusy,
    };
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

  test('ends the least recently used beyond its budget, and none that is at work', async () => {
    const limits = { ...fewInstances, kept: 2 };
    const names = ['a', 'b', 'c', 'd', 'e'];
    const folder = mkdtempSync(join(tmpdir(), 'budget-'));
    const patient = { source: waits, properties: { Timeout: 900 } };
    const pool = poolOf(Object.fromEntries(names.map((name) => [name, patient])), { limits });
    const end = join(folder, 'end');
    const running = ['a', 'b', 'c'].map((name) => call(pool, name, { until: end }));
    for (const name of ['d', 'e']) await call(pool, name, { until: here });
    const alive = () => pool.instances().map(({ of }) => of.name);
    await until(() => alive().length === 3);
    assert.deepEqual(alive(), ['a', 'b', 'c']);
    writeFileSync(end, '');
    for (const outcome of await Promise.all(running))
      assert.equal(outcome.functionError, undefined);
    // The last use of an instance is known to the millisecond.
    const ended_ms = Date.now();
    await until(() => Date.now() > ended_ms);
    for (const name of ['c', 'a']) await call(pool, name, { until: here });
    await until(() => alive().length === 2);
    assert.deepEqual(alive().sort(), ['a', 'c']);
    rmSync(folder, { recursive: true });
  });

  test('loses no call to an instance that ends for being idle, and makes none twice', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `f${index}`);
    const source =
      'let served = 0; exports.handler = async ({ nth }) => ({ nth, served: ++served });';
    const limits = { ...fewInstances, kept: 0 };
    const pool = poolOf(Object.fromEntries(names.map((name) => [name, { source }])), {
      limits,
      idle_ms_max: 0,
    });
    const served: number[] = [];
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      for (let round = 0; round < 10; round += 1) {
        const nth = 1_000 * caller + round;
        const name = names[(7 * nth) % names.length] ?? '';
        const { functionError, result } = await call(pool, name, { nth });
        assert.deepEqual([functionError, result.nth], [undefined, nth]);
        served.push(result.served);
        await pause((13 * nth) % 40);
      }
    });
    await Promise.all(callers);
    const starts = served.filter((count) => count === 1).length;
    assert.equal(served.length, 80);
    assert.ok(starts > names.length, `${starts} instances started`);
  });

  describe('of those that are alive', () => {
    const aged = (name: string, state: string, idle_ms: number) =>
      ({
        of: { name },
        state: () => state,
        idleSince: () => 100_000 - idle_ms,
      }) as unknown as Instance;
    const all = [
      aged('a', 'idle', 5_000),
      aged('b', 'busy', 9_000),
      aged('c', 'idle', 7_000),
      aged('d', 'idle', 900),
    ];
    const ending = aged('e', 'ending', 9_000);
    const starting = aged('f', 'starting', 100_000);
    const cases: [
      says: string,
      instances: readonly Instance[],
      kept: number | undefined,
      ended: readonly string[],
    ][] = [
      ['without a budget none ends', all, undefined, []],
      ['as many as the budget has none ends', all, 4, []],
      ['one more ends the least recently used', all, 3, ['c']],
      ['two more end both', all, 2, ['c', 'a']],
      ['more end none that is busy, or was a moment ago', all, 0, ['c', 'a']],
      ['one that ends already counts no more', [...all, ending], 4, []],
      ['one that starts counts', [...all, starting], 4, ['c']],
      [
        'the ones at work count',
        [...all, aged('g', 'busy', 0), aged('h', 'busy', 0)],
        4,
        ['c', 'a'],
      ],
    ];
    for (const [says, instances, kept, ended] of cases)
      test(says, () => {
        const limits = { ...fewInstances, ...(kept !== undefined && { kept }) };
        const found = unneeded({ instances, limits, now: 100_000 }, 120_000);
        assert.deepEqual(
          found.map(({ of }) => of.name),
          ended,
        );
      });

    test('those that nobody has called for long end within the budget too', () => {
      const found = unneeded(
        { instances: all, limits: { ...fewInstances, kept: 9 }, now: 100_000 },
        4_000,
      );
      assert.deepEqual(
        found.map(({ of }) => of.name),
        ['c', 'a'],
      );
    });
  });

  test('rejects an unknown name and a payload over 6 MB', async () => {
    const pool = poolOf({ echo });
    await assert.rejects(pool.invoke('nobody', '{}'), /no function nobody/);
    await assert.rejects(pool.invoke('echo', `"${'x'.repeat(6_300_000)}"`), {
      name: 'PayloadTooLarge',
    });
  });

  test('keeps as many instances as the memory of its budget has room for, and never fewer at once than a laptop', () => {
    const mb = (count: number) => (count * instance_bytes) / 1e6;
    assert.deepEqual(
      [mb(1), mb(2) - 1, mb(9), mb(500)].map((memory_mb) => limitsWithin(memory_mb).kept),
      [1, 1, 9, 500],
    );
    assert.equal(limitsWithin(mb(1)).all, laptopLimits.all);
    assert.equal(limitsWithin(mb(500)).all, 500);
  });

  test('that stops rejects who waits and answers who runs', async () => {
    const pool = poolOf({
      slow: { source: waits, properties: { ReservedConcurrentExecutions: 1, Timeout: 900 } },
    });
    const runs = call(pool, 'slow', { until: '/nowhere' });
    const waiting = assert.rejects(call(pool, 'slow'), /stopping/);
    await until(() => pool.instances().some((each) => each.state() === 'busy'));
    await pool.stop();
    await waiting;
    assert.equal((await runs).result.errorType, 'Runtime.ExitError');
    await assert.rejects(call(pool, 'slow'), /stopping/);
  });
});
