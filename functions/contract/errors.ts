import type { FailureCode } from '../domain/failure.ts';
import { cardRefusals } from './cards/refusals.ts';
import { nounRefusals } from './noun-refusals.ts';
import { operatorRefusals } from './operators/refusals.ts';
import type { Refusal } from './refusal.ts';
import { requestRefusals } from './request-refusals.ts';
import { heedsIfMatch, type Route } from './route.ts';

/** Begins the `type` of every problem document; RFC 9457 wants a stable URI and does not require that it be fetched. */
export const problemTypeBase = 'https://financial-services.example/errors/';

/** Every refusal of the API: code → status and sentence. Exhaustive by type: a code without an entry does not compile. */
export const catalogue = {
  ...requestRefusals,
  ...nounRefusals,
  ...cardRefusals,
  ...operatorRefusals,
} as const satisfies Record<FailureCode, Refusal>;

/** What callers with a key may be told; people in the dashboard are told of people besides. */
export const keyCallersCodes = (Object.keys(catalogue) as FailureCode[]).filter(
  (code) => !Object.hasOwn(operatorRefusals, code),
);

/** Refusals of every route that asks for a key. */
const always: readonly FailureCode[] = [
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

const ofBodies: readonly FailureCode[] = ['unsupported_media_type', 'malformed_json'];
const ofPosts: readonly FailureCode[] = ['idempotency_key_required', 'idempotency_key_invalid'];

/** Every refusal a route may answer: its own and those that follow from its declaration. */
export const errorsOf = (route: Route): readonly FailureCode[] => {
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

/** Every refusal that may leave: those of `errorsOf`, and what only a person in the dashboard is told. */
export const refusalsOf = (route: Route): readonly FailureCode[] =>
  route.public ? errorsOf(route) : [...errorsOf(route), 'forbidden'];

/** Another body under the same key is refused; a body without fields has no other. */
const canBeReused = ({ method, replay, body }: Route): boolean =>
  method === 'POST' && replay !== 'none' && !(body && isWithoutFields(body._zod.def));

/** Told by its shape: naming zod's classes here would bring all of zod into every bundle. */
const isWithoutFields = (definition: object): boolean =>
  'shape' in definition && Object.keys(definition.shape as object).length === 0;
