import type { ApiErrorCode } from '../domain/api-error.ts';
import type { ErrorEntry } from './error-entry.ts';

/** Errors that any request may meet, whatever it is about: its form, its key, its rate, and our own troubles. */
export const requestErrors = {
  validation_failed: {
    status: 400,
    title: 'The request is not valid',
    detail: 'Correct what `errors` points at and send the request again.',
    retry: false,
  },
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    detail: 'Send one JSON object, UTF-8, nested at most 32 levels deep.',
    retry: false,
  },
  cursor_invalid: {
    status: 400,
    title: 'The cursor is not valid here',
    detail: 'Use `next_cursor` of the previous page with the same filters, or leave `cursor` out to begin anew.',
    retry: false,
  },
  idempotency_key_required: {
    status: 400,
    title: 'Idempotency-Key is missing',
    detail:
      'Send the header Idempotency-Key with a value unique to this operation, such as a UUID, and reuse it when you retry.',
    retry: false,
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'Idempotency-Key is not valid',
    detail: 'Send 1 to 255 visible ASCII characters, without spaces; no card number.',
    retry: false,
  },
  unauthorized: {
    status: 401,
    title: 'No valid API key',
    detail: 'Send the Secret Key of this environment in the header Api-Key.',
    retry: false,
  },
  tenant_mismatch: {
    status: 403,
    title: 'The key belongs to another business',
    detail: 'Leave x-tenant-id out, or send the business identifier that the key was made for.',
    retry: false,
  },
  account_suspended: {
    status: 403,
    title: 'The account is suspended',
    detail: 'Nothing can be read or changed until the account is reactivated. Contact support.',
    retry: false,
  },
  ip_address_not_allowed: {
    status: 403,
    title: 'Not from this address',
    detail: 'This restricted key works from the addresses of its allow-list alone. Call from one of them.',
    retry: false,
  },
  insufficient_scope: {
    status: 403,
    title: 'The key lacks a scope',
    detail: 'This restricted key was made without `required_scope`. Use a key that has it.',
    retry: false,
  },
  sandbox_only: {
    status: 403,
    title: 'Only in the sandbox',
    detail: 'Outcomes are simulated in the sandbox alone; in live they come from the world.',
    retry: false,
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    detail: 'This key may not call this route.',
    retry: false,
  },
  route_not_found: {
    status: 404,
    title: 'No such route',
    detail: 'Check the method and the path against the reference at /v1/openapi.json.',
    retry: false,
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    detail: 'Send at most 262144 bytes.',
    retry: false,
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported content type',
    detail: 'Send JSON in UTF-8, with the header Content-Type: application/json.',
    retry: false,
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency-Key was used for another body',
    detail:
      'This key already made another request on this path. Use a new key for a new operation; repeat the same body to retry.',
    retry: false,
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    detail: 'Wait as long as retry-after says, then send the request again.',
    retry: true,
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    detail: 'Send the request again with the same Idempotency-Key. If it fails again, contact support with request_id.',
    retry: true,
  },
  unavailable: {
    status: 503,
    title: 'Busy for the moment',
    detail: 'Send the request again with the same Idempotency-Key after the seconds in retry-after.',
    retry: true,
  },
  timeout: {
    status: 504,
    title: 'It took too long',
    detail:
      'It is not known whether the request took effect. Send it again with the same Idempotency-Key: it never acts twice.',
    retry: true,
  },
} as const satisfies Partial<Record<ApiErrorCode, ErrorEntry>>;
