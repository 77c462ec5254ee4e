import type { ApiErrorCode } from './api-error.ts';
import { cardErrors } from './cards/errors.ts';
import type { ErrorEntry } from './error-catalogue.ts';
import { requestErrors, resourceErrors } from './error-catalogue.ts';
import { operatorErrors } from './operators/errors.ts';
import { heedsIfMatch, type Route } from './route.ts';

/** Begins the `type` of every problem document; RFC 9457 wants a stable URI and does not require that it be fetched. */
export const problemTypeBase = 'https://financial-services.example/errors/';

/** Every error of the API: code → status and sentence. Exhaustive by type: a code without an entry does not compile. */
export const catalogue = {
  ...requestErrors,
  ...resourceErrors,
  ...cardErrors,
  ...operatorErrors,
} as const satisfies Record<ApiErrorCode, ErrorEntry>;

/** What callers with a key may be told; people in the dashboard are told of people besides. */
export const keyCallersCodes = (Object.keys(catalogue) as ApiErrorCode[]).filter(
  (code) => !Object.hasOwn(operatorErrors, code),
);

/** Errors of every route that asks for a key. */
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

/** Every error a route may answer: its own and those that follow from its declaration. */
export const errorsOf = (route: Route): readonly ApiErrorCode[] => {
  if (route.public)
    return ['validation_failed', 'body_too_large', 'rate_limited', 'internal', 'unavailable', 'timeout'];
  const codes = [
    ...route.errors,
    ...always,
    ...(route.method === 'POST' || route.method === 'PATCH' ? ofBodies : []),
    ...(route.method === 'POST' ? ofPosts : []),
    ...(route.sandboxOnly ? (['sandbox_only'] as const) : []),
    ...(canBeReused(route) ? (['idempotency_key_reused'] as const) : []),
    ...(route.query && 'cursor' in route.query._zod.def.shape ? (['cursor_invalid'] as const) : []),
    ...(heedsIfMatch(route) ? (['version_mismatch'] as const) : []),
  ];
  return [...new Set(codes)];
};

/** Every error that may leave: those of `errorsOf`, and what only a person in the dashboard is told. */
export const everyErrorOf = (route: Route): readonly ApiErrorCode[] =>
  route.public ? errorsOf(route) : [...errorsOf(route), 'forbidden'];

/** Another body under the same key is refused; a body without fields has no other. */
const canBeReused = ({ method, idempotency, body }: Route): boolean =>
  method === 'POST' && idempotency !== 'none' && !(body && isWithoutFields(body._zod.def));

/** Told by its shape: naming zod's classes here would bring all of zod into every bundle. */
const isWithoutFields = (definition: object): boolean =>
  'shape' in definition && Object.keys(definition.shape as object).length === 0;
