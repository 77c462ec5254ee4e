import { Failure } from '../failure.ts';

/**
 * A card that is being ordered. It is written before the issuer is called and goes when the card is there, so that whoever
 * comes next, a retry or the sweeper, knows of a call that nobody heard the end of. Times are ISO 8601.
 */
export type IssuingIntent = {
  readonly tenant_id: string;
  /** Whose order it is: the route, the ids of its path and the Idempotency-Key. */
  readonly operation: string;
  readonly path_ids: readonly string[];
  readonly idempotency_key: string;
  /** SHA-256 of the request's body: the same key may not order something else. */
  readonly request_hash: string;
  /** The card that it becomes; the issuer knows the order by this id. */
  readonly card_id: string;
  readonly ordered_at: string;
  /** When nobody is thought to be at work on it any more. */
  readonly due_at: string;
  /** Once it is being voided it cannot become a card any more. */
  readonly standing: 'open' | 'voiding';
};

/** An order that nobody has written down yet. `waitDivisor` shortens on a laptop what is waited. */
export const newIntent = (
  order: Pick<IssuingIntent, 'tenant_id' | 'operation' | 'path_ids' | 'idempotency_key' | 'request_hash'>,
  card_id: string,
  now: Date,
  waitDivisor: number,
): IssuingIntent => ({
  ...order,
  card_id,
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

/**
 * The order that a repeated request goes on with: the first one's. The same key with another body is refused; an order that
 * is being voided is gone in a moment, and the request may then begin anew.
 */
export const adoptIntent = (intent: IssuingIntent, requestHash: string): IssuingIntent => {
  if (intent.request_hash !== requestHash) throw new Failure('idempotency_key_reused');
  if (intent.standing === 'voiding') throw new Failure('unavailable');
  return intent;
};
