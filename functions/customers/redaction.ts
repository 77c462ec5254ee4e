import { type Job, newJob } from '../job.ts';

/** The status of a redaction: not started, in progress, or finished. */
export const redactionStatuses = ['pending', 'running', 'done'] as const;

/** The job that removes what is known of a closed customer, as its customer carries it. Times are ISO 8601. */
export type Redaction = Job & {
  readonly status: (typeof redactionStatuses)[number];
  /** Since when it stands there. */
  readonly since: string;
  /** So many items, objects and records were emptied or removed so far. */
  readonly erased: number;
};

/** A redaction that was just asked for, due now. */
export const newRedaction = (
  { token, last_pass_after_ms }: { readonly token: string; readonly last_pass_after_ms: number },
  now: Date,
): Redaction => ({
  ...newJob(token, now),
  ...{ status: 'pending', since: now.toISOString(), erased: 0, last_pass_after_ms },
});

/** The redaction as it goes on, or as it is over where nothing is left. */
export const redactionAfter = (read: Redaction, next: Redaction | undefined, now: Date): Redaction => {
  const status = next ? 'running' : 'done';
  const since = read.status === status ? read.since : now.toISOString();
  return { ...(next ?? { ...read, pass: null, held_until: null }), status, since };
};
