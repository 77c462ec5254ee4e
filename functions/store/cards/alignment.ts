import { randomUUID } from 'node:crypto';
import { type CardAlignmentJob, newAlignmentJob } from '../../domain/cards/alignment-job.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { always, has, type Write } from '../change.ts';
import type { Database, Item } from '../database.ts';
import { dueFields } from '../due-fields.ts';
import { keys } from '../table.ts';

/** Whose cards are meant. */
export type Holding = Pick<CardAlignmentJob, 'tenant_id' | 'customer_id'>;

/**
 * What goes into the transaction of everything that changes what the cards of a customer may do: the job that brings them
 * along. The newest cause replaces what was there, so that no pass which has not seen it can end the job.
 */
export const requestAlignment = (customer: Pick<Customer, 'tenant_id' | 'id'>, now: Date): Write =>
  putJob(newAlignmentJob(customer, randomUUID(), now), always);

/** The job, if there is one. */
export const findAlignment = async (
  db: Database,
  { tenant_id, customer_id }: Holding,
): Promise<CardAlignmentJob | undefined> => {
  const item = await db.get(keys.cardAlignment(tenant_id, customer_id));
  return item && alignmentJobOf(item);
};

/** What writes a job on over the one that was read, under a token of its own; stale when anybody else has. */
export const saveAlignment = (job: CardAlignmentJob, read: CardAlignmentJob): Write =>
  putJob(job, has('token', read.token));

/** What ends a job; stale when a newer cause or another worker has written it since. */
export const endAlignment = ({ tenant_id, customer_id, token }: CardAlignmentJob): Write => ({
  kind: 'delete',
  key: keys.cardAlignment(tenant_id, customer_id),
  when: has('token', token),
});

/** The job as stored, without what only the sweeper needs. */
export const alignmentJobOf = (item: Item): CardAlignmentJob => {
  const { pk, sk, due_shard, sweeps, ...job } = item;
  return job as CardAlignmentJob;
};

const putJob = ({ due_at, ...job }: CardAlignmentJob, when: Write['when']): Write => ({
  kind: 'put',
  key: keys.cardAlignment(job.tenant_id, job.customer_id),
  item: { ...job, ...dueFields(job.customer_id, due_at) },
  when,
});
