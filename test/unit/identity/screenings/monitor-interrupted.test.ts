import assert from 'node:assert/strict';
import { until } from '../../../../local/test/helpers/until.ts';
import { customers, Killed, monitoring, once } from '../../../helpers/monitoring.ts';
import { describe, test } from '../../../helpers/tests.ts';

describe('nobody is missed or searched twice', () => {
  test('by two workers at once', async () => {
    const { run, lists, versions } = monitoring(customers(120));
    await Promise.all([run(), run()]);
    once(lists.searched);
    assert.ok(versions().every(({ list_version }) => list_version === 'v2'));
  });

  test('by one that comes while another has the lease', async () => {
    const { run, lists } = monitoring(customers(40));
    const { promise: going, resolve: goOn } = Promise.withResolvers<void>();
    lists.waits = going;
    const running = run();
    await until(() => lists.searched.length > 0, 'the first searches');
    await run();
    goOn();
    await running;
    once(lists.searched);
  });

  test('where a worker dies before or after any of its calls, but for what it was doing', async () => {
    const all = customers(3);
    const unharmed = monitoring(all);
    await unharmed.run();
    for (const when of ['before', 'after'] as const)
      for (let at = 1; at <= unharmed.calls(); at++) {
        const { run, lists, later, versions, dying, close } = monitoring(all);
        Object.assign(dying, { at, when });
        await run().catch((error: unknown) =>
          assert.ok(error instanceof Killed, `${when} ${at}: ${error}`),
        );
        await later();
        await run();
        const reached = versions().map(({ list_version, version }) => [list_version, version]);
        assert.deepEqual(
          reached,
          all.map(() => ['v2', 2]),
          `${when} call ${at}`,
        );
        const counts = Object.values(Object.groupBy(lists.searched, (id) => id)).map(
          (same) => same?.length ?? 0,
        );
        assert.ok(Math.max(...counts) <= 2, `${when} call ${at}: ${counts}`);
        close();
      }
  });

  test('where the version changes in the middle of a run', async () => {
    const { run, lists, versions } = monitoring(customers(130));
    const running = run();
    lists.version = 'v3';
    await running;
    await run();
    assert.ok(versions().every(({ list_version }) => list_version === 'v3'));
  });

  test('where a process still knows the version before', async () => {
    const { run, lists, versions } = monitoring(customers(3));
    await run();
    lists.version = 'v3';
    await run();
    lists.version = 'v2';
    await run();
    assert.ok(versions().every(({ list_version }) => list_version === 'v3'));
  });

  test('where the index does not show what was done', async () => {
    const { run, lists, lagging } = monitoring(customers(30));
    lagging();
    await run();
    await run();
    once(lists.searched);
  });
});

test('while its source is down a run ends, and the next one goes on behind those who could not be searched for', async () => {
  const all = customers(40);
  const { run, lists, later, versions } = monitoring(all);
  for (const { id } of all) lists.fails.add(id);
  await assert.rejects(run(), { message: 'no answer' });
  const first = [...lists.searched];
  assert.ok(first.length < all.length);
  await later();
  for (const { id } of all) if (!first.includes(id)) lists.fails.delete(id);
  await run();
  const reached = versions().filter(({ list_version }) => list_version === 'v2').length;
  assert.equal(reached, all.length - first.length);
  lists.fails.clear();
  await run();
  assert.ok(versions().every(({ list_version }) => list_version === 'v2'));
});
