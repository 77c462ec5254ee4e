/**
 * How long calls of the engine of local/ hold the thread that also serves the API, on a table of a
 * million items in a file.
 * Run: `npx node bench/engine.ts`; ITEMS says how many.
 */

import { readCommandLine } from '../bin/command-line.ts';
import { timeEngineCalls } from './engine-calls.ts';
import { keepSamples } from './results.ts';
import { gathered } from './samples.ts';

readCommandLine({
  usage: `npx node bench/engine.ts

Measures how long calls of the local engine hold its thread.`,
});

const items = Number(process.env.ITEMS ?? 1_000_000);
const calls = timeEngineCalls(items).map(
  ({ call, count, ...times }) => [call, { count, ...gathered([times]) }] as const,
);
keepSamples('engine', { items, calls: Object.fromEntries(calls) });
