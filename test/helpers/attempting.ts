import assert from 'node:assert/strict';
import { commit } from '../../functions/core/dynamodb/commit.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import { toDeliveryWithAttempts } from '../../functions/delivery/deliveries/changes.ts';
import type { AttemptResult } from '../../functions/delivery/deliveries/model.ts';
import {
  readDeliveryWithAttempts,
  saveDelivery,
} from '../../functions/delivery/deliveries/table.ts';
import { noHealth } from '../../functions/delivery/webhooks/health-table.ts';
import type { Webhook } from '../../functions/delivery/webhooks/model.ts';
import { findEndpoint, saveWebhook } from '../../functions/delivery/webhooks/table.ts';
import { aStoredDelivery } from './fixtures/deliveries.ts';
import { aStoredWebhook } from './fixtures/webhooks.ts';
import { startStoresWithQueue } from './stores-with-queue.ts';

/** Leased deliveries on the local engine, and what records their attempts, with a queue that takes every message. */
export const startAttempting = async () => {
  const { stores, stop } = await startStoresWithQueue();
  // It reads its settings when it is loaded.
  const { recordAttempt } = await import('../../functions/delivery/deliveries/record-attempt.ts');
  return {
    ...stores,
    /** Records the result of an attempt of a new delivery; returns both as stored. */
    record: async (result: AttemptResult, over: Partial<Webhook> = {}) => {
      const now = new Date();
      const newId = idsAt(now);
      const work = stores.workAt(now);
      const webhook = aStoredWebhook({ id: newId('webhook'), slot: newId('webhook'), ...over });
      const lease = { token: 'mine', until: new Date(now.getTime() + 45_000).toISOString() };
      const delivery = aStoredDelivery({ id: newId('delivery'), webhook_id: webhook.id, lease });
      const writes = [...saveWebhook(webhook), saveDelivery(delivery)];
      await commit(stores.connection, { writes, conditions: [] }, work.deadline);
      const sent = {
        started_at: now.toISOString(),
        request: { headers: {} },
        secret_versions: [1],
      };
      const endpoint = { webhook, health: noHealth, suspended: false };
      await recordAttempt({ delivery, endpoint, trigger: 'automatic', result, sent }, work);
      const { tenant_id, id } = delivery;
      const read = await readDeliveryWithAttempts(stores.db, tenant_id, id);
      const { webhook: found } = await findEndpoint(stores.db, tenant_id, webhook.id);
      assert.ok(found);
      return { ...read, webhook: found };
    },
    stop,
  };
};

/** The recorded attempt as GET shows it, which it must; that there is one, and one only, is what matters most. */
export const shownAttempt = (recorded: Awaited<ReturnType<typeof readDeliveryWithAttempts>>) => {
  const { delivery } = recorded;
  assert.equal(delivery.attempts_made, 1);
  assert.equal(delivery.lease, null);
  const [shown, ...more] = toDeliveryWithAttempts(recorded, aStoredWebhook()).attempts;
  assert.deepEqual(more, []);
  assert.ok(shown);
  return shown;
};
