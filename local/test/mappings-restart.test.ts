import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fedFunction } from './helpers/fed.ts';
import { type FedStreams, fromStream, startFedStreams, streamArn, tableIn } from './helpers/fed-streams.ts';
import { until } from './helpers/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'fed-'));
after(() => rmSync(folder, { recursive: true }));

/** A machine over the same folder as the one before; `late` is fed from where the stream ended at its first start. */
const start = (withLate: boolean): Promise<FedStreams> =>
  startFedStreams(
    {
      functions: { early: fedFunction, ...(withLate && { late: fedFunction }) },
      resources: {
        Notes: tableIn('notes'),
        ...fromStream('early', streamArn('notes'), {}),
        ...(withLate && fromStream('late', streamArn('notes'), { StartingPosition: 'LATEST' })),
      },
    },
    { folder },
  );

/** Every function has answered, so what it was given is confirmed. */
const settled = ({ local }: FedStreams) =>
  until(() => local.pool.instances().every(({ state }) => state() === 'idle'), 'every instance is idle');

test('a restart goes on where every mapping was, with what nobody had read', async () => {
  const first = await start(false);
  await first.put('notes', 'one', {});
  await until(() => first.keys('early').includes('one'));
  await settled(first);
  first.local.mappings.pause('early');
  await first.put('notes', 'two', {});
  await first.stop();

  const second = await start(true);
  second.local.mappings.pause('late');
  await until(() => second.keys('early').includes('two'));
  assert.deepEqual(second.keys('early'), ['two']);
  await second.put('notes', 'three', {});
  await until(() => second.keys('early').includes('three'));
  await settled(second);
  await second.stop();
  assert.deepEqual(second.keys('late'), []);

  const third = await start(true);
  await third.put('notes', 'four', {});
  await until(() => third.keys('late').includes('four') && third.keys('early').includes('four'));
  assert.deepEqual(third.keys('late'), ['three', 'four']);
  assert.deepEqual(third.keys('early'), ['four']);
  await third.stop();
});

test('a batch that was cut off by the end of the machine comes again after it', async () => {
  const first = await start(true);
  await first.put('notes', 'cut', { order: { S: JSON.stringify({ until: join(folder, 'never') }) } });
  await until(() => first.keys('early').includes('cut'));
  await first.stop();
  const second = await start(true);
  await until(() => second.keys('early').includes('cut'));
  await second.stop();
});
