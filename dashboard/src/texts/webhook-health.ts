import type { Webhook } from '../api/objects.ts';
import { clockTime } from './words.ts';

/** How an endpoint is doing, in words. */
export const healthText = (health: Webhook['health']): string => {
  const { state, consecutive_failures, paused_until, next_probe_at } = health;
  const failures = `${consecutive_failures} ${consecutive_failures === 1 ? 'failure' : 'failures'}`;
  if (state === 'healthy') return 'Healthy';
  if (state === 'degraded') return `Failing: ${failures} in a row`;
  if (state !== 'open') return consecutive_failures === 0 ? 'Slow responses' : 'Retrying now';
  const next = next_probe_at === null ? '' : `; next try ${clockTime(next_probe_at)}`;
  return paused_until === null ? `Paused after ${failures}${next}` : `Paused: the endpoint asked to wait${next}`;
};

/** Why a webhook is disabled, in words. */
export const disabledText = (reason: Webhook['disabled_reason']): string | null => {
  if (reason === 'requested') return 'It was disabled by a person or a program.';
  if (reason === 'endpoint_gone') return 'The endpoint answered 410 (gone).';
  return reason === 'endpoint_failing' ? 'The endpoint failed for too long.' : null;
};
