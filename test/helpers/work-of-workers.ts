import {
  compareCounters,
  countChanges,
  decideVerification,
  deliverWebhook,
  fanOutEvent,
  inspectDocument,
  monitorScreenings,
  reconcileCards,
  recordRequests,
  redactPersonalData,
  relayEvents,
  sweepScheduledWork,
} from '../../functions/app/jobs/jobs.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import { saveDelivery } from '../../functions/delivery/deliveries/table.ts';
import { customerKeys } from '../../functions/identity/customers/table.ts';
import { objectKeyOf } from '../../functions/identity/documents/object-key.ts';
import { noAttempts } from '../../functions/issuing/cards/attempts.ts';
import { saveAttempts } from '../../functions/issuing/cards/table.ts';
import { functionName, queueName } from '../../lib/environments.ts';
import { until } from '../../local/test/helpers/until.ts';
import { done } from './call.ts';
import { fileOf } from './document-files.ts';
import { aStoredCard, theCardholder } from './fixtures/cards.ts';
import { aCustomer, aStoredCustomer, completePerson } from './fixtures/customers.ts';
import { aNewDelivery, aStoredDelivery } from './fixtures/deliveries.ts';
import { aDecidedDocument, aDocument } from './fixtures/documents.ts';
import { aStoredScreening } from './fixtures/screenings.ts';
import type { Tenant } from './fixtures/tenants.ts';
import { aReadyVerification } from './fixtures/verifications.ts';
import { aWebhook } from './fixtures/webhooks.ts';
import {
  overdue,
  overdueComparison,
  overdueDocument,
  overdueOrder,
  overdueVerification,
  unconfirmed,
} from './overdue.ts';
import { sink } from './sink.ts';
import { storedIn } from './tables.ts';
import { upload } from './uploads.ts';
import { anEvent, everyDelivery, everyFanOut, type Make } from './work-of-deliveries.ts';

/** A document whose bytes come, one that is looked for in vain, and one that has expired. */
const everyDocument: Make = async (local, tenant) => {
  await upload(tenant, fileOf('passport.jpg'));
  const { id: document_id, customer_id } = await aDecidedDocument(tenant, {
    outcome: 'accepted',
    expires_on: '2020-05-31',
  });
  const expired = objectKeyOf({ tenant_id: tenant.tenant_id, customer_id, document_id });
  const key = await overdueDocument(local, tenant);
  const queue = local.queues.byName(queueName('sandbox', 'documents'), 'eu-west-1');
  for (const one of [key, expired]) queue?.send(JSON.stringify({ kind: 'document', key: one }));
};

/** A verification that ends, and one that changes nothing about its customer. */
const everyDecision: Make = async (local, tenant) => {
  const { id } = await aReadyVerification(tenant, { last_name: 'Suspected Fraud' });
  await done(tenant, `/verifications/${id}/submit`);
  const { id: further, customer_id } = await aReadyVerification(tenant, {
    last_name: 'Document Expired',
  });
  const { pk, sk } = customerKeys.customer(tenant.tenant_id, customer_id);
  const verification = {
    status: 'verified',
    level: 'standard',
    verified_at: new Date().toISOString(),
  };
  await storedIn(local).set('resources', { pk, sk }, { verification });
  await done(tenant, `/verifications/${further}/submit`);
};

/** Cards that end with their customer, one that expires this month, and an order that was not finished. */
const everyCard: Make = async (local, tenant) => {
  const { id } = await aCustomer(tenant);
  await aStoredCard(tenant, { customer_id: id });
  await done(tenant, `/customers/${id}/close`);
  const order = await overdueOrder(local, tenant);
  const queue = local.queues.byName(queueName('sandbox', 'cards'), 'eu-west-1');
  queue?.send(JSON.stringify(order));
  const [now, { tenant_id }] = [new Date(), tenant];
  const expiring = {
    exp_month: now.getUTCMonth() + 1,
    exp_year: now.getUTCFullYear(),
    renews_at: now.toISOString(),
  };
  const { id: card_id } = await aStoredCard(tenant, {
    customer_id: (await theCardholder(tenant)).id,
    ...expiring,
  });
  queue?.send(JSON.stringify({ kind: 'card', tenant_id, card_id }));
};

/** Closes a customer and asks for its redaction. */
const redacting = async (tenant: Tenant, id: string) => {
  for (const action of ['close', 'redact']) await done(tenant, `/customers/${id}/${action}`);
};

