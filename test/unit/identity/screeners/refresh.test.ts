import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { logger } from '../../../../functions/core/logging.ts';
import {
  addressesWith,
  type ListAddresses,
  officialAddresses,
} from '../../../../functions/identity/screeners/lists/addresses.ts';
import { downloader } from '../../../../functions/identity/screeners/lists/download.ts';
import { isCurrent, refreshLists } from '../../../../functions/identity/screeners/lists/refresh.ts';
import { listStore, type Pointer } from '../../../../functions/identity/screeners/lists/store.ts';
import { until } from '../../../../local/test/helpers/until.ts';
import { memoryObjects, startPublisher } from '../../../helpers/list-publisher.ts';
import { after, beforeEach, describe, test } from '../../../helpers/tests.ts';

logger.setLogLevel('SILENT');
const publisher = await startPublisher();
after(() => publisher.stop());
beforeEach(() => {
  for (const file of Object.keys(publisher.answers))
    delete publisher.answers[file as keyof ListAddresses];
  publisher.asked.length = 0;
});

const download = downloader('loopback_too');
const { addresses } = publisher;
const day = (n: number) => new Date(Date.UTC(2026, 10, n, 6));
const all = ['eu', 'ofac', 'uk', 'un'];
const unreadable = Buffer.from('<html>Maintenance, until later</html>');

/** A bucket, the job over it, and what its pointer says. */
const aBucket = (fails?: (key: string) => boolean) => {
  const { objects, keys } = memoryObjects(fails);
  const store = listStore(objects);
  const run = (now: Date, given: ListAddresses = addresses) =>
    refreshLists({ store, download, addresses: given, now });
  const entries = async (list: string) => {
    const read = await store.current();
    const found = read ? await store.entries(read.pointer.version) : [];
    return found.filter((entry) => entry.list === list).length;
  };
  return { store, run, keys, entries, pointer: async () => (await store.current())?.pointer };
};

const fetchedAt = (pointer: Pointer | null) =>
  Object.fromEntries(
    Object.entries(pointer?.lists ?? {}).map(([list, { fetched_at }]) => [list, fetched_at]),
  );

