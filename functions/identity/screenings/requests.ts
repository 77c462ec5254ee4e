import { randomUUID } from 'node:crypto';
import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import { resourceKey } from '../../core/dynamodb/keys.ts';
import { scheduleFields } from '../../core/dynamodb/scheduled-work.ts';
import { always, has, type Write } from '../../core/dynamodb/writes.ts';
import { deepEqual } from '../../core/json.ts';
import type { ScreeningMessage } from '../../core/messages.ts';
import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import type { Customer } from '../customers/model.ts';
import { customerUnchanged, readCustomer } from '../customers/table.ts';
import type { Screener } from '../screeners/screener.ts';
import { everyoneOf, subjectOf } from './model.ts';
import { logChanges, readScreened, searchFor } from './screen.ts';

/** Is this customer, or a person of it, to be screened again? The sweeper detects the kind from the name of the partition. */
export const screeningRequestKey = (tenant: string, customerId: string) =>
  resourceKey(`${tenant}/screening-request`, customerId);

/**
 * Writes that ask for another search. They belong to the transaction that changes a name, birth
 * date, nationality or country by which a customer or a person of it is searched. A subject that
 * was never screened is not looked for.
 */
export const requestScreening = (before: Customer, after: Customer, now: Date): Write[] => {
  const were = new Map(everyoneOf(before).map((one) => [one.id, subjectOf(one)]));
  if (
    everyoneOf(after).every(
      (one) => !were.has(one.id) || deepEqual(were.get(one.id), subjectOf(one)),
    )
  )
    return [];
  const { tenant_id, id } = after;
  const key = screeningRequestKey(tenant_id, id);
  const item = {
    tenant_id,
    customer_id: id,
    token: randomUUID(),
    ...scheduleFields(key, id, now.toISOString()),
  };
  return [{ kind: 'put', key, item, when: always }];
};

/**
 * Screens again whom a change asks for, of those who were screened before, and ends the request in the same commit. A change
 * that comes meanwhile makes that stale, so its newer request is done too.
 */
export const screenAgain = (
  { tenant_id, customer_id }: Pick<ScreeningMessage, 'tenant_id' | 'customer_id'>,
  screener: Screener | undefined,
  work: Work,
): Promise<void> =>
  retryOnConflict(async () => {
    const { db } = work;
    const key = screeningRequestKey(tenant_id, customer_id);
    const request = await db.get(key);
    if (!request) return;
    const customer = await readCustomer(db, tenant_id, customer_id);
    const everyone = customer.status === 'closed' ? [] : everyoneOf(customer);
    const { screenings } = await readScreened(db, customer, everyone);
    const known = everyone.filter((_, position) => screenings[position] !== undefined);
    const { changes } = screener
      ? await searchFor(customer, known, screener, { db, now: work.deadline.now })
      : { changes: [] };
    const done: Write = { kind: 'delete', key, when: has('token', String(request.token)) };
    await commitWork(work, {
      changes: [done, ...changes],
      conditions: [customerUnchanged(customer)],
    });
    logChanges(changes);
  });
