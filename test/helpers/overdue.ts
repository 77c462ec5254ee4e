import { randomUUID } from 'node:crypto';
import { newComparison, saveComparison } from '../../functions/core/counters/comparison-table.ts';
import { keys } from '../../functions/core/dynamodb/keys.ts';
import { scheduleFields } from '../../functions/core/dynamodb/scheduled-work.ts';
import type { Write } from '../../functions/core/dynamodb/writes.ts';
import type { CardMessage } from '../../functions/core/messages.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import { objectKeyOf } from '../../functions/identity/documents/object-key.ts';
import { documentKey } from '../../functions/identity/documents/table.ts';
import { verificationKey } from '../../functions/identity/verifications/table.ts';
import { orderKey } from '../../functions/issuing/cards/orders-table.ts';
import { until } from '../../local/test/helpers/until.ts';
import { anOrderKey } from './fixtures/card-orders.ts';
import { aDocument } from './fixtures/documents.ts';
import { anEventAt } from './fixtures/events.ts';
import type { Tenant } from './fixtures/tenants.ts';
import type { Service } from './service.ts';
import { storedIn } from './tables.ts';

/** Ten minutes ago. */
const before = () => new Date(Date.now() - 600_000);

/** Makes the first retry of a webhook's delivery overdue, as if its message had been lost. */
export const overdue = async (
  local: Service,
  { tenant_id }: Tenant,
  webhookId: string,
): Promise<void> => {
  const stored = storedIn(local);
  const retrying = await until(async () => {
    const all = await stored.items('deliveries', tenant_id);
    return all.find(({ webhook_id, status }) => webhook_id === webhookId && status === 'retrying');
  }, `a delivery to ${webhookId} fails`);
  const key = keys.delivery(tenant_id, retrying.id);
  await stored.set(
    'deliveries',
    retrying,
    scheduleFields(key, retrying.id, before().toISOString()),
  );
};

/** A document that is looked for now, as if its message had been lost; answers the key of its bytes. */
export const overdueDocument = async (local: Service, tenant: Tenant): Promise<string> => {
  const { tenant_id } = tenant;
  const { id, customer_id } = await aDocument(tenant);
  const key = documentKey(tenant_id, id);
  await storedIn(local).set('resources', key, scheduleFields(key, id, before().toISOString()));
  return objectKeyOf({ tenant_id, customer_id, document_id: id });
};

/** As much of a verification in processing as the sweeper looks at, ten minutes late. */
export const overdueVerification = async (
  local: Service,
  { tenant_id }: Tenant,
): Promise<string> => {
  const id = idsAt(before())('verification');
  const key = verificationKey(tenant_id, id);
  await storedIn(local).set('resources', key, scheduleFields(key, id, before().toISOString()));
  return id;
};

/** An order of a card that was not finished, ten minutes old; returns the message that cancels it. */
export const overdueOrder = async (local: Service, { tenant_id }: Tenant): Promise<CardMessage> => {
  const at = before();
  const order = anOrderKey(tenant_id, randomUUID());
  const written = {
    ...order,
    request_hash: '',
    card_id: idsAt(at)('card'),
    customer_id: idsAt(at)('customer'),
    ordered_at: at.toISOString(),
  };
  const key = orderKey(order);
  const due = { ...scheduleFields(key, written.card_id, at.toISOString()), state: 'open' };
  await storedIn(local).set('resources', key, { ...written, ...due });
  return { kind: 'card_order', ...order };
};

/** A comparison of counters that is due, as if its message had been lost. */
export const overdueComparison = async (local: Service, { tenant_id }: Tenant): Promise<void> => {
  const { key, item } = saveComparison(newComparison(tenant_id, before(), false)) as Extract<
    Write,
    { kind: 'put' }
  >;
  await storedIn(local).set('resources', key, item);
};

/** An event of ten minutes ago that no fan-out has confirmed. */
export const unconfirmed = async (local: Service, { tenant_id }: Tenant): Promise<void> => {
  const at = before();
  await storedIn(local).put([anEventAt(tenant_id, at)]);
};
