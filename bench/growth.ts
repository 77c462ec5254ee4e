/**
 * What one create takes of the processor when few were made before it, when ten thousand were, and of a service that is
 * started on those: of the main thread, whose engine keeps everything in a file, and of all threads together. The function is invoked
 * without the gateway, which lets no caller make so many; events wait before the stream.
 * Run: `npm run assembly && npx node bench/growth.ts`; MANY says how many, of ten thousand.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCustomer } from '../functions/customers/routes.ts';
import { relayEvents } from '../functions/jobs/jobs.ts';
import { functionName } from '../lib/environments.ts';
import { inParallel } from './by-turns.ts';
import { startSandbox } from './local-run.ts';
import { processorTimes, takenBetween, totalOf } from './processor-time.ts';
import { keepSamples } from './results.ts';
import { gathered } from './samples.ts';
import { creating, individual } from './start/machine.ts';

const [few, many] = [1_000, Number(process.env.MANY ?? 10_000)];
const windows = 5;
const creates = 100;
const callers = 2;

const folder = mkdtempSync(join(tmpdir(), 'growth-'));

/** A service on the folder, and how it makes so many. */
const started = async () => {
  const local = await startSandbox({ folder });
  await local.schedules.stop();
  local.mappings.pause(functionName('sandbox', relayEvents.id));
  const make = (count: number) =>
    inParallel(count, callers, async () => {
      const event = creating(individual, crypto.randomUUID());
      const { payload } = await local.invoke(functionName('sandbox', createCustomer.id), event);
      if ((payload as { statusCode?: number }).statusCode !== 201) throw new Error(JSON.stringify(payload));
    });
  return { make, stop: local.stop };
};

/** What each of the next creates takes, window by window: milliseconds. */
const next = async (make: (count: number) => Promise<void>) => {
  const all = [];
  while (all.length < windows) {
    const before = processorTimes(process.pid);
    await make(creates);
    const after = processorTimes(process.pid);
    all.push({
      'main thread': takenBetween(before, after)['main thread'] / creates,
      all: (totalOf(after) - totalOf(before)) / creates,
    });
  }
  return gathered(all);
};

const first = await started();
await first.make(few - windows * creates);
const after_few = await next(first.make);
await first.make(many - few - windows * creates);
const after_many = await next(first.make);
await first.stop();
const second = await started();
await second.make(few - windows * creates);
const restarted = await next(second.make);
await second.stop();
rmSync(folder, { recursive: true });

keepSamples('growth', { windows, creates, callers, few, many, ms: { after_few, after_many, restarted } });
