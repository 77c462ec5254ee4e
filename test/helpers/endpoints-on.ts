import type { Database } from '../../functions/core/dynamodb/client.ts';
import { commit } from '../../functions/core/dynamodb/commit.ts';
import { tenantKey } from '../../functions/core/dynamodb/keys.ts';
import type { Write } from '../../functions/core/dynamodb/writes.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import {
  type AttemptResult,
  type Delivery,
  newDelivery,
} from '../../functions/delivery/deliveries/model.ts';
import { findDelivery, saveDelivery } from '../../functions/delivery/deliveries/table.ts';
import { type Health, untriedHealth } from '../../functions/delivery/webhooks/health.ts';
import {
  noHealth,
  type StoredHealth,
  saveHealth,
} from '../../functions/delivery/webhooks/health-table.ts';
import { findEndpoint, saveWebhook } from '../../functions/delivery/webhooks/table.ts';
import { durations } from './durations.ts';
import { aStoredDelivery } from './fixtures/deliveries.ts';
import { aStoredWebhook } from './fixtures/webhooks.ts';
import type { StoreMachine } from './store-machine.ts';

/** So many milliseconds before now. */
export const before = (wait_ms: number) => new Date(Date.now() - wait_ms);

/** The health of an endpoint whose breaker is open until a probe. */
export const openUntil = (next_probe_at: string): StoredHealth => ({
  ...noHealth,
  state: 'open',
  next_probe_at,
});

/** How an attempt went that got an answer. */
export const answered = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
): AttemptResult => ({
  duration_ms: 5,
  timings: { dns_ms: null, connect_ms: 1, tls_ms: null, first_byte_ms: 4 },
  remote_address: '127.0.0.1',
  response: { status, headers, body: '', body_bytes: 0, body_sha256: '' },
  error: status < 300 ? null : { kind: 'http_status', message: `It answered ${status}.` },
});

/** Endpoints and what waits for them, in the stores of a machine. */
export const endpointsOn = (stores: StoreMachine) => {
  const write = (writes: readonly Write[]) =>
    commit(stores.connection, { writes, conditions: [] }, stores.workAt(new Date()).deadline);

  /** The work of a worker that is notified now, with time for a busy machine; some of its reads may be the test's. */
  const workNow = (db: Partial<Database> = {}) => {
    const { deadline, ...work } = stores.workAt(new Date());
    return {
      ...work,
      deadline: { ...deadline, deadline: Date.now() + 300_000 },
      db: { ...work.db, ...db },
    };
  };

  /** Reads of which the first is followed by what another worker does then. */
  const meanwhile = (
    elsewhere: () => Promise<unknown>,
  ): Pick<Database, 'batch'> & { readonly reads: number } => {
    let reads = 0;
    const batch: Database['batch'] = async (wanted) => {
      const found = await stores.db.batch(wanted);
      reads += 1;
      if (reads === 1) await elsewhere();
      return found;
    };
    return {
      batch,
      get reads() {
        return reads;
      },
    };
  };

  /** An endpoint whose breaker is open, a probe being due, with so many deliveries paused, oldest first. */
  const anEndpoint = async (paused: number, health: Partial<StoredHealth> = {}) => {
    const now = new Date();
    const newId = idsAt(now);
    const [tenant_id, webhook_id] = [newId('tenant'), newId('webhook')];
    const webhook = aStoredWebhook({ id: webhook_id, tenant_id });
    const open: Health = {
      ...untriedHealth,
      state: 'open',
      consecutive_failures: 5,
      next_probe_at: before(1).toISOString(),
    };
    const deliveries = Array.from({ length: paused }, (_, nth) =>
      aStoredDelivery({
        id: idsAt(before(paused * 10 - nth * 10))('delivery'),
        tenant_id,
        webhook_id,
        status: 'paused',
        next_attempt_at: null,
        scheduled_at: null,
        url: `https://example.com/${nth}`,
      }),
    );
    await write([
      ...saveWebhook(webhook),
      saveHealth(webhook, { ...noHealth, ...open, ...health }, now),
    ]);
    for (const delivery of deliveries) await write([saveDelivery(delivery)]);
    const of = { tenant_id, webhook_id };
    return {
      of,
      webhook,
      deliveries,
      present: () => findEndpoint(stores.db, tenant_id, webhook_id),
      now: async (some: readonly Delivery[] = deliveries) =>
        Promise.all(
          some.map(async ({ id }) => (await findDelivery(stores.db, tenant_id, id)) as Delivery),
        ),
      /** A scheduled delivery, and its message. */
      due: async (over: Partial<Delivery> = {}) => {
        const due = {
          ...newDelivery(true, { now, durations }),
          ...of,
          id: newId('delivery'),
          ...over,
        };
        const stored = aStoredDelivery(due);
        await write([saveDelivery(stored)]);
        return {
          kind: 'delivery',
          ...of,
          delivery_id: stored.id,
          attempts_made: stored.attempts_made,
        } as const;
      },
      /** Puts its health on over the one that is there. */
      become: async (next: Partial<StoredHealth>) => {
        const { health: read } = await findEndpoint(stores.db, tenant_id, webhook_id);
        await write([saveHealth(webhook, { ...read, ...next }, new Date())]);
      },
      /** Its webhook is disabled, and its open deliveries are as before. */
      disable: () => write(saveWebhook({ ...webhook, status: 'disabled', version: 2 }, webhook)),
      /** The account of its business is suspended, and its open deliveries are as before. */
      suspend: () => {
        const when = { expression: 'attribute_not_exists(pk)' };
        return write([
          {
            kind: 'put',
            key: tenantKey(tenant_id),
            item: { account_id: 'acct_1', account_status: 'suspended' },
            when,
          },
        ]);
      },
    };
  };

  return { write, workNow, meanwhile, anEndpoint };
};
