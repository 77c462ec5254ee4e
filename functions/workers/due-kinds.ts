import type {
  AccountWakeUp,
  CardWakeUp,
  DeliveryWakeUp,
  EventNotice,
  RecoveryWakeUp,
  RedactionWakeUp,
  WebhookWakeUp,
} from '../domain/events/event.ts';
import type { DocumentNotice } from '../ports/document-storage/document-storage.ts';
import { objectKeyOf } from '../ports/document-storage/object-key.ts';
import { alignmentJobOf } from '../store/cards/alignment.ts';
import { intentOf } from '../store/cards/issuing-intents.ts';
import type { Item } from '../store/database.ts';
import { deliveryOf } from '../store/deliveries/deliveries.ts';
import { recoveryOf } from '../store/deliveries/recoveries.ts';
import { documentOf } from '../store/documents/documents.ts';
import { eventOf, noticeOf } from '../store/events/list.ts';

/** The queues whose workers look after what is due. */
export type QueueName = 'deliver' | 'documents' | 'identity' | 'cards' | 'redactions';

/** What wakes somebody: a message for the one queue of a worker, or a notice for the bus, which tells every consumer again. */
type WakeUp = { readonly body: object; readonly group: string };
type DueKind =
  | { readonly lane: QueueName; readonly wakeUp: (item: Item) => WakeUp }
  | { readonly lane: 'bus'; readonly wakeUp: (item: Item) => EventNotice };

/** Every kind of work that waits, by the name that its key has for it (store/due-fields.ts). A new one is a row. */
export const dueKinds: Readonly<Record<string, DueKind>> = {
  event: { lane: 'bus', wakeUp: (item) => noticeOf(eventOf(item)) },
  delivery: {
    lane: 'deliver',
    wakeUp: (item) => {
      const { tenant_id, id: delivery_id, webhook_id, attempts_made } = deliveryOf(item);
      const body: DeliveryWakeUp = { tenant_id, delivery_id, webhook_id, attempts_made };
      return { body, group: webhook_id };
    },
  },
  /** The alignment of a webhook's deliveries and the breaker's next probe are due in its endpoint's health. */
  health: {
    lane: 'deliver',
    wakeUp: ({ pk }) => {
      const [tenant_id = '', webhook_id = ''] = String(pk).split('/');
      const body: WebhookWakeUp = { tenant_id, webhook_id };
      return { body, group: webhook_id };
    },
  },
  recovery: {
    lane: 'deliver',
    wakeUp: (item) => {
      const { tenant_id, webhook_id, id: recovery_id } = recoveryOf(item);
      const body: RecoveryWakeUp = { tenant_id, webhook_id, recovery_id };
      return { body, group: webhook_id };
    },
  },
  /** The webhooks of an account that was suspended or reactivated. */
  'webhook-alignment': {
    lane: 'deliver',
    wakeUp: ({ tenant_id }) => {
      const body: AccountWakeUp = { tenant_id: String(tenant_id) };
      return { body, group: body.tenant_id };
    },
  },
  /** A closed customer that is being redacted. */
  customer: {
    lane: 'redactions',
    wakeUp: ({ tenant_id, id }) => {
      const body: RedactionWakeUp = { tenant_id: String(tenant_id), customer_id: String(id) };
      return { body, group: body.tenant_id };
    },
  },
  document: {
    lane: 'documents',
    wakeUp: (item) => {
      const { tenant_id, customer_id, id: document_id } = documentOf(item);
      const body: DocumentNotice = { key: objectKeyOf({ tenant_id, customer_id, document_id }) };
      return { body, group: tenant_id };
    },
  },
  /** As the bus tells of it, with no event of its own. */
  verification: {
    lane: 'identity',
    wakeUp: ({ tenant_id, id }) => {
      const detail: Pick<EventNotice, 'tenant_id' | 'resource_id'> = {
        tenant_id: String(tenant_id),
        resource_id: String(id),
      };
      return { body: { detail }, group: detail.tenant_id };
    },
  },
  /** A card of which its issuer is to hear. */
  card: {
    lane: 'cards',
    wakeUp: ({ tenant_id, id }) => {
      const body: CardWakeUp = { card: { tenant_id: String(tenant_id), card_id: String(id) } };
      return { body, group: body.card.tenant_id };
    },
  },
  'card-alignment': {
    lane: 'cards',
    wakeUp: (item) => {
      const { tenant_id, customer_id } = alignmentJobOf(item);
      const body: CardWakeUp = { holding: { tenant_id, customer_id } };
      return { body, group: tenant_id };
    },
  },
  'issuing-intent': {
    lane: 'cards',
    wakeUp: (item) => {
      const { tenant_id, operation, path_ids, idempotency_key } = intentOf(item);
      const body: CardWakeUp = { intent: { tenant_id, operation, path_ids, idempotency_key } };
      return { body, group: tenant_id };
    },
  },
};
