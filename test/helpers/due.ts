import type { Write } from '../../functions/core/dynamodb/writes.ts';
import { requestReconciliation } from '../../functions/core/jobs/card-reconciliation-table.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import { saveDelivery } from '../../functions/delivery/deliveries/table.ts';
import {
  noHealth,
  reconcileNow,
  saveHealth,
} from '../../functions/delivery/webhooks/health-table.ts';
import { saveDocument } from '../../functions/identity/documents/table.ts';
import { saveVerification } from '../../functions/identity/verifications/table.ts';
import { insertOrder } from '../../functions/issuing/cards/orders-table.ts';
import { aCardOrder } from './fixtures/card-orders.ts';
import { now } from './fixtures/cards.ts';
import { aStoredDelivery } from './fixtures/deliveries.ts';
import { anAppendedEvent } from './fixtures/events.ts';
import { aStoredVerification } from './fixtures/verifications.ts';

/** So many milliseconds before the moment of the tests. */
export const ago = (ms: number) => new Date(now.getTime() - ms);
export const minute_ms = 60_000;
const randomId = idsAt(ago(30 * minute_ms));

/** Everything here is in two shards of each table, so that a few hundred items crowd one. */
const last_characters = '09';
export const shards_used = last_characters.length;

let made = 0;
/** Ids of one shard after the other. */
const newId = (resourceType: Parameters<typeof randomId>[0]): string =>
  randomId(resourceType).slice(0, -1) + last_characters[made++ % shards_used];

/** A delivery that is due, so late. */
export const aDueDelivery = (
  tenant_id: string,
  late_ms = minute_ms,
  id = newId('delivery'),
): Write =>
  saveDelivery(aStoredDelivery({ id, tenant_id, scheduled_at: ago(late_ms).toISOString() }));

/** An event that no fan-out has confirmed. */
export const anUnconfirmedEvent = (tenant_id: string, made = ago(2 * minute_ms)): Write =>
  anAppendedEvent({ id: newId('event'), tenant_id, created_at: made.toISOString() });

/** One thing of every kind that waits, of one business, a minute late. */
export const oneOfEach = (tenant_id: string): Write[] => {
  const scheduled_at = ago(minute_ms).toISOString();
  const document = {
    id: newId('document'),
    tenant_id,
    customer_id: 'cus_1',
    person_id: null,
    type: 'selfie',
    side: null,
  } as const;
  const bytes = {
    content_type: 'image/png',
    size_bytes: 1,
    file_name: null,
    expires_on: null,
    inspected: null,
    expiring_for: null,
  } as const;
  const times = { scheduled_at, created_at: scheduled_at, updated_at: scheduled_at, version: 1 };
  const order = { tenant_id, card_id: newId('card'), ordered_at: scheduled_at, scheduled_at };
  return [
    aDueDelivery(tenant_id),
    saveHealth({ id: 'whk_f', tenant_id }, reconcileNow(noHealth, ago(minute_ms)), now),
    saveDocument({
      ...document,
      ...bytes,
      ...times,
      status: 'awaiting_upload',
      status_reason: null,
    }),
    ...saveVerification(
      aStoredVerification({
        id: newId('verification'),
        tenant_id,
        status: 'processing',
        scheduled_at,
      }),
    ),
    requestReconciliation({ tenant_id, id: newId('customer') }, ago(minute_ms)),
    insertOrder(aCardOrder(order)),
    anUnconfirmedEvent(tenant_id),
  ];
};
/** How many that are. */
export const kindsOfAll = 7;
