import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../core/api-error.ts';
import type { Database } from '../../core/dynamodb/client.ts';
import type { ConditionCheck } from '../../core/dynamodb/writes.ts';
import { logEvent, serializeError } from '../../core/logging.ts';
import { type Changed, commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import type { Customer } from '../customers/model.ts';
import type { Person } from '../customers/persons.ts';
import { customerUnchanged } from '../customers/table.ts';
import type { Screener, ScreeningAnswer, ScreeningSubject } from '../screeners/screener.ts';
import type { Outcome } from '../verifications/decision.ts';
import { screening } from './changes.ts';
import { isClear, type Screening, screenedOf, searched, subjectOf } from './model.ts';
import { screeningsOf, screeningUnchanged } from './table.ts';

/** The screenings of a customer and its persons, whether nothing in them is open or confirmed, and the conditions that it stays so. */
export type Screened = {
  readonly screenings: readonly (Screening | undefined)[];
  readonly isClear: boolean;
  readonly conditions: readonly ConditionCheck[];
};

/** The screenings of these as they are stored, for a decision that rests on them. */
export const readScreened = async (
  db: Database,
  { tenant_id }: Pick<Customer, 'tenant_id'>,
  who: readonly (Customer | Person)[],
): Promise<Screened> => {
  const ids = who.map(({ id }) => id);
  return screenedAs(tenant_id, ids, await screeningsOf(db, tenant_id, ids));
};

const screenedAs = (
  tenant: string,
  ids: readonly string[],
  screenings: Screened['screenings'],
): Screened => ({
  screenings,
  isClear: screenings.every(isClear),
  conditions: ids.map((id, position) => screeningUnchanged(tenant, id, screenings[position])),
});

/**
 * The changes by a search for every screened subject of a customer, and the screenings once they
 * are committed.
 */
export type Searched = { readonly changes: readonly Changed[]; readonly screened: Screened };

/** Searches for these, the customer or persons of it, as they are now. One who is redacted has no name to search for. */
export const searchFor = async (
  { tenant_id, id: customer_id }: Customer,
  who: readonly (Customer | Person)[],
  screener: Screener,
  { db, now }: { readonly db: Database; readonly now: Date },
): Promise<Searched> => {
  const subjects = who.map(subjectOf).filter((one) => one !== undefined);
  const ids = subjects.map(({ id }) => id);
  const [read, answers] = await Promise.all([
    screeningsOf(db, tenant_id, ids),
    answersAbout(subjects, screener),
  ]);
  const transitions = answers.map((answer, position) =>
    searched(
      read[position],
      { tenant_id, customer_id, subject_id: ids[position] ?? '' },
      { ...answer, names: subjects[position]?.names ?? [] },
      now,
    ),
  );
  return {
    changes: transitions.map(screening),
    screened: screenedAs(
      tenant_id,
      ids,
      transitions.map(({ after }) => after),
    ),
  };
};

/** So long a search may take. */
const answer_ms_max = 8_000;

/** The answers about subjects, or `screening_unavailable` where one does not come in time. */
const answersAbout = async (
  subjects: readonly ScreeningSubject[],
  screener: Screener,
): Promise<readonly ScreeningAnswer[]> => {
  try {
    return await inTime(Promise.all(subjects.map((one) => screener.screen(one))));
  } catch (error) {
    logEvent('warn', 'screener_unavailable', { error: serializeError(error) });
    throw new ApiError('screening_unavailable', { retry_after_seconds: 5 });
  }
};

/** The answer of a search, or an error where it takes too long. */
export const inTime = async <T>(searching: Promise<T>): Promise<T> => {
  const over = new AbortController();
  const late = pause(answer_ms_max, true, { signal: over.signal, ref: false }).then(() => {
    throw new Error('no answer in time');
  });
  try {
    return await Promise.race([searching, late]);
  } finally {
    late.catch(() => undefined);
    over.abort();
  }
};

/** Searches for all who are screened of a customer, and stores what is found in one commit. */
export const screenCustomer = async (
  customer: Customer,
  screener: Screener,
  work: Work,
): Promise<Screened> => {
  const { changes, screened } = await searchFor(customer, screenedOf(customer), screener, {
    db: work.db,
    now: work.deadline.now,
  });
  if (changes.length > 0)
    await commitWork(work, { changes, conditions: [customerUnchanged(customer)] });
  logChanges(changes);
  return screened;
};

/** Logs the events of a search, by ids. */
export const logChanges = (changes: readonly Changed[]): void => {
  for (const { resource, type } of changes.flatMap(({ events }) => events))
    logEvent('info', 'screening_changed', { screening_id: resource.id, event_type: type });
};

/** The condition of an outcome that verifies: nothing stands against it, or it is refused. Other outcomes have none. */
export const clearedFor = async (
  db: Database,
  { verification, customer }: Outcome,
): Promise<readonly ConditionCheck[]> => {
  if (verification.after.status !== 'verified') return [];
  const screened = await readScreened(db, customer, screenedOf(customer));
  if (!screened.isClear) throw new ApiError('screening_not_clear');
  return screened.conditions;
};
