/**
 * The wait of 49 healthy endpoints of four businesses for a dead endpoint and a loud neighbour. The
 * healthy ones are first among themselves. Then they are beside an endpoint that takes every
 * request and answers none, and a business that makes a hundred changes at once every ten seconds.
 * Those take the processors of this machine as well, which no queue shares out. So in between the
 * same business floods another service on the same machine, with which the healthy ones share
 * nothing but processors. All in real time: an attempt on the dead one takes its ten seconds. The
 * attempts of a plain queue there are counted from the events that were made for it. Each event is
 * tried again at the times of the schedule after its attempt's deadline, as long as the run lasts.
 * Run: `npm run assembly && npx node bench/isolation.ts`; WINDOWS says for how many floods each
 * part lasts.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { readCommandLine } from '../bin/command-line.ts';
import { fullDurations } from '../functions/core/durations.ts';
import { attempt_deadline_ms } from '../functions/delivery/deliveries/claim-rules.ts';
import type { Local } from '../local/start.ts';
import { inParallel } from './by-turns.ts';
import {
  customer_every_ms,
  dead_every_ms,
  endpoints,
  flood_changes,
  flood_every_ms,
} from './isolation-load.ts';
import {
  aCaller,
  type Caller,
  customer,
  type Receipt,
  startEndpoint,
  startSandbox,
} from './local-run.ts';
import { keepSamples } from './results.ts';
import { gathered, percentile } from './samples.ts';

readCommandLine({
  usage: `npx node bench/isolation.ts

Measures deliveries of healthy endpoints beside dead ones, after \`npm run assembly\`.`,
});

const windows = Number(process.env.WINDOWS ?? 3);
/** While instances start that are held up. */
const first_windows = 2;
const flood_callers = 8;

const local = await startSandbox();
const dead = '/dead';
const { origin, received, stop } = await startEndpoint(
  (path, response) => path !== dead && response.end(),
);

const businesses: Caller[] = [];
for (const [position, count] of endpoints.entries()) {
  const call = await aCaller(local, `Business ${position}`);
  for (let made = 0; made < count; made += 1)
    await call('POST', 'webhooks', {
      url: `${origin}/healthy/${made}`,
      event_types: ['customer.created'],
    });
  businesses.push(call);
}

/** Does something again and again until the time is over, the first time after a share of its pause. */
const every = async (
  ms: number,
  end: number,
  action: () => Promise<unknown>,
  share = 0,
): Promise<void> => {
  await pause(ms * share);
  for (let next = Date.now(); next < end; next += ms) {
    await pause(Math.max(0, next - Date.now()));
    await action();
  }
};

/** Healthy traffic for so many windows, in each of which a loud business floods once: what its requests waited by windows. */
const healthy = async (count: number) => {
  const [before, startedAt] = [received.length, Date.now()];
  const end = startedAt + count * flood_every_ms;
  let expected = 0;
  await Promise.all(
    businesses.map((call, position) => {
      const create = async () => {
        await call('POST', 'customers', customer);
        expected += endpoints[position] ?? 0;
      };
      return every(customer_every_ms, end, create, position / businesses.length);
    }),
  );
  const arrived = () => received.slice(before).filter(({ path }) => path.startsWith('/healthy'));
  while (arrived().length < expected) await pause(50);
  const windowOf = ({ at, waited_ms }: Receipt) =>
    Math.floor((Math.min(at - waited_ms, end - 1) - startedAt) / flood_every_ms);
  return Object.values(Object.groupBy(arrived(), windowOf)).map((some = []) => {
    const waits = some.map(({ waited_ms }) => waited_ms);
    const share = (of: number) => percentile(waits, of) ?? Number.NaN;
    return { p50: share(0.5), p99: share(0.99) };
  });
};

/** When each event happened whose event goes to the dead endpoint. */
const sentToDead: number[] = [];

const toDead = async (first: Caller, end: number): Promise<void> => {
  const { id } = await first('POST', 'customers', customer);
  await every(dead_every_ms, end, async () => {
    await first('PATCH', `customers/${id}`, { metadata: { at: `${Date.now()}` } });
    sentToDead.push(Date.now());
  });
};

const flood = async (loud: Caller, end: number): Promise<void> => {
  await every(flood_every_ms, end, () =>
    inParallel(flood_changes, flood_callers, () => loud('POST', 'customers', customer)),
  );
};

/** The attempts of a queue that knows no endpoint's health: each event's first at once, each further one a step after the last. */
const plainAttempts = (end: number): number =>
  sentToDead.reduce((sum, sentAt) => {
    let [attempts, at] = [0, sentAt];
    for (const step_ms of [...fullDurations.retry_steps_ms, Number.POSITIVE_INFINITY]) {
      if (at >= end) break;
      attempts += 1;
      at += attempt_deadline_ms + step_ms;
    }
    return sum + attempts;
  }, 0);

/** Healthy traffic beside that of others: at first, and then for as long as asked. */
const twice = async (others: (end: number) => Promise<void>) => {
  const during = async (count: number) =>
    (await Promise.all([healthy(count), others(Date.now() + count * flood_every_ms)]))[0];
  return { at_first: await during(first_windows), later: await during(windows) };
};

/** A business with a webhook for everything that it does. */
const aLoudOne = async (service: Local): Promise<Caller> => {
  const loud = await aCaller(service, 'Loud');
  await loud('POST', 'webhooks', { url: `${origin}/loud` });
  return loud;
};

await healthy(1); // Warms every function up.
const alone = await healthy(windows);
const another = await startSandbox();
const elsewhere = await aLoudOne(another);
const { later: besideAnother } = await twice((end) => flood(elsewhere, end));
await another.stop();
const [first] = businesses;
if (!first) throw new Error('nobody is there');
await first('POST', 'webhooks', { url: `${origin}${dead}`, event_types: ['customer.updated'] });
const loud = await aLoudOne(local);
const beside = await twice(
  async (end) => void (await Promise.all([toDead(first, end), flood(loud, end)])),
);
const end = Date.now();
keepSamples('isolation', {
  commit_to_receipt_ms_healthy: {
    alone: gathered(alone),
    flood_elsewhere: gathered(besideAnother),
    beside_at_first: gathered(beside.at_first),
    beside: gathered(beside.later),
  },
  p99_beside_over_flood_elsewhere: beside.later.map(
    ({ p99 }, window) => p99 / (besideAnother[window]?.p99 ?? Number.NaN),
  ),
  dead: {
    events: [sentToDead.length],
    attempts: [received.filter(({ path, at }) => path === dead && at < end).length],
    attempts_of_a_plain_queue: [plainAttempts(end)],
  },
});
stop();
await local.stop();
