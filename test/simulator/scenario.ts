import { setTimeout as pause } from 'node:timers/promises';
import type { Item } from '../../functions/core/dynamodb/client.ts';
import type { Machine } from './machine.ts';
import { manners } from './receivers.ts';
import { administrate, ask, register, tellOf } from './requests.ts';
import { between, chance, type Faults, noFaults, note, oneOf, world } from './world.ts';

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;

/** How long a run is troubled, in milliseconds: hours mostly, days often, now and then more than a week. */
export const troubledFor = (): number => {
  const drawn = world().random();
  if (drawn < 0.65) return between(20 * minute_ms, 6 * hour_ms);
  return drawn < 0.92 ? between(6 * hour_ms, 4 * day_ms) : between(4 * day_ms, 12 * day_ms);
};

/** The faults of a run: in some only those of endpoints, in others all. */
export const someFaults = (): Faults => {
  if (chance(0.1)) return noFaults;
  const some = (most: number) => (chance(0.6) ? world().random() * most : 0);
  return {
    kill: some(0.04),
    refuse: some(0.05),
    lose: some(0.03),
    slow: some(0.05),
    duplicate: some(0.15),
    drop: some(0.15),
  };
};

/** By how much indexes lag at most. */
export const someLag = (): number => oneOf([10, 1_000, 30_000]);

const eventTypes = ['customer.created', 'customer.updated', 'card.created'] as const;

/** The data that its business knows of the world, found without faults. */
const found = ({ dynamodb }: Machine, table: 'resources' | 'deliveries', prefix: string): Item[] =>
  dynamodb
    .everything(table)
    .filter(({ id, deleted_at }) => String(id).startsWith(prefix) && deleted_at === undefined);

const webhooksIn = (machine: Machine) =>
  found(machine, 'resources', 'whk_').filter(({ url }) => url !== undefined);
const tenantOf = ({ pk }: Item): string => String(pk).split('/')[0] ?? '';

type Action = (machine: Machine, tenants: readonly string[]) => Promise<unknown>;

const onWebhook =
  (
    act: (
      of: { tenant_id: string; params: { webhook_id: string } },
      webhook: Item,
    ) => Promise<unknown>,
  ): Action =>
  async (machine) => {
    const webhook = oneOf(webhooksIn(machine));
    if (webhook)
      await act(
        { tenant_id: tenantOf(webhook), params: { webhook_id: String(webhook.id) } },
        webhook,
      );
  };

const on = (what: 'delete' | 'disable' | 'enable') => onWebhook((of) => ask(what, of));

let hosts = 0;

const createWebhook: Action = async (_machine, tenants) => {
  const event_types = oneOf([['*'], ['customer.*'], ['customer.created', 'webhook.disabled']]);
  await ask('create', {
    tenant_id: oneOf(tenants),
    body: { url: `https://w${hosts++}.example.com/hook`, event_types },
  });
};

const emit: Action = async (_machine, tenants) => {
  const count = chance(0.12) ? between(15, 40) : between(1, 4);
  for (let reported = 0; reported < count; reported++)
    await tellOf(oneOf(tenants), oneOf(eventTypes));
};

const change: Action = async (machine) => {
  const webhook = oneOf(webhooksIn(machine));
  if (!webhook) return;
  const manner = chance(0.4) ? 'healthy' : oneOf(manners);
  const { hostname } = new URL(String(webhook.url));
  note(hostname, 'is', manner);
  machine.receivers.manners.set(hostname, manner);
};

const resend: Action = async (machine) => {
  const delivery = oneOf(
    found(machine, 'deliveries', 'dlv_').filter(({ sk }) => sk === 'delivery'),
  );
  if (delivery)
    await ask('resend', {
      tenant_id: tenantOf(delivery),
      params: { delivery_id: String(delivery.id) },
    });
};

const recover = (scope: 'failed' | 'missing'): Action =>
  onWebhook((of) => ask('recover', { ...of, body: { scope, since: '2026-03-01T00:00:00Z' } }));

