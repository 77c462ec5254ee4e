/**
 * How long a call of the engine of local/ holds the thread, on a table of a million items in a file.
 * Run: `npx node bench/engine.ts`; ITEMS says how many.
 */

import { timeEngineCalls } from './engine-calls.ts';

const items = Number(process.env.ITEMS ?? 1_000_000);
const times = timeEngineCalls(items);
const digits = 1;
console.log(`Of ${items} items, in ms:`);
console.table(
  Object.fromEntries(
    times.map(({ call, ...figures }) => [
      call,
      Object.fromEntries(Object.entries(figures).map(([name, ms]) => [name, Number(ms.toFixed(digits))])),
    ]),
  ),
);
const worst = times.reduce((one, other) => (other.worst_processor_ms > one.worst_processor_ms ? other : one));
console.log(`The worst call, ${worst.call}, took ${worst.worst_processor_ms.toFixed(digits)} ms of the processor.`);
