/** The text of an error, the same for each occurrence. */
export type ErrorEntry = {
  readonly status: number;
  /** Short, the same for every occurrence. */
  readonly title: string;
  /** The event and the next step for the caller; a handler's details add the particulars. */
  readonly detail: string;
  /** The same request can succeed later. Absent: it never can, and `x-should-retry: false` says so. */
  readonly retry?: true;
};

/** The error of an id that does not exist. */
export const notFound = (resource: string, prefix: string, kept = ''): ErrorEntry => ({
  status: 404,
  title: `No such ${resource}`,
  detail: `No ${resource} with this id, ${prefix}_ and 26 characters, belongs to your business in this environment.${kept}`,
});

/** Errors that any request can get: for its form, its key, its rate, or a failure of the service. */
export const requestErrors = {
  validation_failed: {
    status: 400,
    title: 'The request is not valid',
    detail: 'Correct the fields that `errors` lists and send the request again.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    detail: 'Send one JSON object, UTF-8, nested at most 32 levels deep.',
  },
  cursor_invalid: {
    status: 400,
    title: 'The cursor is not valid here',
    detail:
      'Use `next_cursor` of the previous page with the same filters, or omit `cursor` to start again.',
  },
  idempotency_key_required: {
    status: 400,
    title: 'Idempotency-Key is missing',
    detail:
      'Send the header Idempotency-Key with a value unique to this operation, such as a UUID, and reuse it when you retry.',
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'Idempotency-Key is not valid',
    detail: 'Send 1 to 255 visible ASCII characters, without spaces.',
  },
  unauthorized: {
    status: 401,
    title: 'No valid API key',
    detail: 'Send the Secret Key of this environment in the header Api-Key.',
  },
  tenant_mismatch: {
    status: 403,
    title: 'The key belongs to another business',
    detail: 'Omit x-tenant-id, or send the business identifier of the key.',
  },
  account_suspended: {
    status: 403,
    title: 'The account is suspended',
    detail: 'Nothing can be read or changed until the account is reactivated. Contact support.',
  },
  ip_address_not_allowed: {
    status: 403,
    title: 'Address not allowed',
    detail:
      'This restricted key works only from the addresses of its allow-list. Call from one of them.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The key lacks a scope',
    detail: 'This key does not have `required_scope`. Use a restricted key that has it.',
  },
  sandbox_only: {
    status: 403,
    title: 'Only in the sandbox',
    detail: 'Outcomes can be simulated only in the sandbox.',
  },
  attestation_not_accepted: {
    status: 403,
    title: 'Attestations are not accepted here',
    detail:
      'This environment accepts no verification that was made elsewhere. Create a verification and submit it instead.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    detail: 'This key may not call this route.',
  },
  route_not_found: {
    status: 404,
    title: 'No such route',
    detail:
      'Check the method and the path against the reference at /v1/openapi.json or /v1/llms.txt.',
  },
  page_not_found: {
    status: 404,
    title: 'No such page',
    detail: 'Use a page that GET /v1/llms.txt links to.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path has no such method',
    detail: 'Use a method that the header Allow lists.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    detail: 'Send at most 262144 bytes.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported content type',
    detail: 'Send JSON in UTF-8, with the header Content-Type: application/json.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency-Key was used for another body',
    detail:
      'This key was used for another request on this path. Use a new key for a new operation; repeat the same body to retry.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    detail: 'Wait for the time in retry-after, then send the request again.',
    retry: true,
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    detail:
      'Send the request again with the same Idempotency-Key. If it fails again, contact support with request_id.',
    retry: true,
  },
  unreadable_item: {
    status: 500,
    title: 'A stored object cannot be read',
    detail:
      'Contact support with request_id. A retry does not help before somebody has repaired the object.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    detail:
      'Send the request again with the same Idempotency-Key after the seconds in retry-after.',
    retry: true,
  },
  timeout: {
    status: 504,
    title: 'It took too long',
    detail:
      'The request may have taken effect. Send it again with the same Idempotency-Key: it never acts twice.',
    retry: true,
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;