const cancelRecovery: Action = async (machine) => {
  const one = oneOf(found(machine, 'deliveries', 'rcv_'));
  if (one)
    await ask('cancelRecovery', {
      tenant_id: tenantOf(one),
      params: { recovery_id: String(one.id) },
    });
};

const suspend: Action = async (_machine, tenants) => {
  const tenant_id = oneOf(tenants);
  await administrate('suspend', tenant_id);
  await pause(between(0, 3 * hour_ms));
  await administrate('reactivate', tenant_id);
};

const outage: Action = async () => {
  world().outage_until = world().timeline.now + between(1_000, 20 * minute_ms);
  note('nothing answers until', world().outage_until);
};

/** A schedule ends after so long. */
const schedule_ms = 3.5 * day_ms;

/** One event after the other, so that an endpoint that fails for few of them counts as healthy until their schedules end. */
const trickle = async (
  machine: Machine,
  tenants: readonly string[],
  end: number,
): Promise<void> => {
  const [webhook] = webhooksIn(machine);
  if (webhook) machine.receivers.manners.set(new URL(String(webhook.url)).hostname, 'choosy');
  while (world().timeline.now < end) {
    await tellOf(oneOf(tenants), 'customer.created');
    await pause(between(8, 20) * minute_ms);
  }
};

/** The possible actions, each as often as it is here. */
const actions: readonly Action[] = [
  ...Array<Action>(20).fill(emit),
  ...Array<Action>(14).fill(change),
  ...Array<Action>(6).fill(resend),
  ...Array<Action>(3).fill(createWebhook),
  ...Array<Action>(5).fill(on('disable')),
  ...Array<Action>(5).fill(on('enable')),
  ...[
    on('delete'),
    on('delete'),
    recover('failed'),
    recover('missing'),
    recover('missing'),
    cancelRecovery,
  ],
  ...[suspend, suspend, outage, onWebhook((of) => ask('test', { ...of, body: {} }))],
];

/** Businesses, their webhooks, and then whatever happens, at any time within so many milliseconds. */
export const live = async (machine: Machine, within_ms: number): Promise<string[]> => {
  hosts = 0;
  const tenants = [await register(), ...(chance(0.25) ? [await register()] : [])];
  const { timeline } = world();
  for (let made = between(1, 4); made > 0; made--) await createWebhook(machine, tenants);
  world().faults = someFaults();
  note('faults', JSON.stringify(world().faults));
  const end = timeline.now + within_ms;
  if (within_ms > schedule_ms && chance(0.4)) void trickle(machine, tenants, end);
  for (let left = between(8, 40); left > 0; left--) {
    const act = oneOf(actions);
    // Much happens at once, much after hours.
    timeline.at(between(timeline.now, chance(0.5) ? end : timeline.now + 10 * minute_ms), () => {
      void act(machine, tenants);
    });
  }
  return tenants;
};

/** Everything is repaired: nothing goes wrong any more, every endpoint takes what comes, and whatever was stopped goes on. */
export const heal = async (
  machine: Machine,
  tenants: readonly string[],
  time: number,
): Promise<void> => {
  Object.assign(world(), { faults: noFaults, outage_until: 0 });
  machine.receivers.manners.clear();
  note('everything is repaired', time);
  for (const tenant_id of tenants) await administrate('reactivate', tenant_id);
  for (const webhook of webhooksIn(machine))
    await ask('enable', {
      tenant_id: tenantOf(webhook),
      params: { webhook_id: String(webhook.id) },
    });
};

/** All failed, or missing, deliveries of every webhook are sent again. */
export const recoverAll = async (machine: Machine, scope: 'failed' | 'missing'): Promise<void> => {
  for (const webhook of webhooksIn(machine)) {
    const of = { tenant_id: tenantOf(webhook), params: { webhook_id: String(webhook.id) } };
    const body = { scope, since: '2026-03-01T00:00:00Z', rate_per_second: 100 };
    while ((await ask('recover', { ...of, body }))?.json.code === 'recovery_limit_reached')
      await pause(minute_ms);
  }
};
