import type { Delivery, Webhook } from '../api/client.ts';
import { clockTime, words } from './words.ts';

/** The results of deliveries that Home counts, from the bottom of a bar to its top. */
export const countedResults = ['succeeded', 'retrying', 'failed', 'paused'] as const;

type Outcome = {
  readonly response_status?: number | null;
  readonly error: { readonly kind: string; readonly message: string } | null;
};

/** The result of an attempt, as a sentence. */
export const outcomeText = ({ response_status, error }: Outcome): string => {
  if (error === null) return `Response ${response_status ?? 'received'}`;
  const what = kinds[error.kind];
  return what ? `${what}: ${error.message}` : error.message;
};

/** The result of the last attempt. */
export const attemptText = (last: Delivery['last_attempt']): string => (last ? outcomeText(last) : 'No attempts yet');

/** Why an authorization endpoint did not decide. */
export const fallbackText = (reason: string): string => kinds[reason] ?? words(reason);

const kinds: Readonly<Record<string, string>> = {
  dns: 'The host name of the endpoint was not found',
  connect: 'No connection to the endpoint',
  tls: 'The TLS certificate of the endpoint is not trusted',
  timeout: 'The endpoint took too long',
  redirect: 'The endpoint redirects, which is not followed',
  blocked_address: 'The address of the endpoint is not allowed',
  bad_response: 'The response was not valid HTTP',
  http_status: 'The endpoint returned an error',
  access_denied: 'AWS denied access',
  not_found: 'The bus or queue was not found',
  throttled: 'AWS throttled the delivery',
  rejected: 'AWS rejected the delivery',
  breaker_open: 'The endpoint failed before and was not asked',
  internal: 'The endpoint could not be asked',
};

/** The health of an endpoint. */
export const healthText = (health: Webhook['health']): string => {
  const { state, consecutive_failures, paused_until, next_probe_at } = health;
  const failures = `${consecutive_failures} ${consecutive_failures === 1 ? 'failure' : 'failures'}`;
  if (state === 'healthy') return 'Healthy';
  if (state === 'degraded') return `Failing: ${failures} in a row`;
  if (state !== 'open') return consecutive_failures === 0 ? 'Slow responses' : 'Retrying now';
  const next = next_probe_at === null ? '' : `; next try ${clockTime(next_probe_at)}`;
  return paused_until === null ? `Paused after ${failures}${next}` : `Paused: the endpoint asked to wait${next}`;
};

/** Why a webhook is disabled. */
export const disabledText = (reason: Webhook['disabled_reason']): string | null => {
  if (reason === 'requested') return 'Disabled by a person or a program';
  if (reason === 'endpoint_gone') return 'The endpoint answered 410 (gone)';
  return reason === 'endpoint_failing' ? 'The endpoint failed for too long' : null;
};
