import { randomUUID } from 'node:crypto';
import type { CardAlignmentJob } from '../../domain/cards/alignment.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { newJob } from '../../domain/job.ts';
import { always, has, type Write } from '../change.ts';
import type { Database, Item } from '../database.ts';
import { dueAtOf, dueFields } from '../due-fields.ts';
import { keys } from '../table.ts';

/** Whose cards are meant. */
export type Holding = Pick<CardAlignmentJob, 'tenant_id' | 'customer_id'>;

/**
 * What goes into the transaction of everything that changes what the cards of a customer may do: the job that brings them
 * along. The newest cause replaces what was there, so that no pass which has not seen it can end the job.
 */
export const requestAlignment = (
  { tenant_id, id: customer_id }: Pick<Customer, 'tenant_id' | 'id'>,
  now: Date,
): Write => putJob({ tenant_id, customer_id, ...newJob(randomUUID(), now) }, always);

/** The job, if there is one. */
export const findAlignment = async (
  db: Database,
  { tenant_id, customer_id }: Holding,
): Promise<CardAlignmentJob | undefined> => {
  const item = await db.get(keys.cardAlignment(tenant_id, customer_id));
  return item && alignmentJobOf(item);
};

/** What writes a job on over the one that was read, or ends it; stale when anybody else has written it since. */
export const saveAlignment = (
  next: CardAlignmentJob | undefined,
  { tenant_id, customer_id, token }: CardAlignmentJob,
): Write => {
  const when = has('token', token);
  return next ? putJob(next, when) : { kind: 'delete', key: keys.cardAlignment(tenant_id, customer_id), when };
};

/** The job as stored, without what only the sweeper needs. */
export const alignmentJobOf = (item: Item): CardAlignmentJob => {
  const { pk, sk, due_at, due_shard, sweeps, ...job } = item;
  return { ...job, due_at: dueAtOf(item) } as CardAlignmentJob;
};

const putJob = ({ due_at, ...job }: CardAlignmentJob, when: Write['when']): Write => {
  const key = keys.cardAlignment(job.tenant_id, job.customer_id);
  return { kind: 'put', key, item: { ...job, ...dueFields(key, job.customer_id, due_at) }, when };
};
