import { type ApiErrorCode, catalogue, operatorErrors } from './error-catalogue.ts';
import type { Route } from './route.ts';

/** Below the host of the API, the pages of errors by their code (openapi/error.ts). */
export const errorPages = '/v1/docs/errors/';

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
  'unreadable_item',
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
      'unreadable_item',
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
