import type { Database } from '../../core/dynamodb/client.ts';
import { keys, tenantKey } from '../../core/dynamodb/keys.ts';
import { clock, durations, savedOn } from '../../core/jobs/batch.ts';
import type { StoredEvent } from '../../core/outbox/model.ts';
import { foundEvent } from '../../core/outbox/table.ts';
import type { Work } from '../../core/outbox/unit-of-work.ts';
import type { DestinationType } from '../webhooks/destination.ts';
import type { Webhook } from '../webhooks/model.ts';
import { secretOpener } from '../webhooks/secret-opener.ts';
import { sign } from '../webhooks/signing.ts';
import { isSuspended, suspensionUnchanged, webhookKeys, webhookOf } from '../webhooks/table.ts';
import { deliveryRole, eventSourceOf, webhookTargets } from '../webhooks/targets.ts';
import type { LeasedDelivery } from './claim.ts';
import {
  answer_body_wait_ms,
  attempt_deadline_ms,
  type Reconciliation,
  reconciliationOf,
} from './claim-rules.ts';
import { withSlowCallDetection } from './endpoint-health.ts';
import { type Attempt, changeDelivery, type Delivery, transitionDelivery } from './model.ts';
import { recordAttempt } from './record-attempt.ts';
import { deliveryRequest, httpsSender, maskedHeaders } from './send.ts';
import { awsSender, type DestinationSending, destinationHeaders } from './send-to-aws.ts';
import { saveDelivery } from './table.ts';

const send = httpsSender({ webhookTargets: webhookTargets() });
const sendToAws = awsSender(deliveryRole);
const openSecrets = secretOpener();

/**
 * One attempt of a leased delivery. After a crash the sweeper finds the delivery when its lease ends, so the endpoint may get
 * the same webhook-id twice, but never not at all. Returns the new status, if an attempt was made.
 */
export const attempt = async (
  leased: LeasedDelivery,
  work: Work,
): Promise<Delivery['status'] | undefined> => {
  const { delivery, trigger } = leased;
  const { webhook, suspended, event } = await findSending(work.db, delivery);
  if (!event) throw new Error(`event ${delivery.event_id} of a delivery is gone`);
  const reconciliation = reconciliationOf(webhook, suspended);
  if (!webhook || reconciliation !== 'resume')
    return pauseOrCancel(delivery, reconciliation, suspended, work);
  const { outcome, health } = await withSlowCallDetection(leased, work, () =>
    post(delivery, event, webhook),
  );
  return recordAttempt(
    { delivery, endpoint: { webhook, health, suspended }, trigger, ...outcome },
    work,
  );
};

/**
 * Ends the lease of a delivery whose webhook must not be called, and pauses or cancels it. If the webhook may be called again
 * by now, the lease ends by itself, and the delivery is due.
 */
const pauseOrCancel = async (
  delivery: Delivery,
  action: Reconciliation,
  suspended: boolean,
  work: Work,
): Promise<undefined> => {
  const { now } = work.deadline;
  const next = transitionDelivery({ ...delivery, lease: null, manual_due_at: null }, action, {
    now,
    durations,
  });
  if (!next) return;
  const { tenant_id, webhook_id } = delivery;
  const conditions =
    action === 'pause' ? [suspensionUnchanged(tenant_id, webhook_id, suspended)] : [];
  await savedOn(
    work,
    [saveDelivery(changeDelivery(delivery, next, now).after, delivery)],
    conditions,
  );
};

/** Sends the signed request or message, or the event. */
const post = async (delivery: Delivery, event: StoredEvent, webhook: Webhook) => {
  const at = clock.now();
  const opened = await openSecrets(webhook, at);
  const { result, headers, versions } = webhook.destination_type
    ? await toDestination(webhook.destination_type, { delivery, event, webhook, at, opened })
    : await toUrl({ delivery, event, webhook, at, opened });
  const sent: Pick<Attempt, 'started_at' | 'request' | 'secret_versions'> = {
    started_at: at.toISOString(),
    request: { headers },
    secret_versions: versions,
  };
  return { result, sent };
};

type Posting = {
  readonly delivery: Delivery;
  readonly event: StoredEvent;
  readonly webhook: Webhook;
  readonly at: Date;
  readonly opened: Awaited<ReturnType<typeof openSecrets>>;
};

const toUrl = async ({ delivery, event, webhook, at, opened }: Posting) => {
  const { secrets, versions, custom_headers } = opened;
  const request = deliveryRequest({
    url: webhook.url,
    event: { id: event.event_id, type: event.type },
    body: event.body,
    attempt: delivery.attempts_made + 1,
    at,
    secrets,
    custom_headers,
    deadline_ms: attempt_deadline_ms,
    body_wait_ms: answer_body_wait_ms,
  });
  return {
    result: await send(request),
    headers: maskedHeaders(request.headers, custom_headers),
    versions,
  };
};

/** A message is signed as a request is. An event on a bus has no place for a signature: the policy of the bus vouches for it. */
const toDestination = async (
  type: DestinationType,
  { delivery, event, webhook, at, opened }: Posting,
) => {
  const { body, created_at, resource } = event;
  const sending: DestinationSending = {
    type,
    address: webhook.url,
    source: eventSourceOf(webhook.tenant_id),
    body,
    event: { id: event.event_id, type: event.type, created_at, resource },
    attributes: {
      ...sign(event.event_id, at, body, opened.secrets),
      'webhook-event-type': event.type,
      'webhook-attempt': String(delivery.attempts_made + 1),
    },
    deadline_ms: attempt_deadline_ms,
  };
  const headers = maskedHeaders(destinationHeaders(sending), {});
  return {
    result: await sendToAws(sending),
    headers,
    versions: type === 'sqs' ? opened.versions : [],
  };
};

/**
 * The resources that an attempt needs besides its delivery: the webhook, the event, and whether the
 * account is suspended. One round trip, and another if the eventually consistent read does not find
 * the event.
 */
export const findSending = async (db: Database, { tenant_id, webhook_id, event_id }: Delivery) => {
  const sent = keys.event(tenant_id, event_id);
  const wanted = [webhookKeys.webhook(tenant_id, webhook_id), tenantKey(tenant_id), sent];
  const [webhook, owner, late] = await db.batch(wanted, ['outbox']);
  const event = await foundEvent(db, sent, late);
  return { webhook: webhookOf(webhook), suspended: isSuspended(owner), event };
};
