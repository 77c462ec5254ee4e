import { ShownWebhook, showWebhook } from '../contract/webhooks/webhook.ts';
import type { WebhookEventType } from '../domain/events/types.ts';
import type { Transition } from '../domain/transition.ts';
import { type StoredHealth, saveHealth, saveWebhook } from '../store/webhooks/webhooks.ts';
import { type Changed, changed, type DomainEvent } from './unit-of-work.ts';

type Stored = Parameters<typeof showWebhook>[0];

/** What a transition of a webhook comes to, shown with its endpoint's health. */
export const webhook = (
  transition: Transition<Stored, WebhookEventType>,
  health: StoredHealth,
  now: Date,
): Changed<ShownWebhook> =>
  changed(
    {
      schema: ShownWebhook,
      show: (stored) => showWebhook(stored, health, now),
      save: saveWebhook,
      subject: ({ tenant_id, id, version }) => ({
        tenant_id,
        customer_id: null,
        resource: { id, object: 'webhook' },
        sequence: version,
      }),
    },
    transition,
  );

/** As webhook, where its health is written too: what is open for it is then to be aligned with what it has become. */
export const webhookAndHealth = (transition: Transition<Stored, WebhookEventType>, health: StoredHealth, now: Date) =>
  [webhook(transition, health, now), saveHealth(transition.after, health)] as const;

/** An event that tests a webhook: for it alone, of the type and with the sample that its business asks for. */
export const testEvent = (
  { tenant_id, id: webhookId, version }: Stored,
  { id, type, data }: Pick<DomainEvent, 'type' | 'data'> & { readonly id: string },
): DomainEvent => ({
  ...{ kind: 'event', id, type, data, tenant_id },
  customer_id: null,
  resource: { id: webhookId, object: 'webhook' },
  sequence: version,
  previous: null,
  audience: 'one webhook',
});
