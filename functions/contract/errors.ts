import type { FailureCode } from '../domain/failure.ts';
import type { Route } from './route.ts';

/** Begins the `type` of every problem document; RFC 9457 wants a stable URI and does not require that it be fetched. */
export const problemTypeBase = 'https://financial-services.example/errors/';

type Entry = {
  readonly status: number;
  /** Short, the same for every occurrence. */
  readonly title: string;
  /** What happened and what to do next; a handler's details add the particulars. */
  readonly detail: string;
  /** False where the same request can never succeed, so that clients stop: `x-should-retry: false`. */
  readonly retry: boolean;
};

/** Every refusal of the API: code → status and sentence. Exhaustive by type: a code without an entry does not compile. */
export const catalogue = {
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
    detail: 'Send 1 to 255 visible ASCII characters, without spaces.',
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
  account_not_found: {
    status: 404,
    title: 'No such account',
    detail: 'No account with this id belongs to your business in this environment.',
    retry: false,
  },
  customer_not_found: {
    status: 404,
    title: 'No such customer',
    detail: 'No customer with this id belongs to your business in this environment.',
    retry: false,
  },
  api_key_not_found: {
    status: 404,
    title: 'No such API key',
    detail: 'No key with this id works for this account; a revoked or expired key is no longer listed.',
    retry: false,
  },
  webhook_not_found: {
    status: 404,
    title: 'No such webhook',
    detail: 'No webhook with this id belongs to your business in this environment.',
    retry: false,
  },
  event_not_found: {
    status: 404,
    title: 'No such event',
    detail: 'No event with this id belongs to your business in this environment. Events are kept for 400 days.',
    retry: false,
  },
  delivery_not_found: {
    status: 404,
    title: 'No such delivery',
    detail: 'No delivery with this id belongs to your business in this environment. Deliveries are kept for 90 days.',
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
  webhook_limit_reached: {
    status: 409,
    title: 'Too many webhooks',
    detail: 'An account has at most 16 webhooks. Delete one, or widen the event_types of another.',
    retry: false,
  },
  delivery_in_flight: {
    status: 409,
    title: 'The delivery is being attempted now',
    detail: 'Wait as long as retry-after says, look at the outcome, then resend if it is still needed.',
    retry: true,
  },
  version_mismatch: {
    status: 412,
    title: 'The resource has changed',
    detail: 'Read it again and send If-Match with its current etag.',
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
    detail: 'Send the header Content-Type: application/json.',
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
} as const satisfies Record<FailureCode, Entry>;

/** Refusals of every route that asks for a key. */
const always: readonly FailureCode[] = [
  'validation_failed',
  'unauthorized',
  'tenant_mismatch',
  'account_suspended',
  'forbidden',
  'body_too_large',
  'rate_limited',
  'internal',
  'unavailable',
  'timeout',
];

const ofBodies: readonly FailureCode[] = ['unsupported_media_type', 'malformed_json'];
const ofPosts: readonly FailureCode[] = ['idempotency_key_required', 'idempotency_key_invalid'];

/** Every refusal a route may answer: its own and those that follow from its declaration. */
export const errorsOf = (route: Route): readonly FailureCode[] => {
  if (route.public)
    return ['validation_failed', 'body_too_large', 'rate_limited', 'internal', 'unavailable', 'timeout'];
  const codes = [
    ...route.errors,
    ...always,
    ...(route.body ? ofBodies : []),
    ...(route.method === 'POST' ? ofPosts : []),
    ...(route.method === 'POST' && route.replay !== 'none' ? (['idempotency_key_reused'] as const) : []),
    ...(route.query && 'cursor' in route.query._zod.def.shape ? (['cursor_invalid'] as const) : []),
    ...(route.method === 'PATCH' ? (['version_mismatch'] as const) : []),
  ];
  return [...new Set(codes)];
};
