import type { Customer } from '../customers/model.ts';
import { customerUnchanged } from '../customers/table.ts';
import type { Database } from '../dynamodb/client.ts';
import type { ConditionCheck } from '../dynamodb/writes.ts';
import { logEvent } from '../logging.ts';
import type { Screener } from '../screeners/screener.ts';
import { commitWork, type Work } from '../unit-of-work.ts';
import type { Outcome } from '../verifications/decision.ts';
import { screening } from './changes.ts';
import { isClear, refuseUnlessClear, type Screening, searched, subjectOf } from './model.ts';
import { screeningsOf, screeningUnchanged } from './table.ts';

/** The screening of a customer, and the condition that it is still this one. */
export type Screened = { readonly screening: Screening | undefined; readonly condition: ConditionCheck };

/** What a decision needs of it: whether no entry is open or confirmed, and the condition. */
export const clearOrNot = ({ screening, condition }: Screened) => ({
  isClear: isClear(screening),
  conditions: [condition],
});

/** The screening of a customer as it is stored, for a decision that rests on it. */
export const readScreened = async (
  db: Database,
  { tenant_id, id }: Pick<Customer, 'tenant_id' | 'id'>,
): Promise<Screened> => {
  const [found] = await screeningsOf(db, tenant_id, [id]);
  return { screening: found, condition: screeningUnchanged(tenant_id, id, found) };
};

/**
 * Searches for a customer as it is now, and stores what is found in one commit. A
 * redacted one has no name to search for.
 */
export const screenCustomer = async (customer: Customer, screener: Screener, work: Work): Promise<Screened> => {
  const { tenant_id, id } = customer;
  const read = await readScreened(work.db, customer);
  const subject = subjectOf(customer);
  if (!subject) return read;
  const owner = { tenant_id, customer_id: id, subject_id: id };
  const transition = searched(read.screening, owner, await screener.screen(subject), work.deadline.now);
  const changed = screening(transition);
  await commitWork(work, { changes: [changed], conditions: [customerUnchanged(customer)] });
  if (transition.event)
    logEvent('info', 'screening_changed', { screening_id: transition.after.id, event_type: transition.event });
  return { screening: transition.after, condition: screeningUnchanged(tenant_id, id, transition.after) };
};

/** The condition of an outcome that verifies: nothing stands against it, or it is refused. Other outcomes have none. */
export const clearedFor = async (db: Database, { verification, customer }: Outcome): Promise<ConditionCheck[]> => {
  if (verification.after.status !== 'verified') return [];
  const { screening: found, condition } = await readScreened(db, customer);
  refuseUnlessClear(found);
  return [condition];
};
