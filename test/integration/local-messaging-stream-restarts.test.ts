import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Resource } from '../../local/aws-service.ts';
import { dataResources } from '../helpers/data-resources.ts';
import { type Handler, type MessagingPlane, startMessagingPlane } from '../helpers/messaging-plane.ts';
import { seenBatches } from '../helpers/seen-batches.ts';
import { fed, givenUp, write } from '../helpers/stream-feeding.ts';
import { until } from '../helpers/until.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'streams-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const seen = seenBatches((record: DynamoDBRecord) => record.dynamodb?.Keys?.pk?.S ?? '');

/** Runs once over the folder, which outlives it. */
const run = async (resources: Resource[], handlers: Record<string, Handler>, work: Work) => {
  const running = await startMessagingPlane({ resources, handlers, folder });
  await work(running).finally(() => running.stop());
};
/** The stream knows whole seconds. */
const nextSecond = async (): Promise<void> => {
  const second = Math.floor(Date.now() / 1000);
  await until(() => Date.now() / 1000 > second + 1);
};

type Work = (running: MessagingPlane) => Promise<unknown>;

test('a restart goes on where the stream was, and hands out again what was at work', async () => {
  const all = [...dataResources(), givenUp, ...fed('restarted')];
  await run(all, seen.collect('restarted'), async (running) => {
    await write(running, 'restarted', 'a', 'b');
    await until(() => seen.named('restarted').flat().length === 2);
  });
  const forever = seen.collect('restarted', () => new Promise(() => {}));
  await run(all, forever, async (running) => {
    await write(running, 'restarted', 'c');
    await until(() => seen.named('restarted').flat().includes('c'));
  });
  seen.forget('restarted');
  await run(all, seen.collect('restarted'), () => until(() => seen.named('restarted').flat().length > 0));
  assert.deepEqual(seen.named('restarted'), [['c']]);
});

test('LATEST begins at the first start, and stays there at the second', async () => {
  const without = [...dataResources(), givenUp];
  const all = [...without, ...fed('latest', { StartingPosition: 'LATEST' })];
  await run(without, {}, (running) => write(running, 'latest', 'before'));
  await nextSecond();
  const refusing = seen.collect('latest', () => assert.fail('not yet'));
  await run(all, refusing, async (running) => {
    await write(running, 'latest', 'after');
    await until(() => seen.named('latest').length > 0);
  });
  await nextSecond();
  await run(all, seen.collect('latest'), () => until(() => seen.named('latest').length > 1));
  assert.deepEqual(new Set(seen.named('latest').flat()), new Set(['after']));
});
