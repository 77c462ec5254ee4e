/**
 * Plays 10 000 creates a second for ten minutes of the model's own time, for several cells; in one
 * of the minutes EventBridge takes nothing. Prints the table of docs/operate/cells-and-scaling.md.
 * Run: `npx node bench/cell.ts`.
 */

import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../bin/command-line.ts';
import { type Cell, type Outcome, play } from './cell-model.ts';

/** Ten minutes in eu-west-1 with the quotas and settings that `npm run ops -- capacity` asks for. Durations are of bench/results.json. */
const cell: Cell = {
  seed: 1,
  seconds: 600,
  creates_per_second: 10_000,
  outage: { from: 240, to: 300 },
  businesses: 1_000,
  largest: 0.3,
  shards: 16,
  due_shards: 32,
  stream_shards: 90,
  parallel: 1,
  queue_executions: 700,
  executions: 1_500,
  bus_events: 18_750,
  // With 10 PutEvents a batch of the relay; ten fan-outs and ten deliveries compute one after another, and wait at the same time.
  ms: { create: 8, relay: 60, fan_out: 100, deliver: 310 },
};

/** The cells that are played: the cell, and each with one thing that is too little. */
const cells: Readonly<Record<string, Cell>> = {
  'as asked for': cell,
  'one write shard for the largest business': { ...cell, shards: 1 },
  'scheduleShards: 16': { ...cell, due_shards: 16 },
  'executions of each queue: 300': { ...cell, queue_executions: 300 },
  'EventBridge of eu-central-1': { ...cell, bus_events: 4_500 },
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

const row = (name: string, one: Outcome): string => {
  const drained =
    one.drained_s === undefined ? 'not within 40 minutes' : `${Math.round(one.drained_s)} s`;
  const units = [one.partition_units, one.due_units].map(
    (of) => `${of}${of > 1_000 ? ' (too many)' : ''}`,
  );
  const counts = [one.rejected, one.backlog, one.executions].map((of) => String(of));
  return `| ${[name, `${seconds(one.p50_ms)}, ${seconds(one.p99_ms)}`, ...units, ...counts, drained].join(' | ')} |`;
};

/** The row of a cell in the table of docs/operate/cells-and-scaling.md. */
export const cellRow = (name: string): string => {
  const one = cells[name];
  if (!one) throw new Error(`There is no cell ${name}.`);
  return row(name, play(one));
};

const cellTable = (): string =>
  [
    '| cell | commit to receipt, p50 and p99 | units a second of the hottest partition | and of a shard of due events | creates rejected | most events on their way | most executions | late events gone after the outage |',
    `|${'---|'.repeat(8)}`,
    ...Object.keys(cells).map(cellRow),
  ].join('\n');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  readCommandLine({
    usage: `npx node bench/cell.ts

Prints what a cell carries.`,
  });
  console.log(cellTable());
}