describe('the lists of an environment', () => {
  test('are fetched, packed as one version, and pointed at', async () => {
    const { run, keys, entries } = aBucket();
    const pointer = await run(day(1));
    assert.deepEqual(Object.keys(pointer?.lists ?? {}).sort(), all);
    assert.deepEqual(pointer?.missing, []);
    assert.deepEqual(pointer?.lists.ofac, {
      fetched_at: day(1).toISOString(),
      entries: 3,
      names: 6,
    });
    assert.deepEqual(keys(), [`index/${pointer?.version}`, 'current']);
    assert.equal(await entries('uk'), pointer?.lists.uk?.entries);
  });

  test('are fetched once a day, and make a version only where they changed', async () => {
    const { run, keys } = aBucket();
    const first = await run(day(1));
    publisher.asked.length = 0;
    assert.deepEqual(await run(new Date(day(1).getTime() + 15 * 60_000)), first);
    assert.deepEqual(publisher.asked, []);
    const second = await run(day(2));
    assert.deepEqual([second?.version, keys().length], [first?.version, 2]);
    assert.equal(second?.lists.eu?.fetched_at, day(2).toISOString());
  });

  for (const [what, answer] of [
    ['does not come', (_: unknown, response: { destroy(): void }) => response.destroy()],
    ['is a page of a website', unreadable],
    ['is empty', Buffer.alloc(0)],
  ] as const)
    for (const [list, file] of [
      ['ofac', 'ofac_alt'],
      ['eu', 'eu'],
      ['un', 'un'],
      ['uk', 'uk'],
    ] as const)
      test(`one that ${what} keeps its earlier entries, and stops no other (${list})`, async () => {
        const { run, entries } = aBucket();
        const first = await run(day(1));
        publisher.answers[file] = answer;
        const others = Object.fromEntries(
          all.map((one) => [one, day(one === list ? 1 : 2).toISOString()]),
        );
        assert.deepEqual(fetchedAt(await run(day(2))), others);
        assert.equal(await entries(list), first?.lists[list]?.entries);
      });

  test('one that has never come is missing, and is tried again with the next run', async () => {
    const { run } = aBucket();
    publisher.answers.un = unreadable;
    const first = await run(day(1));
    assert.deepEqual([first?.missing, isCurrent(first, day(1))], [['un'], false]);
    delete publisher.answers.un;
    publisher.asked.length = 0;
    const second = await run(new Date(day(1).getTime() + 15 * 60_000));
    assert.deepEqual(
      [publisher.asked, second?.missing, isCurrent(second, day(1))],
      [['un'], [], true],
    );
  });

  test('nothing is stored where no list came', async () => {
    const { run, keys } = aBucket();
    for (const file of Object.keys(addresses))
      publisher.answers[file as keyof ListAddresses] = unreadable;
    assert.deepEqual([await run(day(1)), keys()], [null, []]);
  });

  test('one that has shrunk by more than half is refused', async () => {
    const { run, entries } = aBucket();
    await run(day(1));
    publisher.answers.ofac_sdn = Buffer.from('103,"SEA LANTERN","vessel","EXAMPLE"\n');
    const second = await run(day(2));
    assert.equal(second?.lists.ofac?.fetched_at, day(1).toISOString());
    assert.equal(await entries('ofac'), 3);
  });

  test('one that an environment leaves out is dropped at once', async () => {
    const { run, entries } = aBucket();
    await run(day(1));
    const { eu: _, ...others } = addresses;
    const pointer = await run(day(1), others);
    assert.deepEqual(
      [Object.keys(pointer?.lists ?? {}).sort(), await entries('eu')],
      [['ofac', 'uk', 'un'], 0],
    );
    assert.deepEqual(addressesWith({ ofac_alt: null }), {
      eu: officialAddresses.eu,
      un: officialAddresses.un,
      uk: officialAddresses.uk,
    });
  });

  for (const dies of ['index/', 'current'])
    test(`a run that dies before it stores ${dies} leaves the earlier version searchable`, async () => {
      let dead = false;
      const { run, store, pointer, entries } = aBucket((key) => dead && key.startsWith(dies));
      const first = await run(day(1));
      publisher.answers.ofac_alt = Buffer.from(
        '102,1,"aka","KORWATH, Another",-0- \n102,2,"aka","X",-0- \n',
      );
      dead = true;
      await assert.rejects(run(day(2)), /dies/);
      assert.deepEqual(await pointer(), first);
      assert.equal(await entries('ofac'), 3);
      dead = false;
      const second = await run(day(2));
      assert.notEqual(second?.version, first?.version);
      assert.ok(
        JSON.stringify(await store.entries(second?.version ?? '')).includes('Another KORWATH'),
      );
    });

  test('a run that another has overtaken leaves its pointer alone', async () => {
    const { run, pointer, entries } = aBucket();
    const held = Promise.withResolvers<void>();
    publisher.answers.eu = (_, response) => void held.promise.then(() => response.end(unreadable));
    const slow = run(day(1));
    await until(async () => publisher.asked.includes('eu'), 'the slow run has started');
    delete publisher.answers.eu;
    const fast = await run(day(2));
    held.resolve();
    assert.deepEqual([await slow, await pointer()], [fast, fast]);
    assert.equal(await entries('eu'), fast?.lists.eu?.entries);
  });

  test('are outdated when one was not fetched for two days', async () => {
    const { run } = aBucket();
    const pointer = await run(day(1));
    assert.equal(isCurrent(pointer, new Date(day(3).getTime() - 1)), true);
    assert.equal(isCurrent(pointer, day(3)), false);
    assert.equal(isCurrent(null, day(1)), false);
  });
});

describe('a download', () => {
  test('follows redirections, and each must be an address that may be called', async () => {
    const to =
      (location: string): RequestListener =>
      (_, response) =>
        response.writeHead(302, { location }).end();
    publisher.answers.eu = to('/un');
    assert.deepEqual(await download(addresses.eu ?? ''), await download(addresses.un ?? ''));
    publisher.answers.eu = to('http://10.0.0.1/un');
    await assert.rejects(download(addresses.eu ?? ''), /10\.0\.0\.1/);
    publisher.answers.eu = to('/eu');
    await assert.rejects(download(addresses.eu ?? ''), /more than 5 times/);
  });

  test('is over https only in a deployment, and never from a private address', async () => {
    const deployed = downloader('public');
    await assert.rejects(deployed(addresses.eu ?? ''), /https only/);
    await assert.rejects(deployed('https://127.0.0.1/eu'), /not allowed|may not be called/);
    await assert.rejects(
      deployed('https://169.254.169.254/latest'),
      /not allowed|may not be called/,
    );
  });
});
