import { health_limits as limits } from './health-waits.ts';

/** What is known of an endpoint's answers (health.ts). */
type Answering = { readonly answers_in_ms: number | null };

/** How long an attempt waits for its answer until that is worth a note, in milliseconds. */
export const patienceWith = ({ answers_in_ms }: Answering): number =>
  Math.max(limits.stall_ms, (answers_in_ms ?? 0) * limits.stall_factor);

/** How long answers take once one took so long: what was known is forgotten bit by bit, and not kept where it cannot matter. */
export const answersInAfter = ({ answers_in_ms }: Answering, duration_ms: number): number | null => {
  const longer_ms = Math.max(duration_ms, Math.floor((answers_in_ms ?? 0) / 2));
  return longer_ms * limits.stall_factor > limits.stall_ms ? longer_ms : null;
};
