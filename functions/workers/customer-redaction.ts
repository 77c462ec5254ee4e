import { type Customer, continueRedaction } from '../domain/customers/customer.ts';
import type { Redaction } from '../domain/customers/redaction.ts';
import type { RedactionWakeUp } from '../domain/events/event.ts';
import { readCustomer } from '../store/customers/customers.ts';
import { customer } from '../unit-of-work/customers.ts';
import { type Outside, type Stage, stages } from './redaction-stages.ts';
import type { JobKind } from './run-job.ts';
import { clock } from './work.ts';

/** The redaction, and the customer that carries it. */
type Redacting = Redaction & { readonly customer: Customer };

/**
 * Empties or removes everything that is known of a closed customer, stage by stage, newest first. What changes is written with
 * the redaction's progress, so that a death between two batches loses nothing; what lies outside the tables is removed before
 * that, and removed again by whoever finds that it was not noted.
 */
export const customerRedaction = (of: RedactionWakeUp, outside: Outside): JobKind<Redacting> => ({
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
      ...{ changes, facts: [], moved: erased > 0 },
      cursor: next === null ? followingStage(name) : `${name}:${next}`,
      // Whatever was found may have left something behind with whoever was at work on it: all is looked at once more after it.
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