/** A closed customer of whom there is something in every place. */
const everyTrace: Make = async (local, tenant, wait_ms_max) => {
  const { id: webhook_id } = await aWebhook(tenant, {
    url: `${sink}/failing`,
    event_types: ['customer.created'],
  });
  const { id } = await aCustomer(tenant);
  const tried = async () => {
    const query = [['webhook_id', webhook_id]] as const;
    return (
      (await tenant.call({ method: 'GET', path: '/deliveries', query })).body.data[0]
        ?.attempts_made > 0
    );
  };
  await until(tried, 'the event is tried', wait_ms_max).catch(() => undefined);
  await upload(tenant, fileOf('passport.jpg'), { file_name: 'passport.jpg' }, id);
  await aDocument(tenant, { file_name: 'selfie.jpg' }, id);
  const card = await aStoredCard(tenant, { customer_id: id });
  const attempts = { wrong: [{ idempotency_key: 'key', last4: '0000' }], locked_until: null };
  await tenant.put([saveAttempts(card, attempts, { ...noAttempts, version: 0 })]);
  await redacting(tenant, id);
  const message = JSON.stringify({
    kind: 'redaction',
    tenant_id: tenant.tenant_id,
    customer_id: id,
  });
  local.queues.byName(queueName('sandbox', 'redactions'), 'eu-west-1')?.send(message);
};

/** Counters that lack a delivery of an hour ago, and the comparison that finds it. */
const aComparison: Make = async (local, tenant, wait_ms_max) => {
  const { tenant_id } = tenant;
  const at = new Date(Date.now() - 3_600_000);
  const times = { created_at: at.toISOString(), updated_at: at.toISOString() };
  local.mappings.pause(functionName('sandbox', countChanges.id));
  await tenant.put([
    saveDelivery(
      aStoredDelivery({ ...times, tenant_id, id: idsAt(at)('delivery'), scheduled_at: null }),
    ),
  ]);
  await overdueComparison(local, tenant);
  local.queues
    .byName(queueName('sandbox', 'counters'), 'eu-west-1')
    ?.send(JSON.stringify({ kind: 'counters', tenant_id }));
  const repaired = async () => (await storedIn(local).items('counters', tenant_id)).length > 0;
  await until(repaired, 'the delivery is counted', wait_ms_max).catch(() => undefined);
  local.mappings.resume(functionName('sandbox', countChanges.id));
};

/** A call whose line is recorded. */
const aRequest: Make = async (local, tenant, wait_ms_max) => {
  local.logSubscriptions.resume();
  await tenant.call({ method: 'GET', path: '/accounts' });
  const recorded = async () =>
    (await storedIn(local).items('requests', tenant.tenant_id)).length > 0;
  await until(recorded, 'the request is recorded', wait_ms_max).catch(() => undefined);
  local.logSubscriptions.pause();
};

/** Work that is overdue and an event that was not confirmed, and the sweep that finds both. */
const aSweep: Make = async (local, tenant) => {
  // An event that a job is to find must not be confirmed before.
  for (const { id } of [relayEvents, fanOutEvent])
    local.mappings.pause(functionName('sandbox', id));
  const { webhook_id } = await aNewDelivery(tenant, { url: `${sink}/failing` });
  await overdue(local, tenant, webhook_id);
  await overdueDocument(local, tenant);
  await overdueVerification(local, tenant);
  await overdueOrder(local, tenant);
  await overdueComparison(local, tenant);
  await redacting(tenant, (await aCustomer(tenant)).id);
  await unconfirmed(local, tenant);
  await local.invoke(functionName('sandbox', sweepScheduledWork.id), {});
  for (const { id } of [relayEvents, fanOutEvent])
    local.mappings.resume(functionName('sandbox', id));
};

/** Screenings with an earlier version: of one who is found now, of one who is not, and of one who was closed. */
const everyScreening: Make = async (local, tenant) => {
  const { id: listed } = await aStoredCustomer(tenant, completePerson({ last_name: 'Listed' }));
  const { id: closed } = await aStoredCustomer(tenant, completePerson(), { status: 'closed' });
  const { id: same } = await aStoredCustomer(tenant, completePerson());
  for (const id of [listed, closed, same]) await aStoredScreening(tenant, id, []);
  await local.invoke(functionName('sandbox', monitorScreenings.id), {});
};

/** The work of each worker, which uses each of its grants. */
export const work: readonly (readonly [id: string, make: Make])[] = [
  [relayEvents.id, anEvent],
  [countChanges.id, anEvent],
  [compareCounters.id, aComparison],
  [fanOutEvent.id, everyFanOut],
  [deliverWebhook.id, everyDelivery],
  [inspectDocument.id, everyDocument],
  [decideVerification.id, everyDecision],
  [reconcileCards.id, everyCard],
  [redactPersonalData.id, everyTrace],
  [sweepScheduledWork.id, aSweep],
  [recordRequests.id, aRequest],
  [monitorScreenings.id, everyScreening],
];

const received = /^sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes)$/;

/**
 * Grants that only the mapping of a queue or a stream uses for its function: it does not start
 * without them.
 */
export const feeding: Readonly<Record<string, RegExp>> = {
  [relayEvents.id]: /^(dynamodb|kms|sqs):/,
  [countChanges.id]: /^(dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams)|sqs:)/,
  [compareCounters.id]: received,
  [fanOutEvent.id]: received,
  [deliverWebhook.id]: received,
  [decideVerification.id]: received,
  [reconcileCards.id]: received,
  [redactPersonalData.id]: received,
  [inspectDocument.id]: received,
};
