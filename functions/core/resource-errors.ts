import { type ErrorEntry, notFound } from './request-errors.ts';

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
      'This customer, or a person of the business, may match an entry of a sanctions list. Find the match with GET /v1/screenings?customer_id=…. A reviewer must clear the match in the dashboard first.',
  },
  screening_unavailable: {
    status: 503,
    title: 'The lists cannot be searched now',
    detail:
      'The sanctions lists cannot be searched now, so the customer was not verified and nothing has changed. Send the request again with the same Idempotency-Key after the seconds in retry-after.',
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
      'Create a link only for an individual who is not yet verified at this level and has no verification in processing. Verify the persons of a business with the API.',
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
} as const satisfies Readonly<Record<string, ErrorEntry>>;
