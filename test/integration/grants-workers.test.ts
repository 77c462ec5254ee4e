import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
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
import { fileOf } from '../helpers/document-files.ts';
import { aCustomer, aTenant, type Tenant } from '../helpers/given.ts';
import { aStoredCard } from '../helpers/given-stored-cards.ts';
import { aReadyVerification, done } from '../helpers/given-verifications.ts';
import { aNewDelivery, aWebhook } from '../helpers/given-webhooks.ts';
import { type Granted, grantedIn } from '../helpers/granted.ts';
import { overdue, overdueDocument, overdueIntent, overdueVerification, unconfirmed } from '../helpers/overdue.ts';
import { startService } from '../helpers/service.ts';
import { sink } from '../helpers/sink.ts';
import { storedIn } from '../helpers/stored.ts';
import { until } from '../helpers/until.ts';
import { upload } from '../helpers/uploads.ts';

let local: Local;
let granted: Map<string, Granted[]>;
before(async () => {
  local = await startService();
  granted = grantedIn(local.resources, ['dynamodb', 'kms', 'sqs', 'events', 's3']);
});
after(() => local.stop());

/** Makes an event, and with it work for everybody behind it. */
const anEvent = async (tenant: Tenant) => {
  await aWebhook(tenant, { event_types: ['customer.created'] });
  const body = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };
  assert.equal((await tenant.call({ method: 'POST', path: '/customers', body })).status, 201);
};

/** Deliveries that arrive, fail and disable their webhook, and a webhook whose deliveries are aligned. */
const everyDelivery = async (tenant: Tenant) => {
  await aNewDelivery(tenant);
  await aNewDelivery(tenant, { url: `${sink}/failing` });
  await aNewDelivery(tenant, { url: `${sink}/gone` });
  const { webhook_id } = await aNewDelivery(tenant, { url: `${sink}/failing` });
  await tenant.call({ method: 'POST', path: `/webhooks/${webhook_id}/disable` });
};

/** A document whose bytes come, and one that is looked for in vain. */
const everyDocument = async (tenant: Tenant) => {
  await upload(tenant, fileOf('passport.jpg'));
  const key = await overdueDocument(local, tenant);
  local.queues.byName(queueName('sandbox', 'documents'), 'eu-west-1')?.send(JSON.stringify({ key }));
};

/** A verification that ends, and one that changes nothing about its customer. */
const everyDecision = async (tenant: Tenant) => {
  const { id } = await aReadyVerification(tenant, { last_name: 'Suspected Fraud' });
  await done(tenant, `/verifications/${id}/submit`);
  const { id: further, customer_id } = await aReadyVerification(tenant, { last_name: 'Document Expired' });
  const { pk, sk } = keys.customer(tenant.tenant_id, customer_id);
  const verification = { status: 'verified', level: 'standard', verified_at: new Date().toISOString() };
  await storedIn(local).set('resources', { pk, sk }, { verification });
  await done(tenant, `/verifications/${further}/submit`);
};

/** Cards that end with their customer, and an order that nobody finished. */
const everyCard = async (tenant: Tenant) => {
  const { id } = await aCustomer(tenant);
  await aStoredCard(tenant, { customer_id: id });
  await done(tenant, `/customers/${id}/close`);
  const intent = await overdueIntent(local, tenant);
  const queue = local.queues.byName(queueName('sandbox', 'cards'), 'eu-west-1');
  queue?.send(JSON.stringify(intent));
};

/** Work that is overdue and an event that nobody confirmed, and the sweep that finds both. */
const aSweep = async (tenant: Tenant) => {
  // What is to be found must not be confirmed before.
  for (const { id } of [relayEvents, fanOutEvent]) local.mappings.pause(functionName('sandbox', id));
  const { webhook_id } = await aNewDelivery(tenant, { url: `${sink}/failing` });
  await overdue(local, tenant, webhook_id);
  await overdueDocument(local, tenant);
  await overdueVerification(local, tenant);
  await overdueIntent(local, tenant);
  await unconfirmed(local, tenant);
  const [rule = ''] = local.schedules.rules;
  await local.schedules.trigger(rule);
};

/** What each worker is brought to do, which takes everything that it may do. */
const work: readonly (readonly [id: string, make: (tenant: Tenant) => Promise<void>])[] = [
  [relayEvents.id, anEvent],
  [fanOutEvent.id, anEvent],
  [deliverWebhook.id, everyDelivery],
  [inspectDocument.id, everyDocument],
  [decideVerification.id, everyDecision],
  [settleCards.id, everyCard],
  [sweepDueWork.id, aSweep],
];

/** What only the mapping of a queue or a stream asks for in the name of its function: it does not start without. */
const feeding: Readonly<Record<string, RegExp>> = {
  [relayEvents.id]: /^(dynamodb|kms|sqs):/,
  [fanOutEvent.id]: /^sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes)$/,
  [deliverWebhook.id]: /^sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes)$/,
  [decideVerification.id]: /^sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes)$/,
  [settleCards.id]: /^sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes)$/,
  [inspectDocument.id]: /^sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes)$/,
};

/** Storage answers HEAD without a word, so of it only the status tells. */
const refusalsIn = (name: string, granted: Pick<Granted, 'action' | 'resource'>) =>
  granted.action.startsWith('s3:')
    ? local.recorder.calls.filter((call) => call.function === name && call.service === 's3' && call.status === 403)
        .length
    : loggedIn(name, granted);

const loggedIn = (name: string, { action, resource }: Pick<Granted, 'action' | 'resource'>) =>
  local.logs
    .lines()
    .filter(({ functionName, line }) => functionName === name && line.includes('AccessDenied'))
    .filter(({ line }) => line.includes(`perform: ${action} on resource`) && fits(line, resource)).length;

/** Whether a refusal names a resource that a grant covers. */
const fits = (line: string, resource: string) =>
  resource.split('*').every((part) => line.includes(part)) && (/\/index\//.test(resource) || !line.includes('/index/'));

describe('without any one of its grants a worker is refused as AWS would, and says so', () => {
  for (const [id, make] of work) {
    test(id, async () => {
      const name = functionName('sandbox', id);
      const own = (granted.get(name) ?? []).filter(({ action }) => !feeding[id]?.test(action));
      assert.ok(own.length > 0);
      for (const grant of own) {
        const before = refusalsIn(name, grant);
        const giveBack = local.iam.revoke(grant);
        await make(await aTenant(local));
        await until(() => refusalsIn(name, grant) > before, `${id} needs ${grant.action} on ${grant.resource}`);
        giveBack();
      }
    });
  }
});
