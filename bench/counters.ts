/**
 * Compares the figures of the dashboard with the lists of a business, and measures the cost of counting. It writes a month of
 * a business past the API, and `count-changes` counts it from the streams. Batches come twice, in parts and late; processes
 * are killed at random calls. Every figure is compared three times: as counted from the streams, after `compare-counters`
 * counted everything as stored before, and after it repaired wrong counters.
 * Run: `npx node bench/counters.ts`; AUTHORIZATIONS (2 000) says how many, SEED which, FOLDER where the tables are, by
 * default in memory.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readCommandLine } from '../bin/command-line.ts';
import { hourName } from '../functions/core/counters/places.ts';
import { tableName } from '../functions/core/dynamodb/client.ts';
import { tenant } from '../test/helpers/api-event.ts';
import { attributesOf, itemOf } from '../test/helpers/document-commands.ts';
import { randomFrom } from '../test/helpers/random.ts';
import { feedFrom } from './counters-feed.ts';
import { assertEqual, openFigures } from './counters-figures.ts';
import { readLists } from './counters-lists.ts';
import { startCounting } from './counters-process.ts';
import { monthOf, ownItems } from './counters-seed.ts';
import { openTables, putAll } from './counters-tables.ts';

readCommandLine({
  usage: `npx node bench/counters.ts

Compares the figures of the dashboard with the lists, and measures what the counters cost.
AUTHORIZATIONS (2000) says how many, SEED which, FOLDER where the tables are instead of in memory.`,
});

const authorizations = Number(process.env.AUTHORIZATIONS ?? 2_000);
const random = randomFrom(Number(process.env.SEED ?? 1));
const { FOLDER: folder } = process.env;
const began = performance.now();
const core = openTables(folder === undefined ? undefined : join(folder, 'counters.sqlite'));
const workers = [await startCounting(core), await startCounting(core)] as const;
const [worker] = workers;
const batch_records = Math.min(1_000, Math.max(50, authorizations / 40));
const feed = feedFrom(core, workers, { random, batch_records, shard_records: authorizations / 3 });
const figures = await openFigures(core);
const megabytes = (bytes: number) => Math.round(bytes / 1e6);
const seconds = () => Math.round((performance.now() - began) / 1_000);
const say = (stage: string, of: object) =>
  console.log(JSON.stringify({ stage, at_s: seconds(), ...of }));

putAll(core, ownItems(new Date()));
let seeding_ms = 0;
for (const portion of monthOf({ random, now: new Date(), authorizations, hot: 0.2 })) {
  const from = performance.now();
  putAll(core, portion);
  seeding_ms += performance.now() - from;
  await feed.drain();
}
const changes = feed.changes();
const counting = workers.map(({ spent }) => spent());
const total = (name: 'written' | 'refused' | 'writes') =>
  counting.reduce((sum, one) => sum + one[name], 0);
say('counted from the streams', {
  authorizations,
  changes,
  ...feed.mishaps,
  writes: total('writes'),
  refused: total('refused'),
  units: total('written'),
  units_a_change: Number((total('written') / changes).toFixed(3)),
  seeding_s: Math.round(seeding_ms / 1_000),
});

const lists = readLists(core);
const compared = async (stage: string) => {
  const numbers = assertEqual(await figures.readAll(), lists);
  say(`figures equal the lists: ${stage}`, { numbers });
};
await compared('from the streams alone');
say('read units', figures.units);

/** Runs the comparison until it has no more to do; killed so many times first. */
const compareAll = async (kills: number) => {
  const from = performance.now();
  const event = {
    Records: [{ messageId: '1', body: JSON.stringify({ kind: 'counters', tenant_id: tenant }) }],
  };
  let killed = 0;
  for (let nth = 0; nth < kills; nth += 1) {
    const death = { calls: 20 + Math.floor(random() * 60), before: random() < 0.5 };
    const isDone = await worker.invoke(
      { job: 'compare', event, timeout_ms: comparison_timeout_ms },
      death,
    );
    if (!isDone) killed += 1;
    await leaseOver();
  }
  let invocations = 0;
  do {
    await worker.invoke({ job: 'compare', event, timeout_ms: comparison_timeout_ms });
    invocations += 1;
  } while (comparison().pass !== null);
  const { read, written, writes } = worker.spent();
  return {
    killed,
    invocations,
    seconds: Math.round((performance.now() - from) / 1_000),
    read_units: read,
    written_units: written,
    writes,
  };
};

/** Shorter than the function's, so that a large comparison takes several invocations. */
const comparison_timeout_ms = 30_000;

const leaseOver = () => new Promise((resolve) => setTimeout(resolve, 2_100));
const comparisonKey = {
  pk: { S: `${tenant}/counters-comparison` },
  sk: { S: 'counters-comparison' },
};
const stored = (TableName: string, Key: object) =>
  itemOf(core.call<{ Item: object }>('GetItem', { TableName, Key }).Item);
const comparison = () => stored(tableName('resources'), comparisonKey);

/** The comparison is due, and new where everything counts as stored before. */
const makeDue = (over: object) => {
  const at = new Date(Date.now() - 1_000).toISOString();
  const due = { requested_at: at, held_until: null, pass: null };
  const scheduled_at = `${tenant}/counters-comparison/${at}`;
  const Item = attributesOf({ ...comparison(), ...due, scheduled_at, ...over });
  core.call('PutItem', { TableName: tableName('resources'), Item });
};

const counters = () =>
  core.call<{ Items: object[] }>('Scan', { TableName: tableName('counters') }).Items.map(itemOf);

// Stored before changes were counted: there are no counters at all.
for (const { pk, sk } of counters())
  core.call('DeleteItem', { TableName: tableName('counters'), Key: attributesOf({ pk, sk }) });
makeDue({ complete: false, hours: null, skipped: [] });
worker.spent();
say('backfill', await compareAll(5));
assert.equal(comparison().complete, true);
await compared('after the backfill');
await feed.again();
await compared('after old batches came once more');

// Wrong counters: of a hundred hours, and one whole hour gone.
const all = counters();
const wrong = new Set(Array.from({ length: 100 }, () => Math.floor(random() * all.length)));
for (const at of wrong) {
  const { approved = 0, failed = 0, ...item } = all[at] as Record<string, number>;
  const Item = attributesOf({ ...item, approved: approved + 7, failed: failed - 3 });
  core.call('PutItem', { TableName: tableName('counters'), Item });
}
await assert.rejects(() => compared('with wrong counters'));
makeDue({});
worker.spent();
say('repair', {
  wrong: wrong.size,
  ...(await compareAll(3)),
  logged: worker.logged('counters_differed'),
});
await compared('after the repair');

say('memory, MB', {
  engine_and_bench: megabytes(process.memoryUsage.rss()),
  a_function: megabytes(Math.max(...workers.map(({ rss_max }) => rss_max()))),
  newest_hour: hourName(new Date()),
});
for (const { stop } of [...workers, figures]) await stop();
core.close();
