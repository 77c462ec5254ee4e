import type { Durations } from '../../core/durations.ts';
import { heldJob, isHeld, type Job, newJob, passOf } from '../../core/job.ts';

/** The job that searches a version of the lists for everybody who was screened with another one. There is one, for good. */
export type Monitoring = Job & {
  readonly list_version: string;
  /** When that version was first seen, and the one before it. */
  readonly version_since: string;
  readonly previous_version: string | null;
};

/** A process may know the version before for so long: it looks for a newer one every few minutes. */
const outdated_ms = 15 * 60_000;

type Begin = { readonly token: string; readonly now: Date; readonly durations: Durations };

/**
 * The job as a worker takes it: the pass that another left, or a new one; a new version starts a new one even while another worker has the lease.
 * Undefined where another has it, or where this process does not know the newest version yet.
 */
export const takenMonitoring = (
  read: Monitoring | undefined,
  list_version: string,
  { token, now, durations }: Begin,
): Monitoring | undefined => {
  const fresh = { ...newJob(token, now), last_pass_after_ms: 0 };
  const held = <J extends Job>(job: J): J =>
    heldJob({ ...job, token }, passOf(job, now), { now, durations });
  if (read?.list_version === list_version) {
    if (isHeld(read, undefined, now)) return undefined;
    return held(read.pass ? read : { ...read, ...fresh });
  }
  const isOutdated =
    read?.previous_version === list_version &&
    now.getTime() - Date.parse(read.version_since) < outdated_ms;
  if (isOutdated) return undefined;
  const version = {
    list_version,
    version_since: now.toISOString(),
    previous_version: read?.list_version ?? null,
  };
  return held({ ...fresh, ...version });
};

/** The job between two passes. */
export const idleMonitoring = (job: Monitoring, token: string): Monitoring => ({
  ...job,
  token,
  pass: null,
  held_until: null,
});
