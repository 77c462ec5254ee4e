import type { Job, JobPass } from '../job.ts';
import { absent, type Fields, nested, optional, required, storedForm } from './stored-form.ts';

const pass = storedForm<JobPass>({ started_at: required, cursor: absent(null), moved: required });

/** The fields of work on many items, in whichever item it is stored. */
export const jobFields: Fields<Job> = {
  requested_at: required,
  token: required,
  pass: nested(pass, absent(null)),
  held_until: absent(null),
  scheduled_at: required,
  last_pass_after_ms: optional,
};
