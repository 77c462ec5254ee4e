import type { AccountWakeUp, CardWakeUp, DeliveryWakeUp, EventNotice, WebhookWakeUp } from '../domain/events/event.ts';
import type { DocumentNotice } from '../ports/document-storage/document-storage.ts';
import { objectKeyOf } from '../ports/document-storage/object-key.ts';
import { alignmentJobOf } from '../store/cards/alignment.ts';
import { intentOf } from '../store/cards/issuing-intents.ts';
import type { Item } from '../store/database.ts';
import { deliveryOf } from '../store/deliveries/deliveries.ts';
import { documentOf } from '../store/documents/documents.ts';
import type { DueWork } from '../store/due-work.ts';

/** The queues whose workers look after what is due. */
export type QueueName = 'deliver' | 'documents' | 'identity' | 'cards';

/** A kind of work that waits: the queue that its worker is woken by, and the wake-up. */
type DueKind = {
  readonly queue: QueueName;
  readonly wakeUp: (item: Item) => { readonly body: object; readonly group: string };
};

/** Every kind of work that waits, by the name that its key has for it. A new one is a row. */
const kinds: Readonly<Record<string, DueKind>> = {
  delivery: {
    queue: 'deliver',
    wakeUp: (item) => {
      const { tenant_id, id: delivery_id, webhook_id, attempts_made } = deliveryOf(item);
      const body: DeliveryWakeUp = { tenant_id, delivery_id, webhook_id, attempts_made };
      return { body, group: webhook_id };
    },
  },
  /** The alignment of a webhook's deliveries and the breaker's next probe are due in its endpoint's health. */
  health: {
    queue: 'deliver',
    wakeUp: ({ pk }) => {
      const [tenant_id = '', webhook_id = ''] = String(pk).split('/');
      const body: WebhookWakeUp = { tenant_id, webhook_id };
      return { body, group: webhook_id };
    },
  },
  /** The webhooks of an account that was suspended or reactivated. */
  'webhook-alignment': {
    queue: 'deliver',
    wakeUp: ({ tenant_id }) => {
      const body: AccountWakeUp = { tenant_id: String(tenant_id) };
      return { body, group: body.tenant_id };
    },
  },
  document: {
    queue: 'documents',
    wakeUp: (item) => {
      const { tenant_id, customer_id, id: document_id } = documentOf(item);
      const body: DocumentNotice = { key: objectKeyOf({ tenant_id, customer_id, document_id }) };
      return { body, group: tenant_id };
    },
  },
  /** As the bus tells of it, with no event of its own. */
  verification: {
    queue: 'identity',
    wakeUp: ({ tenant_id, id }) => {
      const detail: Pick<EventNotice, 'tenant_id' | 'resource_id'> = {
        tenant_id: String(tenant_id),
        resource_id: String(id),
      };
      return { body: { detail }, group: detail.tenant_id };
    },
  },
  'card-alignment': {
    queue: 'cards',
    wakeUp: (item) => {
      const { tenant_id, customer_id } = alignmentJobOf(item);
      const body: CardWakeUp = { holding: { tenant_id, customer_id } };
      return { body, group: tenant_id };
    },
  },
  'issuing-intent': {
    queue: 'cards',
    wakeUp: (item) => {
      const { tenant_id, operation, path_ids, idempotency_key } = intentOf(item);
      const body: CardWakeUp = { intent: { tenant_id, operation, path_ids, idempotency_key } };
      return { body, group: tenant_id };
    },
  },
};

/** What kind of work an item is: nouns are named by their partition, what lies beside them by itself. */
export const kindOf = ({ key: { table, pk, sk } }: DueWork): DueKind | undefined =>
  kinds[table === 'deliveries' ? sk : (pk.split('/').at(-1) ?? '')];
