import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { cellRow } from '../../bench/cell.ts';
import { type Cell, play } from '../../bench/cell-model.ts';
import { tables } from '../../functions/core/dynamodb/keys.ts';
import {
  capacityOf,
  capacityTable,
  firstLimit,
  shareTaken,
  tableUnits,
  warmThroughputNote,
} from '../../lib/capacity.ts';
import { environments } from '../../lib/environments.ts';
import { eventsPerSecond } from '../../lib/quotas.ts';
import { describe, test } from '../helpers/tests.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { create, event } = JSON.parse(read('bench/results.json')).costs.taken;
const taken = (of: typeof create) => ({
  write: of.write.median,
  calls: of.calls.median,
  processor_ms: of.processor_ms.median,
});
const load = { creates: 10_000, largest: 0.05, shards: 16, encrypted: 0.1, endpoint_ms: 200 };
const partsIn = (region: string, changed: Partial<typeof load> = {}) =>
  capacityOf(
    { ...environments.live, region },
    { ...load, ...changed },
    taken(create),
    taken(event),
  );
const named = (parts: ReturnType<typeof partsIn>, name: string) =>
  parts.find((one) => one.name === name) ?? assert.fail(name);

describe('what each part takes of a load', () => {
  test('adds up to the units that were counted of a create and its event', () => {
    const units = tableUnits(1, taken(create), taken(event));
    const { requests: _, ...ofBoth } = units;
    const sum = Object.values(ofBoth).reduce((all, each) => all + each, 0);
    assert.equal(sum, create.write.median + event.write.median);
    for (const [table, each] of Object.entries(units))
      assert.ok(table in tables && each > 0, table);
  });

  test('names what ends first, and grows with the creates', () => {
    const first = firstLimit(partsIn('eu-west-1')) ?? assert.fail();
    for (const part of partsIn('eu-west-1'))
      if (part.bound !== 'setting') assert.ok(shareTaken(part) <= shareTaken(first));
    for (const [at, part] of partsIn('eu-west-1', { creates: 20_000 }).entries())
      assert.ok(part.takes > (partsIn('eu-west-1')[at]?.takes ?? 0), part.name);
    const slow = firstLimit(partsIn('eu-south-1')) ?? assert.fail();
    assert.equal(slow.name, 'events that EventBridge passes on');
    assert.equal(slow.limit, eventsPerSecond('eu-south-1'));
  });

  test('spreads a business over its write shards', () => {
    const of = (shards: number) =>
      named(
        partsIn('eu-west-1', { shards, largest: 0.5 }),
        'write units of the largest business’s partition',
      );
    assert.equal(of(1).takes, 10_000);
    assert.ok(shareTaken(of(1)) > 1 && shareTaken(of(16)) < 1);
  });

  test('spreads scheduled work over as many shards as the setting says, and names the setting until it is at its most', () => {
    const of = (scheduleShards: 16 | 32 | 64) =>
      named(
        capacityOf({ ...environments.live, scheduleShards }, load, taken(create), taken(event)),
        'write units of a shard of due events',
      );
    assert.deepEqual(
      ([16, 32, 64] as const).map((count) => [of(count).takes, of(count).bound]),
      [
        [1_250, 'setting'],
        [625, 'setting'],
        [312.5, 'fixed'],
      ],
    );
  });

  test('gives the relay more executions by its setting', () => {
    const of = (relayParallelism?: number) =>
      named(
        capacityOf(
          { ...environments.live, ...(relayParallelism && { relayParallelism }) },
          load,
          taken(create),
          taken(event),
        ),
        'executions of relay-events',
      );
    assert.equal(of(10).limit, 10 * of().limit);
    assert.equal(of(10).takes, of().takes);
  });

  test('says where the price of warm tables is, and only where a new table would not do', () => {
    assert.equal(warmThroughputNote(tableUnits(100, taken(create), taken(event))), undefined);
    const note = warmThroughputNote(tableUnits(1_000, taken(create), taken(event))) ?? '';
    assert.match(
      note,
      /for outbox \(\d{4} with its indexes\), deliveries .*aws\.amazon\.com\/dynamodb\/pricing/,
    );
    assert.doesNotMatch(note, /requests|idempotency/);
  });

  test('is in docs/operate/capacity.md, for three regions', () => {
    const page = read('docs/operate/capacity.md');
    for (const region of ['eu-west-1', 'eu-central-1', 'us-east-1'])
      assert.ok(page.includes(capacityTable(partsIn(region)).join('\n')), region);
  });
});

describe('a simulated cell', () => {
  const cell: Cell = {
    seed: 7,
    seconds: 60,
    creates_per_second: 1_000,
    outage: { from: 20, to: 30 },
    businesses: 100,
    largest: 0.3,
    shards: 4,
    due_shards: 16,
    stream_shards: 9,
    parallel: 1,
    queue_executions: 70,
    executions: 150,
    bus_events: 1_875,
    ms: { create: 8, relay: 60, fan_out: 100, deliver: 310 },
  };

  test('loses nothing, catches up after an outage, and is the same for the same seed', () => {
    const one = play(cell);
    assert.equal(one.received, one.created);
    assert.deepEqual([one.rejected, one.created > 55_000], [0, true]);
    assert.ok(one.backlog > 9_000, `${one.backlog} waited`);
    assert.ok(
      one.drained_s !== undefined && one.drained_s > 5 && one.drained_s < 20,
      `${one.drained_s} s`,
    );
    assert.ok(one.executions <= cell.executions);
    assert.deepEqual(play(cell), one);
    assert.notDeepEqual(play({ ...cell, seed: 8 }), one);
  });

  test('shows what is too little', () => {
    assert.ok(play({ ...cell, outage: { from: 0, to: 0 } }).backlog < 3_000);
    assert.ok(play({ ...cell, shards: 1 }).partition_units > 2.5 * play(cell).partition_units);
    assert.equal(play({ ...cell, bus_events: 200 }).drained_s, undefined);
    assert.ok(play({ ...cell, executions: 5 }).rejected > 0);
  });

  test('of 10 000 creates a second is in docs/operate/cells-and-scaling.md', () => {
    assert.ok(read('docs/operate/cells-and-scaling.md').includes(cellRow('as asked for')));
  });
});
