// The messages of our queues. Each has a `kind`, except events from the bus, which have `detail-type` and `detail`. They
// contain ids only, so no personal data is in queues. A message is a hint: the work that it names is scheduled in a table,
// so a message that is late, lost, repeated or wrong does no harm.

/** A webhook of a business. */
export type WebhookKey = { readonly tenant_id: string; readonly webhook_id: string };

/** An attempt of a delivery; `attempts_made` is the number of finished attempts when the message was sent. */
export type DeliveryMessage = WebhookKey & {
  readonly kind: 'delivery';
  readonly delivery_id: string;
  readonly attempts_made: number;
};

/** Work on an endpoint: its open deliveries must be reconciled, or its breaker may send a probe. */
export type EndpointMessage = WebhookKey & { readonly kind: 'endpoint' };

/** A recovery of the deliveries of a webhook. */
export type RecoveryMessage = WebhookKey & {
  readonly kind: 'recovery';
  readonly recovery_id: string;
};

/** All webhooks of an account that was suspended or reactivated. */
export type AccountMessage = { readonly kind: 'account'; readonly tenant_id: string };

/** The messages of deliver-webhook. */
export type DeliverMessage = DeliveryMessage | EndpointMessage | RecoveryMessage | AccountMessage;

/** An order of a card, by the request that caused it: its route, the ids of its path and its Idempotency-Key. */
export type OrderKey = {
  readonly tenant_id: string;
  readonly operation: string;
  readonly path_ids: readonly string[];
  readonly idempotency_key: string;
};

/**
 * The messages of reconcile-cards, besides events: the cards of a customer, one card or token at
 * its issuer, an abandoned order.
 */
export type CardMessage =
  | { readonly kind: 'cards_of_customer'; readonly tenant_id: string; readonly customer_id: string }
  | { readonly kind: 'card'; readonly tenant_id: string; readonly card_id: string }
  | { readonly kind: 'card_token'; readonly tenant_id: string; readonly card_token_id: string }
  | ({ readonly kind: 'card_order' } & OrderKey);

/** The redaction of a customer. */
export type RedactionMessage = {
  readonly kind: 'redaction';
  readonly tenant_id: string;
  readonly customer_id: string;
};

/** The counters of a business, to be compared with what they count. */
export type CountersMessage = { readonly kind: 'counters'; readonly tenant_id: string };

/** A document whose bytes arrived, or whose upload or inspection is overdue; `key` is its object in the bucket. */
export type DocumentMessage = { readonly kind: 'document'; readonly key: string };

/** A submitted verification whose decision is overdue. */
export type VerificationMessage = {
  readonly kind: 'verification';
  readonly tenant_id: string;
  readonly verification_id: string;
};

/** A customer of whom a name has changed that was screened before, its own or that of a person. */
export type ScreeningMessage = {
  readonly kind: 'screening';
  readonly tenant_id: string;
  readonly customer_id: string;
};

/** The messages of decide-verification, besides events. */
export type IdentityMessage = VerificationMessage | ScreeningMessage;

/** Any of them. */
export type QueueMessage =
  | DeliverMessage
  | CardMessage
  | RedactionMessage
  | DocumentMessage
  | IdentityMessage;

/** Messages of one group do not delay those of others: a webhook's, else those of a business. */
export const messageGroup = (message: QueueMessage): string => {
  if (message.kind === 'document') return message.key.split('/')[0] ?? '';
  return 'webhook_id' in message ? message.webhook_id : message.tenant_id;
};
