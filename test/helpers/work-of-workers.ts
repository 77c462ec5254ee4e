import assert from 'node:assert/strict';
import {
  decideVerification,
  deliverWebhook,
  fanOutEvent,
  inspectDocument,
  relayEvents,
  settleCards,
  sweepDueWork,
} from '../../functions/contract/workers.ts';
import { keys } from '../../functions/store/table.ts';
import { functionName, queueName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import { fileOf } from './document-files.ts';
import { aCustomer, type Tenant } from './given.ts';
import { aStoredCard } from './given-stored-cards.ts';
import { aReadyVerification, done } from './given-verifications.ts';
import { aNewDelivery, aWebhook } from './given-webhooks.ts';
import { overdue, overdueDocument, overdueIntent, overdueVerification, unconfirmed } from './overdue.ts';
import { sink } from './sink.ts';
import { storedIn } from './stored.ts';
import { upload } from './uploads.ts';

/** Makes an event, and with it work for everybody behind it. */
const anEvent = async (_local: Local, tenant: Tenant) => {
  await aWebhook(tenant, { event_types: ['customer.created'] });
  const body = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };
  assert.equal((await tenant.call({ method: 'POST', path: '/customers', body })).status, 201);
};

/** Deliveries that arrive, fail and disable their webhook, and a webhook whose deliveries are recovered and aligned. */
const everyDelivery = async (_local: Local, tenant: Tenant) => {
  await aNewDelivery(tenant);
  await aNewDelivery(tenant, { url: `${sink}/failing` });
  await aNewDelivery(tenant, { url: `${sink}/gone` });
  const { webhook_id } = await aNewDelivery(tenant, { url: `${sink}/failing` });
  const missed = { scope: 'missing', since: '2026-01-01T00:00:00Z' };
  await tenant.call({ method: 'POST', path: `/webhooks/${webhook_id}/recover`, body: missed });
  await tenant.call({ method: 'POST', path: `/webhooks/${webhook_id}/disable` });
};

/** A document whose bytes come, and one that is looked for in vain. */
const everyDocument = async (local: Local, tenant: Tenant) => {
  await upload(tenant, fileOf('passport.jpg'));
  const key = await overdueDocument(local, tenant);
  local.queues.byName(queueName('sandbox', 'documents'), 'eu-west-1')?.send(JSON.stringify({ key }));
};

/** A verification that ends, and one that changes nothing about its customer. */
const everyDecision = async (local: Local, tenant: Tenant) => {
  const { id } = await aReadyVerification(tenant, { last_name: 'Suspected Fraud' });
  await done(tenant, `/verifications/${id}/submit`);
  const { id: further, customer_id } = await aReadyVerification(tenant, { last_name: 'Document Expired' });
  const { pk, sk } = keys.customer(tenant.tenant_id, customer_id);
  const verification = { status: 'verified', level: 'standard', verified_at: new Date().toISOString() };
  await storedIn(local).set('resources', { pk, sk }, { verification });
  await done(tenant, `/verifications/${further}/submit`);
};

/** Cards that end with their customer, and an order that nobody finished. */
const everyCard = async (local: Local, tenant: Tenant) => {
  const { id } = await aCustomer(tenant);
  await aStoredCard(tenant, { customer_id: id });
  await done(tenant, `/customers/${id}/close`);
  const intent = await overdueIntent(local, tenant);
  const queue = local.queues.byName(queueName('sandbox', 'cards'), 'eu-west-1');
  queue?.send(JSON.stringify(intent));
};

/** Work that is overdue and an event that nobody confirmed, and the sweep that finds both. */
const aSweep = async (local: Local, tenant: Tenant) => {
  // What is to be found must not be confirmed before.
  for (const { id } of [relayEvents, fanOutEvent]) local.mappings.pause(functionName('sandbox', id));
  const { webhook_id } = await aNewDelivery(tenant, { url: `${sink}/failing` });
  await overdue(local, tenant, webhook_id);
  await overdueDocument(local, tenant);
  await overdueVerification(local, tenant);
  await overdueIntent(local, tenant);
  await unconfirmed(local, tenant);
  await local.invoke(functionName('sandbox', sweepDueWork.id), {});
  for (const { id } of [relayEvents, fanOutEvent]) local.mappings.resume(functionName('sandbox', id));
};

/** What each worker is brought to do, which takes everything that it may do. */
export const work: readonly (readonly [id: string, make: (local: Local, tenant: Tenant) => Promise<void>])[] = [
  [relayEvents.id, anEvent],
  [fanOutEvent.id, anEvent],
  [deliverWebhook.id, everyDelivery],
  [inspectDocument.id, everyDocument],
  [decideVerification.id, everyDecision],
  [settleCards.id, everyCard],
  [sweepDueWork.id, aSweep],
];

const received = /^sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes)$/;

/** What only the mapping of a queue or a stream asks for in the name of its function: it does not start without. */
export const feeding: Readonly<Record<string, RegExp>> = {
  [relayEvents.id]: /^(dynamodb|kms|sqs):/,
  [fanOutEvent.id]: received,
  [deliverWebhook.id]: received,
  [decideVerification.id]: received,
  [settleCards.id]: received,
  [inspectDocument.id]: received,
};
