import { attemptErrorKinds } from '../../delivery/deliveries/states.ts';

/** Whether the endpoint is asked. Without one that is enabled, the rules of the card decide alone. */
export const endpointStatuses = ['enabled', 'disabled'] as const;

/** The actions that each status allows, as path segments. */
export const endpointActions = {
  enabled: ['disable', 'rotate-secret', 'test'],
  disabled: ['enable', 'rotate-secret', 'test'],
} as const;

/** The decisions of a business, and of its fallback. */
export const businessDecisions = ['approve', 'decline'] as const;
export type BusinessDecision = (typeof businessDecisions)[number];

/**
 * Why the fallback decided: what went wrong with the request, `breaker_open` where none was made because the ones before
 * failed, or `internal` where we could not make it.
 */
export const fallbackReasons = [...attemptErrorKinds, 'breaker_open', 'internal'] as const;
export type FallbackReason = (typeof fallbackReasons)[number];

/** How long an endpoint may take, from looking up its name to the last byte of its answer, in milliseconds. */
export const timeout_ms_min = 100;
/** The issuer gets its response within 1.5 s: reading before and the commit afterwards need their share. */
export const timeout_ms_max = 1_200;
export const timeout_ms_default = 1_000;

/** So many failures in a row open the breaker. */
export const failures_max = 3;

/** While the breaker is open nothing is asked, in milliseconds. Then one request finds out whether the endpoint answers. */
export const open_ms = 10_000;
