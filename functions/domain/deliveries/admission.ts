import { type Health, isOpen } from '../webhooks/health.ts';
import type { AttemptTrigger } from './attempt.ts';

/**
 * What becomes of a delivery whose turn it is: it is sent, or its endpoint's breaker is open and it waits as one of the
 * parked, or it asks to be the probe. What somebody asked for himself need not wait for the time of the next probe; what a
 * recovery sends does.
 */
export type Admission = 'send' | 'park' | 'ask_probe';

/** What the breaker makes of an attempt. */
export const admissionOf = (health: Pick<Health, 'state'>, trigger: AttemptTrigger): Admission => {
  if (!isOpen(health)) return 'send';
  return trigger === 'manual' || trigger === 'recovery' || trigger === 'test' ? 'ask_probe' : 'park';
};
