import type { ApiErrorCode } from '../domain/api-error.ts';
import type { ErrorEntry } from './error-entry.ts';

/** Errors that follow from what a request is about: it does not exist, or stands otherwise than the request supposes. */
export const resourceErrors = {
  account_not_found: {
    status: 404,
    title: 'No such account',
    detail: 'No account with this id, acct_ and 26 characters, belongs to your business in this environment.',
    retry: false,
  },
  customer_not_found: {
    status: 404,
    title: 'No such customer',
    detail: 'No customer with this id, cus_ and 26 characters, belongs to your business in this environment.',
    retry: false,
  },
  document_not_found: {
    status: 404,
    title: 'No such document',
    detail: 'No document with this id, doc_ and 26 characters, belongs to your business in this environment.',
    retry: false,
  },
  verification_not_found: {
    status: 404,
    title: 'No such verification',
    detail: 'No verification with this id, idv_ and 26 characters, belongs to your business in this environment.',
    retry: false,
  },
  authorization_not_found: {
    status: 404,
    title: 'No such authorization',
    detail: 'No authorization with this id, auth_ and 26 characters, belongs to your business in this environment.',
    retry: false,
  },
  feature_not_found: {
    status: 404,
    title: 'No such feature',
    detail: 'GET /v1/features lists those that exist.',
    retry: false,
  },
  api_key_not_found: {
    status: 404,
    title: 'No such API key',
    detail:
      'No key with this id, key_ and 26 characters, works for this account: it was revoked, it has expired, or it never was.',
    retry: false,
  },
  webhook_not_found: {
    status: 404,
    title: 'No such webhook',
    detail: 'No webhook with this id, whk_ and 26 characters, belongs to your business in this environment.',
    retry: false,
  },
  event_not_found: {
    status: 404,
    title: 'No such event',
    detail:
      'No event with this id, evt_ and 26 characters, belongs to your business in this environment. Events are kept for 400 days.',
    retry: false,
  },
  delivery_not_found: {
    status: 404,
    title: 'No such delivery',
    detail:
      'No delivery with this id, dlv_ and 26 characters, belongs to your business in this environment. Deliveries are kept for 90 days.',
    retry: false,
  },
  recovery_not_found: {
    status: 404,
    title: 'No such recovery',
    detail:
      'No recovery with this id, rcv_ and 26 characters, belongs to your business in this environment. Recoveries are kept for 90 days.',
    retry: false,
  },
  action_not_allowed: {
    status: 409,
    title: 'Not possible in the current state',
    detail: 'Read `current_status` and choose one of `allowed_actions`.',
    retry: false,
  },
  external_id_taken: {
    status: 409,
    title: 'external_id is taken',
    detail: 'Another customer that is not closed has this external_id. Find it with GET /v1/customers?external_id=….',
    retry: false,
  },
  verification_already_open: {
    status: 409,
    title: 'A verification is open',
    detail: 'A customer has one open verification at a time. Go on with it, or cancel it first.',
    retry: false,
  },
  webhook_limit_reached: {
    status: 409,
    title: 'Too many webhooks',
    detail: 'An account has at most 16 webhooks. Delete one, or widen the event_types of another.',
    retry: false,
  },
  api_key_limit_reached: {
    status: 409,
    title: 'Too many restricted keys',
    detail: 'At most 16 restricted keys of an account are in use at a time. Revoke one first.',
    retry: false,
  },
  delivery_in_flight: {
    status: 409,
    title: 'The delivery is being attempted now',
    detail: 'Wait as long as retry-after says, look at the outcome, then resend if it is still needed.',
    retry: true,
  },
  verification_requirements_due: {
    status: 422,
    title: 'Something is missing',
    detail:
      'Make the calls of `requirements.currently_due` in their order, wait for what is pending, then submit again.',
    retry: false,
  },
  feature_requirements_due: {
    status: 422,
    title: 'Something is missing',
    detail:
      'Make the calls of `requirements.currently_due` in their order, wait for what is pending, then activate again.',
    retry: false,
  },
  feature_ineligible: {
    status: 422,
    title: 'The customer cannot have the feature',
    detail: 'Nothing the customer could bring helps; `ineligible_reasons` says why.',
    retry: false,
  },
  version_mismatch: {
    status: 412,
    title: 'The resource has changed',
    detail: 'Read it again and send If-Match with its current etag.',
    retry: false,
  },
} as const satisfies Partial<Record<ApiErrorCode, ErrorEntry>>;
