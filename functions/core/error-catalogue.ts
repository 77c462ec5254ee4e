import type { ApiErrorCode } from './api-error.ts';

/** What an error says wherever it occurs. */
export type ErrorEntry = {
  readonly status: number;
  /** Short, the same for every occurrence. */
  readonly title: string;
  /** What happened and what to do next; a handler's details add the particulars. */
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
} as const satisfies Partial<Record<ApiErrorCode, ErrorEntry>>;

/** Errors about the resource of a request: it does not exist, or its state does not permit the request. */
export const resourceErrors = {
  account_not_found: notFound('account', 'acct'),
  customer_not_found: notFound('customer', 'cus'),
  agreement_not_found: notFound('agreement', 'agr'),
  person_not_found: notFound('person', 'prs', ' It may have been removed.'),
  document_not_found: notFound('document', 'doc'),
  verification_not_found: notFound('verification', 'idv'),
  onboarding_link_not_found: notFound('onboarding link', 'onb'),
  screening_not_found: notFound('screening', 'scr'),
  authorization_not_found: notFound('authorization', 'auth'),
  transaction_not_found: notFound('transaction', 'txn'),
  authorization_endpoint_not_found: notFound('authorization endpoint', 'aep'),
  feature_not_found: {
    status: 404,
    title: 'No such feature',
    detail: 'GET /v1/features lists those that exist.',
  },
  api_key_not_found: {
    status: 404,
    title: 'No such API key',
    detail:
      'No key with this id, key_ and 26 characters, works for this account. It was revoked, has expired, or does not exist.',
  },
  webhook_not_found: notFound('webhook', 'whk'),
  request_not_found: {
    status: 404,
    title: 'No such request',
    detail:
      'No request of your business in this environment has this id, the `x-request-id` of its response. It appears some seconds after the response, and is kept for 7 days in sandbox and for 30 days in live.',
  },
  event_not_found: notFound('event', 'evt', ' Events are kept for 400 days.'),
  delivery_not_found: notFound('delivery', 'dlv', ' Deliveries are kept for 90 days.'),
  recovery_not_found: notFound('recovery', 'rcv', ' Recoveries are kept for 90 days.'),
  action_not_allowed: {
    status: 409,
    title: 'Not possible in the current state',
    detail: 'Read `current_status` and choose one of `allowed_actions`.',
  },
  external_id_taken: {
    status: 409,
    title: 'external_id is taken',
    detail:
      'Another customer that is not closed has this external_id. Find it with GET /v1/customers?external_id=….',
  },
  business_required: {
    status: 409,
    title: 'Only a business has persons',
    detail:
      'The profile of an individual is the customer itself: change it with PATCH /v1/customers/{customer_id}.',
  },
  person_limit_reached: {
    status: 409,
    title: 'Too many persons',
    detail: 'A business has at most 20 persons. Remove one first.',
  },
  screening_not_clear: {
    status: 409,
    title: 'A match is not cleared',
    detail:
      'An entry of a list of sanctions may be about this customer or a person of it. GET /v1/screenings?customer_id=… has it. An operator clears it in the dashboard first.',
  },
  screening_unavailable: {
    status: 503,
    title: 'The lists cannot be searched now',
    detail:
      'Nobody is verified before lists of sanctions were searched, and their source does not answer. Nothing has changed. Send the request again with the same Idempotency-Key after the seconds in retry-after.',
    retry: true,
  },
  verification_already_open: {
    status: 409,
    title: 'A verification is open',
    detail: 'A customer has one open verification at a time. Continue it, or cancel it first.',
  },
  onboarding_not_possible: {
    status: 409,
    title: 'Nothing to ask of the customer',
    detail:
      'A link is for an individual who is not verified at this level and whose verification is not in processing. Verify the persons of a business with the API.',
  },
  document_limit_reached: {
    status: 409,
    title: 'Too many documents',
    detail: 'At most 20 documents can be created by one onboarding link. Create another link.',
  },
  authorization_endpoint_exists: {
    status: 409,
    title: 'The account has an authorization endpoint',
    detail:
      'An account has one. Change it with PATCH /v1/authorization-endpoints/{id}, or delete it first.',
  },
  webhook_limit_reached: {
    status: 409,
    title: 'Too many webhooks',
    detail: 'An account has at most 16 webhooks. Delete one, or widen the event_types of another.',
  },
  recovery_limit_reached: {
    status: 409,
    title: 'Too many running recoveries',
    detail:
      'A webhook has one running recovery at a time, and a business five. Wait until one has ended, or cancel one.',
  },
  api_key_limit_reached: {
    status: 409,
    title: 'Too many restricted keys',
    detail: 'At most 16 restricted keys of an account are in use at a time. Revoke one first.',
  },
  delivery_in_flight: {
    status: 409,
    title: 'The delivery is being attempted now',
    detail: 'Wait for the time in retry-after and check the outcome. Resend if it is still needed.',
    retry: true,
  },
  verification_requirements_due: {
    status: 422,
    title: 'Something is missing',
    detail:
      'Make the calls of `requirements.currently_due` in order, wait for what is pending, then submit again.',
  },
  feature_requirements_due: {
    status: 422,
    title: 'Something is missing',
    detail:
      'Make the calls of `requirements.currently_due` in order, wait for what is pending, then activate again.',
  },
  feature_ineligible: {
    status: 422,
    title: 'The customer is not eligible for the feature',
    detail: 'Nothing that the customer can provide changes this; `ineligible_reasons` says why.',
  },
  version_mismatch: {
    status: 412,
    title: 'The resource has changed',
    detail: 'Read the resource again and send If-Match with its current etag.',
  },
} as const satisfies Partial<Record<ApiErrorCode, ErrorEntry>>;
