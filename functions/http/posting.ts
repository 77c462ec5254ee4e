import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/canonical-json.ts';
import type { Found } from './request.ts';

/** What tells a POST from every other: whatever must be found again by a retry is written under it. */
export type Posting = {
  readonly operation: string;
  readonly path_ids: readonly string[];
  readonly idempotency_key: string;
  /** SHA-256 (hex) of the body as JSON, before defaults: the same key may not ask for something else. */
  readonly request_hash: string;
};

/** What tells this POST from every other. A route that is no POST has nothing to ask here: that is a bug. */
export const postingOf = (
  operation: string,
  { input, idempotencyKey }: Pick<Found, 'input' | 'idempotencyKey'>,
): Posting => {
  if (idempotencyKey === undefined) throw new Error(`${operation} is no POST`);
  return {
    operation,
    path_ids: Object.values(input.params as Record<string, string>),
    idempotency_key: idempotencyKey,
    request_hash: createHash('sha256').update(canonicalJson(input.payload)).digest('hex'),
  };
};
