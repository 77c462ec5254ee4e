import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { BadConfiguration } from '../errors.ts';
import {
  type FedStreams,
  fromStream,
  startFedStreams,
  streamArn,
  tableIn,
} from './helpers/fed-streams.ts';
import { until } from './helpers/until.ts';

/** Keeps how many records it saw in its state; at the first end of a window, and at `bad`, it forgets to return a state. */
const counting = `let [ends, bad] = [0, 0];
exports.handler = async (event) => {
  console.log('EVENT ' + JSON.stringify(event));
  if (event.isFinalInvokeForWindow) return (ends += 1) === 1 ? null : { state: event.state };
  if (event.Records.some(({ dynamodb }) => dynamodb.Keys.pk.S === 'bad') && (bad += 1) === 1) return {};
  return { state: { seen: (event.state.seen ?? 0) + event.Records.length } };
};`;

type Windowed = {
  readonly window: { readonly start: string; readonly end: string };
  readonly state: { readonly seen?: number };
  readonly isFinalInvokeForWindow: boolean;
};

let machine: FedStreams;
const events = () =>
  machine.events('counting') as unknown as (Windowed & { readonly Records: readonly unknown[] })[];
before(async () => {
  machine = await startFedStreams({
    functions: { counting: { source: counting, properties: { Timeout: 30 } } },
    resources: {
      Notes: tableIn('notes'),
      ...fromStream('counting', streamArn('notes'), {
        TumblingWindowInSeconds: 2,
        MaximumBatchingWindowInSeconds: 1,
        MaximumRetryAttempts: 3,
      }),
    },
  });
});
after(() => machine.stop());

describe('a mapping with a tumbling window', () => {
  test('gathers records, passes the state on, and says when a window is over', async () => {
    await machine.put('notes', 'a', {});
    // Written while the mapping gathers, or after it on a slow machine.
    await machine.putTogether('notes', { b: {}, c: {} });
    await until(() => machine.keys('counting').length >= 3);
    const batches = machine.batches('counting').filter(({ length }) => length > 0);
    assert.deepEqual(batches.flat(), ['a', 'b', 'c']);
    assert.ok(batches.length <= 2, 'what was written together is one batch');
    await until(() => events().filter((one) => one.isFinalInvokeForWindow).length >= 2);
    const { Records, window, ...rest } = machine.events('counting')[0] as Record<string, unknown>;
    const { start, end } = window as Windowed['window'];
    assert.match(start, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.equal(Date.parse(end) - Date.parse(start), 2_000);
    assert.equal(Date.parse(start) % 2_000, 0);
    const { shardId, ...others } = rest as { readonly shardId: string };
    assert.match(shardId, /^shardId-/);
    assert.deepEqual(others, {
      state: {},
      eventSourceARN: (Records as { readonly eventSourceARN: string }[])[0]?.eventSourceARN,
      isFinalInvokeForWindow: false,
      isWindowTerminatedEarly: false,
    });
    const finals = events().filter((one) => one.isFinalInvokeForWindow);
    assert.ok(finals.every(({ Records: none }) => none.length === 0));
    assert.deepEqual(
      finals[0]?.window,
      finals[1]?.window,
      'an answer without a state is a failure, and it comes again',
    );
    // A window may have ended between the records: each then says how many it had.
    await until(() => {
      const ended = events().filter((one) => one.isFinalInvokeForWindow);
      const seen = new Map(ended.map((one) => [one.window.start, one.state.seen ?? 0]));
      return [...seen.values()].reduce((sum, one) => sum + one, 0) === 3;
    }, 'three records are seen in all windows');
  });

  test('brings a batch again whose answer has no state', async () => {
    await machine.put('notes', 'bad', {});
    await until(() => machine.keys('counting').filter((key) => key === 'bad').length === 2);
  });
});

test('a tumbling window takes one batch of a shard at a time', async () => {
  const wrong = { TumblingWindowInSeconds: 2, ParallelizationFactor: 2 };
  const resources = {
    Notes: tableIn('notes'),
    ...fromStream('counting', streamArn('notes'), wrong),
  };
  await assert.rejects(
    startFedStreams({ functions: { counting: { source: counting, properties: {} } }, resources }),
    (error: unknown) =>
      error instanceof BadConfiguration && /more than one batch/.test(error.message),
  );
});
