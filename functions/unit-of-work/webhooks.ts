import { ShownWebhook, showWebhook, toldWebhook } from '../contract/webhooks/webhook.ts';
import type { WebhookEventType } from '../domain/events/types.ts';
import type { Transition } from '../domain/transition.ts';
import type { Webhook } from '../domain/webhooks/webhook.ts';
import { type StoredHealth, saveHealth } from '../store/webhooks/health.ts';
import { saveWebhook } from '../store/webhooks/webhooks.ts';
import { changed, type DomainEvent, type Registration } from './unit-of-work.ts';

const registration = (health: StoredHealth, now: Date): Registration<Webhook, typeof ShownWebhook> => ({
  object: 'webhook',
  schema: ShownWebhook,
  show: (webhook) => showWebhook({ webhook, health }, now),
  tell: toldWebhook,
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
