import type { Webhook } from '../../api/objects.ts';

/** How an endpoint is doing, in words. */
export const healthInWords = ({ state, consecutive_failures, paused_until }: Webhook['health']): string => {
  const failures = `${consecutive_failures} ${consecutive_failures === 1 ? 'failure' : 'failures'} in a row`;
  if (state === 'healthy') return 'Healthy';
  if (state === 'degraded') return `Failing: ${failures}`;
  if (state === 'open' && paused_until !== null) return 'Asked to be left alone for a while';
  if (state === 'open') return `Not called for now: ${failures}`;
  return consecutive_failures === 0 ? 'Answers slowly' : 'Being tried again';
};

/** Why a webhook is disabled, in words. */
export const disabledInWords = (reason: Webhook['disabled_reason']): string | null => {
  if (reason === 'requested') return 'Somebody disabled it.';
  if (reason === 'endpoint_gone') return 'Its endpoint answered 410: it will never take anything again.';
  return reason === 'endpoint_failing' ? 'Its endpoint failed for too long.' : null;
};
