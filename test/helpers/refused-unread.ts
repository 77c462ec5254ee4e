import type { ApiErrorCode } from '../../functions/api-error.ts';

/** What a request is refused for before anything is read; unit/requests.test.ts reaches all of it, for every route. */
export const refusedUnread: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'ip_address_not_allowed',
  'account_suspended',
  'insufficient_scope',
  'tenant_mismatch',
  'unsupported_media_type',
  'body_too_large',
  'idempotency_key_required',
  'idempotency_key_invalid',
  'malformed_json',
  'validation_failed',
  'cursor_invalid',
]);
