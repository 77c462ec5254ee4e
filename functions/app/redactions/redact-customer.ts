import { clock } from '../../core/jobs/batch.ts';
import type { JobKind } from '../../core/jobs/run-job.ts';
import type { RedactionMessage } from '../../core/messages.ts';
import { customer } from '../../identity/customers/changes.ts';
import { type Customer, continueRedaction } from '../../identity/customers/model.ts';
import type { Redaction } from '../../identity/customers/states.ts';
import { readCustomer } from '../../identity/customers/table.ts';
import { type Outside, type Stage, stages } from './stages.ts';

/** The redaction, and the customer that carries it. */
type Redacting = Redaction & { readonly customer: Customer };

/**
 * Empties or removes everything that is known of a closed customer, stage by stage, newest first.
 * Each change is written with the redaction's progress, so a crash between two batches loses
 * nothing. Data outside the tables is removed before that, and removed again if the progress was
 * not saved.
 */
export const customerRedaction = (
  of: Omit<RedactionMessage, 'kind'>,
  outside: Outside,
): JobKind<Redacting> => ({
  find: async ({ db }) => {
    const found = await readCustomer(db, of.tenant_id, of.customer_id);
    const { redaction } = found;
    return redaction && redaction.status !== 'done' ? { ...redaction, customer: found } : undefined;
  },
  batch: async (job, { cursor }, work) => {
    const [name, position] = placeOf(cursor);
    const { now } = work.deadline;
    const stage: Stage = stages[name];
    const { changes, next, removed = 0 } = await stage(of, position, { ...work, ...outside });
    const erased = changes.length + removed;
    return {
      changes,
      conditions: [],
      moved: erased > 0,
      cursor: next === null ? followingStage(name) : `${name}:${next}`,
      // A request in flight may have written again what was found, so a further pass follows.
      ...(erased > 0 && { job: { erased: job.erased + erased, requested_at: now.toISOString() } }),
    };
  },
  save: (next, { customer: read, ...redaction }) => {
    const { customer: _customer, ...going } = next ?? { customer: null };
    return customer(continueRedaction(read, redaction, next && (going as Redaction), clock.now()));
  },
});

type StageName = keyof typeof stages;

const names = Object.keys(stages) as [StageName, ...StageName[]];

/** A cursor names its stage, and in it the item down to which all are done. */
const placeOf = (cursor: string | null): readonly [StageName, string | undefined] => {
  const [name, position] = (cursor ?? '').split(':');
  return [names.find((one) => one === name) ?? names[0], position || undefined];
};

const followingStage = (name: StageName): string | null => {
  const following = names[names.indexOf(name) + 1];
  return following === undefined ? null : `${following}:`;
};
