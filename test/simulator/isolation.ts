import { setTimeout as pause } from 'node:timers/promises';
import {
  customer_every_ms,
  dead_every_ms,
  endpoints,
  flood_changes,
  flood_every_ms,
} from '../../bench/isolation-load.ts';
import { percentile } from '../../bench/samples.ts';
import { environments } from '../../lib/environments.ts';
import { type Machine, startMachine } from './machine.ts';
import { ask, firstCalls, register, tellOf } from './requests.ts';
import { beginWorld } from './world.ts';

/**
 * The neighbours of the healthy endpoints: one that takes every request and answers none, a
 * business that floods.
 */
type Beside = readonly ('dead' | 'loud')[];

/**
 * The time that 49 healthy endpoints wait from an event to its request, in simulated time, where no
 * processor is ever busy; and the requests of the dead one. It goes on for so long, with as many
 * executions as the sandbox has.
 */
export const measureIsolation = async (seed: number, beside: Beside, within_ms: number) => {
  const { timeline } = beginWorld(seed);
  const reported = new Map<string, number>();
  const waits: number[] = [];
  let attempts = 0;
  const machine = startMachine(
    10,
    [
      {
        written: (changes) => {
          for (const { table, before, after } of changes)
            if (table === 'outbox' && !before) reported.set(String(after?.event_id), timeline.now);
        },
        arrived: ({ host, event_id }) => {
          if (host.startsWith('healthy'))
            waits.push(timeline.now - (reported.get(event_id) ?? Number.NaN));
          if (host.startsWith('dead')) attempts += 1;
        },
      },
    ],
    { batches_max: environments.sandbox.queueConcurrency },
  );
  void begin(machine, beside, timeline.now + within_ms);
  await firstCalls();
  await machine.run(timeline.now + within_ms + 60_000);
  const at = (share: number) => percentile(waits, share) ?? Number.NaN;
  return { deliveries: waits.length, p50: at(0.5), p99: at(0.99), attempts };
};

const begin = async ({ receivers }: Machine, beside: Beside, end: number): Promise<void> => {
  const webhook = async (
    tenant_id: string,
    host: string,
    manner: 'prompt' | 'silent',
    event_types: readonly string[],
  ) => {
    receivers.manners.set(host, manner);
    await ask('create', { tenant_id, body: { url: `https://${host}/hook`, event_types } });
  };
  const every = async (ms: number, first_ms: number, act: () => Promise<unknown>) => {
    await pause(first_ms);
    for (; Date.now() < end; await pause(ms)) void act();
  };
  const businesses = await Promise.all(endpoints.map(() => register()));
  for (const [position, tenant_id] of businesses.entries())
    for (let made = 0; made < (endpoints[position] ?? 0); made++)
      await webhook(tenant_id, `healthy${position}-${made}.example.com`, 'prompt', [
        'customer.created',
      ]);
  for (const [position, tenant_id] of businesses.entries())
    void every(customer_every_ms, 1_000 * position, () => tellOf(tenant_id, 'customer.created'));
  await pause(2 * customer_every_ms);
  const [first = ''] = businesses;
  if (beside.includes('dead')) {
    await webhook(first, 'dead.example.com', 'silent', ['customer.updated']);
    void every(dead_every_ms, 0, () => tellOf(first, 'customer.updated'));
  }
  if (beside.includes('loud')) {
    const tenant_id = await register();
    await webhook(tenant_id, 'loud.example.com', 'prompt', ['*']);
    void every(flood_every_ms, 0, async () => {
      for (let made = 0; made < flood_changes; made++) void tellOf(tenant_id, 'customer.created');
    });
  }
};
