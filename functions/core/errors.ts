import type { ApiErrorCode } from './api-error.ts';
import { type ErrorEntry, notFound, requestErrors, resourceErrors } from './error-catalogue.ts';
import { reveals_max } from './limits.ts';
import type { Route } from './route.ts';

/** Below the host of the API, the pages of errors by their code (openapi/error.ts). */
export const errorPages = '/v1/docs/errors/';

/** Errors about the people who can sign in. A caller with a key never gets them. */
const operatorErrors = {
  operator_not_found: {
    status: 404,
    title: 'No such person',
    detail: 'No person with this id, opr_ and 26 characters, can sign in for your business.',
  },
  operator_exists: {
    status: 409,
    title: 'The e-mail address is taken',
    detail:
      'A person with this address can already sign in, for your business or for another. Invite another address.',
  },
  operator_limit_reached: {
    status: 409,
    title: 'Too many people',
    detail:
      'At most 50 people can sign in for a business, including invited ones. Remove one first.',
  },
  invitation_limit_reached: {
    status: 429,
    title: 'Too many invitations today',
    detail:
      'A business can invite 20 people a day (UTC), including people who were removed. Continue tomorrow.',
  },
  invitation_accepted: {
    status: 409,
    title: 'The person has signed in',
    detail: 'The person has accepted the invitation and chosen a password. Nothing was sent.',
  },
  role_change_under_way: {
    status: 409,
    title: 'Another role change is not finished',
    detail:
      'Another request started to change the role of this person. Request that role again to finish it, then yours.',
  },
  last_owner: {
    status: 409,
    title: 'The last owner',
    detail:
      'Without an owner nobody could manage the people. Make another person an owner first, one who has signed in.',
  },
} as const satisfies Partial<Record<ApiErrorCode, ErrorEntry>>;

/** Errors of cards. */
const cardErrors = {
  card_not_found: notFound('card', 'card'),
  card_token_not_found: notFound('token', 'ctok'),
  feature_not_active: {
    status: 422,
    title: 'The feature is not active for the customer',
    detail:
      'Make the calls of `requirements.currently_due` in order; the last one activates `feature`.',
  },
  order_in_progress: {
    status: 409,
    title: 'An order under this key is not finished',
    detail:
      'Another body with this Idempotency-Key ordered a card, and the issuer may have made it. Repeat that request to ' +
      'finish it. Or send this one again after the seconds in retry-after: the other order is then canceled first.',
    retry: true,
  },
  last4_mismatch: {
    status: 422,
    title: 'Not the last four digits of this card',
    detail:
      'Read the digits from the card and send them again; `attempts_left` is the remaining number of guesses.',
  },
  issuer_refused: {
    status: 422,
    title: 'The issuer rejected it',
    detail:
      'The issuer of the cards rejected this; a retry does not help. `issuer_reason` says why.',
  },
  reveal_not_available: {
    status: 422,
    title: 'The number cannot be revealed',
    detail:
      'The issuer of this card does not reveal its number in this way. If `reveal_with` names a field, send a new value ' +
      'of that field instead.',
  },
  reveal_limit_reached: {
    status: 429,
    title: 'Too many numbers were revealed to this key',
    detail: `A key can reveal ${reveals_max} numbers an hour. Wait for the time in retry-after.`,
    retry: true,
  },
  activation_locked: {
    status: 429,
    title: 'Too many wrong digits',
    detail:
      'Activation is locked for an hour after five wrong guesses. Wait for the time in retry-after.',
    retry: true,
  },
} as const satisfies Partial<Record<ApiErrorCode, ErrorEntry>>;

/** Every error of the API by its code. A code without an entry does not compile. */
export const catalogue: Readonly<Record<ApiErrorCode, ErrorEntry>> = {
  ...requestErrors,
  ...resourceErrors,
  ...cardErrors,
  ...operatorErrors,
};

/** The codes that callers with a key can get. Errors about people occur in the dashboard only. */
export const keyCallersCodes = (Object.keys(catalogue) as ApiErrorCode[]).filter(
  (code) => !Object.hasOwn(operatorErrors, code),
);

/** Errors of every route that needs a key. */
const always: readonly ApiErrorCode[] = [
  'validation_failed',
  'unauthorized',
  'tenant_mismatch',
  'account_suspended',
  'ip_address_not_allowed',
  'insufficient_scope',
  'body_too_large',
  'rate_limited',
  'internal',
  'unavailable',
  'timeout',
];

const ofBodies: readonly ApiErrorCode[] = ['unsupported_media_type', 'malformed_json'];
const ofPosts: readonly ApiErrorCode[] = ['idempotency_key_required', 'idempotency_key_invalid'];

/** Every error of a route: its own, and those that follow from its declaration. */
export const errorsOf = (route: Route): readonly ApiErrorCode[] => {
  if (route.public)
    return [
      ...route.errors,
      'validation_failed',
      'body_too_large',
      'rate_limited',
      'internal',
      'unavailable',
      'timeout',
    ];
  const codes = [
    ...route.errors,
    ...always,
    ...(route.method === 'GET' || route.method === 'DELETE' ? [] : ofBodies),
    ...(route.method === 'POST' ? ofPosts : []),
    ...(route.sandboxOnly ? (['sandbox_only'] as const) : []),
    ...(canBeReused(route) ? (['idempotency_key_reused'] as const) : []),
    ...(route.query && 'cursor' in route.query._zod.def.shape ? (['cursor_invalid'] as const) : []),
    ...(route.ifMatch ? (['version_mismatch'] as const) : []),
  ];
  return [...new Set(codes)];
};

/** Also the error that only a person in the dashboard can get. */
export const everyErrorOf = (route: Route): readonly ApiErrorCode[] =>
  route.public ? errorsOf(route) : [...errorsOf(route), 'forbidden'];

/** Another body under the same key is an error; a body without fields has no other. */
const canBeReused = ({ method, idempotency, body }: Route): boolean =>
  method === 'POST' && idempotency !== 'none' && !(body && isWithoutFields(body._zod.def));

/** By its shape: a class of zod would bring all of zod into every bundle. */
const isWithoutFields = (definition: object): boolean =>
  'shape' in definition && Object.keys(definition.shape as object).length === 0;
