import type { Item } from '../../core/dynamodb/client.ts';
import { reconciliationJobOf } from '../../core/jobs/card-reconciliation-table.ts';
import type {
  CardMessage,
  CountersMessage,
  DeliverMessage,
  DocumentMessage,
  IdentityMessage,
  RedactionMessage,
} from '../../core/messages.ts';
import { type EventNotice, noticeOf } from '../../core/outbox/model.ts';
import { deliveryMessage } from '../../delivery/deliveries/model.ts';
import { deliveryOf } from '../../delivery/deliveries/table.ts';
import { recoveryOf } from '../../delivery/recoveries/table.ts';
import { objectKeyOf } from '../../identity/documents/object-key.ts';
import { documentOf } from '../../identity/documents/table.ts';
import { orderOf } from '../../issuing/cards/orders-table.ts';

/** The message of each queue whose worker does scheduled work; the bus passes a notice to every consumer again. */
type Messages = {
  deliver: DeliverMessage;
  documents: DocumentMessage;
  identity: IdentityMessage;
  cards: CardMessage;
  redactions: RedactionMessage;
  counters: CountersMessage;
  bus: EventNotice;
};

/** The queues that the sweeper sends to. */
export type WorkerQueue = Exclude<keyof Messages, 'bus'>;

type ScheduledKind = {
  [To in keyof Messages]: { readonly to: To; readonly message: (item: Item) => Messages[To] };
}[keyof Messages];

/** Every kind of scheduled work, by the name that its key has for it (dynamodb/scheduled-work.ts). A new one is a row. */
export const scheduledKinds: Readonly<Record<string, ScheduledKind>> = {
  event: {
    to: 'bus',
    message: (item) => noticeOf(textsOf(item, 'event_id', 'type', 'created_at', 'resource_key')),
  },
  delivery: { to: 'deliver', message: (item) => deliveryMessage(deliveryOf(item)) },
  /** The health of an endpoint has the job that reconciles its deliveries, and the time of the next probe. */
  health: {
    to: 'deliver',
    message: (item) => {
      const [tenant_id = '', webhook_id = ''] = textsOf(item, 'pk').pk.split('/');
      return { kind: 'endpoint', tenant_id, webhook_id };
    },
  },
  recovery: {
    to: 'deliver',
    message: (item) => {
      const { tenant_id, webhook_id, id: recovery_id } = recoveryOf(item);
      return { kind: 'recovery', tenant_id, webhook_id, recovery_id };
    },
  },
  /** The webhooks of an account that was suspended or reactivated. */
  'webhook-reconciliation': {
    to: 'deliver',
    message: (item) => ({ kind: 'account', ...textsOf(item, 'tenant_id') }),
  },
  /** A closed customer that is being redacted. */
  customer: {
    to: 'redactions',
    message: (item) => {
      const { tenant_id, id: customer_id } = textsOf(item, 'tenant_id', 'id');
      return { kind: 'redaction', tenant_id, customer_id };
    },
  },
  /** The counters of a business, which are compared with what they count. */
  'counters-comparison': {
    to: 'counters',
    message: (item) => ({ kind: 'counters', ...textsOf(item, 'tenant_id') }),
  },
  document: {
    to: 'documents',
    message: (item) => {
      const { tenant_id, customer_id, id: document_id } = documentOf(item);
      return { kind: 'document', key: objectKeyOf({ tenant_id, customer_id, document_id }) };
    },
  },
  verification: {
    to: 'identity',
    message: (item) => {
      const { pk, sk: verification_id } = textsOf(item, 'pk', 'sk');
      const [tenant_id = ''] = pk.split('/');
      return { kind: 'verification', tenant_id, verification_id };
    },
  },
  /** A customer of whom a name changed. */
  'screening-request': {
    to: 'identity',
    message: (item) => ({ kind: 'screening', ...textsOf(item, 'tenant_id', 'customer_id') }),
  },
  /** A card whose issuer does not have its current state. */
  card: {
    to: 'cards',
    message: (item) => {
      const { tenant_id, id: card_id } = textsOf(item, 'tenant_id', 'id');
      return { kind: 'card', tenant_id, card_id };
    },
  },
  /** Likewise a token. */
  card_token: {
    to: 'cards',
    message: (item) => {
      const { tenant_id, id: card_token_id } = textsOf(item, 'tenant_id', 'id');
      return { kind: 'card_token', tenant_id, card_token_id };
    },
  },
  'card-reconciliation': {
    to: 'cards',
    message: (item) => {
      const { tenant_id, customer_id } = reconciliationJobOf(item);
      return { kind: 'cards_of_customer', tenant_id, customer_id };
    },
  },
  'card-order': {
    to: 'cards',
    message: (item) => {
      const { tenant_id, operation, path_ids, idempotency_key } = orderOf(item);
      return { kind: 'card_order', tenant_id, operation, path_ids, idempotency_key };
    },
  },
};

/** Texts without which no worker finds an item. The sweeper counts an item that lacks one as unknown, and goes on. */
const textsOf = <Name extends string>(
  item: Item,
  ...names: readonly Name[]
): Record<Name, string> => {
  const missing = names.find((name) => typeof item[name] !== 'string');
  if (missing !== undefined) throw new Error(`a scheduled item has no ${missing}`);
  return Object.fromEntries(names.map((name) => [name, item[name]])) as Record<Name, string>;
};
