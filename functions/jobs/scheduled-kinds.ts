import type { DocumentNotice } from '../aws/s3.ts';
import { orderOf, reconciliationJobOf } from '../cards/table.ts';
import { deliveryOf } from '../deliveries/table.ts';
import { objectKeyOf } from '../documents/object-key.ts';
import { documentOf } from '../documents/table.ts';
import type { Item } from '../dynamodb/client.ts';
import type {
  AccountMessage,
  CardMessage,
  DeliveryMessage,
  EventNotice,
  RecoveryMessage,
  RedactionMessage,
  WebhookMessage,
} from '../events/model.ts';
import { eventOf, noticeOf } from '../events/table.ts';
import { recoveryOf } from '../recoveries/table.ts';

/** The queues whose workers look after what is due. */
export type WorkerQueue = 'deliver' | 'documents' | 'identity' | 'cards' | 'redactions';

/** What wakes somebody: a message for the one queue of a worker, or a notice for the bus, which tells every consumer again. */
type Notification = { readonly body: object; readonly group: string };
type ScheduledKind =
  | { readonly lane: WorkerQueue; readonly notification: (item: Item) => Notification }
  | { readonly lane: 'bus'; readonly notification: (item: Item) => EventNotice };

/** Every kind of work that waits, by the name that its key has for it (store/due-fields.ts). A new one is a row. */
export const scheduledKinds: Readonly<Record<string, ScheduledKind>> = {
  event: { lane: 'bus', notification: (item) => noticeOf(eventOf(item)) },
  delivery: {
    lane: 'deliver',
    notification: (item) => {
      const { tenant_id, id: delivery_id, webhook_id, attempts_made } = deliveryOf(item);
      const body: DeliveryMessage = { tenant_id, delivery_id, webhook_id, attempts_made };
      return { body, group: webhook_id };
    },
  },
  /** The alignment of a webhook's deliveries and the breaker's next probe are due in its endpoint's health. */
  health: {
    lane: 'deliver',
    notification: ({ pk }) => {
      const [tenant_id = '', webhook_id = ''] = String(pk).split('/');
      const body: WebhookMessage = { tenant_id, webhook_id };
      return { body, group: webhook_id };
    },
  },
  recovery: {
    lane: 'deliver',
    notification: (item) => {
      const { tenant_id, webhook_id, id: recovery_id } = recoveryOf(item);
      const body: RecoveryMessage = { tenant_id, webhook_id, recovery_id };
      return { body, group: webhook_id };
    },
  },
  /** The webhooks of an account that was suspended or reactivated. */
  'webhook-alignment': {
    lane: 'deliver',
    notification: ({ tenant_id }) => {
      const body: AccountMessage = { tenant_id: String(tenant_id) };
      return { body, group: body.tenant_id };
    },
  },
  /** A closed customer that is being redacted. */
  customer: {
    lane: 'redactions',
    notification: ({ tenant_id, id }) => {
      const body: RedactionMessage = { tenant_id: String(tenant_id), customer_id: String(id) };
      return { body, group: body.tenant_id };
    },
  },
  document: {
    lane: 'documents',
    notification: (item) => {
      const { tenant_id, customer_id, id: document_id } = documentOf(item);
      const body: DocumentNotice = { key: objectKeyOf({ tenant_id, customer_id, document_id }) };
      return { body, group: tenant_id };
    },
  },
  /** As the bus tells of it, with no event of its own. */
  verification: {
    lane: 'identity',
    notification: ({ pk, sk }) => {
      const [tenant_id = ''] = String(pk).split('/');
      const detail: Pick<EventNotice, 'tenant_id' | 'resource_id'> = { tenant_id, resource_id: String(sk) };
      return { body: { detail }, group: detail.tenant_id };
    },
  },
  /** A card of which its issuer is to hear. */
  card: {
    lane: 'cards',
    notification: ({ tenant_id, id }) => {
      const body: CardMessage = { card: { tenant_id: String(tenant_id), card_id: String(id) } };
      return { body, group: body.card.tenant_id };
    },
  },
  'card-alignment': {
    lane: 'cards',
    notification: (item) => {
      const { tenant_id, customer_id } = reconciliationJobOf(item);
      const body: CardMessage = { holding: { tenant_id, customer_id } };
      return { body, group: tenant_id };
    },
  },
  'card-order': {
    lane: 'cards',
    notification: (item) => {
      const { tenant_id, operation, path_ids, idempotency_key } = orderOf(item);
      const body: CardMessage = { order: { tenant_id, operation, path_ids, idempotency_key } };
      return { body, group: tenant_id };
    },
  },
};
