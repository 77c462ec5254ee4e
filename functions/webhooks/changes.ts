import type { WebhookEventType } from '../events/types.ts';
import type { Transition } from '../transition.ts';
import { changed, type DomainEvent, type Registration } from '../unit-of-work.ts';
import { type StoredHealth, saveHealth } from './health-table.ts';
import type { Webhook } from './model.ts';
import { toldWebhook, toWebhookResource, WebhookResource } from './schema.ts';
import { saveWebhook } from './table.ts';

const registration = (health: StoredHealth, now: Date): Registration<Webhook, typeof WebhookResource> => ({
  object: 'webhook',
  schema: WebhookResource,
  toResource: (webhook) => toWebhookResource({ webhook, health }, now),
  toEventData: toldWebhook,
  save: saveWebhook,
});

/** What a transition of a webhook comes to, shown with its endpoint's health. */
export const webhook = (transition: Transition<Webhook, WebhookEventType>, health: StoredHealth, now: Date) =>
  changed(registration(health, now), transition);

/** As webhook, where its health is written too: what is open for it is then to be aligned with what it has become. */
export const webhookAndHealth = (transition: Transition<Webhook, WebhookEventType>, health: StoredHealth, now: Date) =>
  [webhook(transition, health, now), saveHealth(transition.after, health, now)] as const;

/** An event that tests a webhook: for it alone, of the type and with the sample that its business asks for. */
export const testEvent = (
  { tenant_id, id: webhookId, version }: Webhook,
  { id, type, data }: Pick<DomainEvent, 'type' | 'data'> & { readonly id: string },
): DomainEvent => ({
  ...{ kind: 'event', id, type, data, tenant_id },
  customer_id: null,
  resource: { id: webhookId, object: 'webhook' },
  sequence: version,
  previous: null,
  audience: 'one webhook',
});
