import { ApiError } from '../api-error.ts';
import type { Destination } from './shipping.ts';

/**
 * A card that is being ordered. It is written before the issuer is called and goes when the card is there, so that whoever
 * comes next, a retry or the sweeper, knows of a call that nobody heard the end of. Times are ISO 8601.
 */
export type IssuingIntent = {
  readonly tenant_id: string;
  /** Absent where an earlier release wrote it down. */
  readonly customer_id?: string;
  /** Whose order it is: the route, the ids of its path and the Idempotency-Key. */
  readonly operation: string;
  readonly path_ids: readonly string[];
  readonly idempotency_key: string;
  /** SHA-256 of the request's body: the same key may not order something else. */
  readonly request_hash: string;
  /** The card that it becomes; the issuer knows the order by this id. */
  readonly card_id: string;
  /** What the issuer is told, and where the card goes: its customer may be called otherwise before it is there. */
  readonly cardholder_name: string | null;
  readonly destination: Destination | null;
  readonly ordered_at: string;
  /** When nobody is thought to be at work on it any more. */
  readonly due_at: string;
  /** Once it is being voided it cannot become a card any more. */
  readonly standing: 'open' | 'voiding';
};

/** An order that nobody has written down yet. `waitDivisor` shortens on a laptop what is waited. */
export const newIntent = (
  order: Pick<IssuingIntent, 'tenant_id' | 'operation' | 'path_ids' | 'idempotency_key' | 'request_hash'>,
  {
    card_id,
    customer_id,
    cardholder_name,
    destination,
  }: Pick<IssuingIntent, 'card_id' | 'cardholder_name' | 'destination'> & { readonly customer_id: string },
  now: Date,
  waitDivisor: number,
): IssuingIntent => ({
  ...order,
  card_id,
  customer_id,
  cardholder_name,
  destination,
  ordered_at: now.toISOString(),
  due_at: givenUpAt(now, waitDivisor),
  standing: 'open',
});

/** How long an order may take before it is given up (data.md), in milliseconds. */
const given_up_after_ms = 120_000;
/** However much waits are shortened, a request may still be at it for so long. */
const request_ms = 15_000;

/** When an order that was written at a moment is given up. `waitDivisor` shortens it on a laptop. */
export const givenUpAt = (now: Date, waitDivisor: number): string =>
  new Date(now.getTime() + Math.max(given_up_after_ms / waitDivisor, request_ms)).toISOString();

/** Whether an order is old enough to be given up: by its first moment and not by `due_at`, which the sweeper moves. */
export const isGivenUp = ({ ordered_at }: IssuingIntent, now: Date, waitDivisor: number): boolean =>
  givenUpAt(new Date(ordered_at), waitDivisor) <= now.toISOString();

/** What becomes of an order that a request finds under its key. */
type FoundOrder = 'goes_on' | 'is_called_off';

/**
 * What becomes of an order that is found under the key of a request: the same request goes on with it; with another body it
 * is called off, unless its own request may still be at it.
 */
export const foundOrder = ({ request_hash, ordered_at }: IssuingIntent, requestHash: string, now: Date): FoundOrder => {
  if (request_hash === requestHash) return 'goes_on';
  const left_ms = Date.parse(ordered_at) + request_ms - now.getTime();
  if (left_ms <= 0) return 'is_called_off';
  throw new ApiError('order_in_progress', { retry_after_seconds: Math.ceil(left_ms / 1000) });
};
