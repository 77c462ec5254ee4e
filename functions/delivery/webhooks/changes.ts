import type { EventTypeOf } from '../../core/event-types.ts';
import type { ReadonlyDeep } from '../../core/json.ts';
import { byName } from '../../core/json.ts';
import { changed, type DomainEvent, type Registration } from '../../core/outbox/unit-of-work.ts';
import type { Transition } from '../../core/transition.ts';
import { maskedForAll, maskedForOwner } from './custom-headers.ts';
import { destinationPolicy } from './destination.ts';
import { type StoredHealth, saveHealth } from './health-table.ts';
import { type Webhook, webhookActions } from './model.ts';
import { WebhookResource } from './schema.ts';
import { liveSecrets } from './secrets.ts';
import { saveWebhook, type WebhookAndHealth } from './table.ts';
import { deliveryRole, eventSourceOf } from './targets.ts';
import { maskedUrl } from './url.ts';

/** The events of webhooks: an endpoint fails or has recovered, a webhook was disabled, or its business tests it. */
type WebhookEventType = EventTypeOf<'webhook'>;

/** The one projection from a stored webhook and the health of its endpoint; the schema removes what it does not name. */
export const toWebhookResource = (
  { webhook, health }: WebhookAndHealth,
  now: Date,
): WebhookResource => {
  const resource: ReadonlyDeep<WebhookResource> = {
    ...webhook,
    health,
    object: 'webhook',
    allowed_actions: webhookActions[webhook.status],
    destination: destinationOf(webhook),
    headers: byName(maskedForOwner(webhook.headers)),
    metadata: byName(webhook.metadata),
    secrets: liveSecrets(webhook.secrets, now),
  };
  return resource as WebhookResource;
};

/** The destination with the policy by which its owner lets deliveries in. */
const destinationOf = ({
  destination_type: type,
  url,
  tenant_id,
}: Webhook): WebhookResource['destination'] => {
  if (!type) return null;
  const source = eventSourceOf(tenant_id);
  const policy = destinationPolicy(type, url, deliveryRole(), source);
  return type === 'eventbridge'
    ? { type, bus_arn: url, source, policy }
    : { type, queue_url: url, policy };
};

const maskedDestination = (
  destination: WebhookResource['destination'],
): WebhookResource['destination'] => {
  if (destination?.type === 'eventbridge')
    return { ...destination, bus_arn: maskedUrl(destination.bus_arn), policy: null };
  return (
    destination && { ...destination, queue_url: maskedUrl(destination.queue_url), policy: null }
  );
};

/** A webhook in events: without its path and header values, because the other endpoints of the business may be foreign. */
const inEvents = (resource: WebhookResource): WebhookResource => ({
  ...resource,
  url: maskedUrl(resource.url),
  destination: maskedDestination(resource.destination),
  headers: maskedForAll(resource.headers),
});

/** A transition of a webhook, shown with the health of its endpoint. */
export const webhook = (
  transition: Transition<Webhook, WebhookEventType>,
  health: StoredHealth,
  now: Date,
) => {
  const registration: Registration<Webhook, typeof WebhookResource> = {
    object: 'webhook',
    schema: WebhookResource,
    toResource: (webhook) => toWebhookResource({ webhook, health }, now),
    toEventData: inEvents,
    save: saveWebhook,
  };
  return changed(registration, transition);
};

/** The same with its health, when that has a job that reconciles the open deliveries. */
export const webhookAndHealth = (
  transition: Transition<Webhook, WebhookEventType>,
  health: StoredHealth,
  now: Date,
) => [webhook(transition, health, now), saveHealth(transition.after, health, now)] as const;

/** An event that tests a webhook and that no other webhook gets, with the example of a type. */
export const testEvent = (
  { tenant_id, id: webhookId, version }: Webhook,
  { id, type, data }: Pick<DomainEvent, 'type' | 'data'> & { readonly id: string },
): DomainEvent => ({
  kind: 'event',
  id,
  type,
  data,
  tenant_id,
  customer_id: null,
  resource: { id: webhookId, object: 'webhook' },
  sequence: version,
  previous: null,
  audience: 'one webhook',
});
