import type { OrderKey } from '../cards/order.ts';

/** What caused an event: the request and who made it. */
export type Causation = {
  readonly request_id: string;
  readonly idempotency_key: string | null;
  readonly actor: { readonly type: 'api_key' | 'operator' | 'system'; readonly id: string };
  /** The thumbprint (RFC 7638) of the key that a card's number was sealed to. */
  readonly key_thumbprint?: string;
};

/** An event as stored. `body` is exactly what is signed and sent. */
export type StoredEvent = {
  readonly event_id: string;
  readonly type: string;
  readonly created_at: string;
  readonly tenant_id: string;
  readonly customer_id: string | null;
  readonly resource: { readonly id: string; readonly object: string };
  /** The resource's version after the change. */
  readonly sequence: number;
  readonly causation: Causation;
  readonly body: string;
};

/** What travels over the bus and through queues: ids only, so that nothing personal lies there. */
export type EventNotice = {
  readonly event_id: string;
  readonly tenant_id: string;
  readonly type: string;
  readonly resource_id: string;
  readonly created_at: string;
};

/** What wakes deliver-webhook: one delivery, and how many attempts had been made when the message was sent. */
export type DeliveryMessage = {
  readonly tenant_id: string;
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly attempts_made: number;
};

/**
 * What wakes reconcile-cards, besides events: the cards of a customer, an order that nobody finished, or a card whose issuer does
 * not know it as it is.
 */
export type CardMessage =
  | { readonly holding: { readonly tenant_id: string; readonly customer_id: string } }
  | { readonly card: { readonly tenant_id: string; readonly card_id: string } }
  | { readonly order: OrderKey };

/** What wakes whoever looks after an endpoint: its open deliveries are to be aligned, or the breaker may probe it. */
export type WebhookMessage = { readonly tenant_id: string; readonly webhook_id: string };

/** What wakes a recovery of a webhook's deliveries. */
export type RecoveryMessage = WebhookMessage & { readonly recovery_id: string };

/** What wakes the redaction of a customer. */
export type RedactionMessage = { readonly tenant_id: string; readonly customer_id: string };

/** What wakes the alignment of all webhooks of an account that was suspended or reactivated. */
export type AccountMessage = { readonly tenant_id: string };
