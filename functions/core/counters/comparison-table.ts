import { randomUUID } from 'node:crypto';
import type { Connection, Database, Item } from '../dynamodb/client.ts';
import { StaleDecision } from '../dynamodb/commit.ts';
import { type ItemKey, resourceKey } from '../dynamodb/keys.ts';
import { positionOf, scheduleFields } from '../dynamodb/scheduled-work.ts';
import { absent, reading, required, storedForm, whole } from '../dynamodb/stored-form.ts';
import { jobFields } from '../dynamodb/stored-job.ts';
import { writeOne } from '../dynamodb/write-one.ts';
import { has, isNew, type SingleWrite } from '../dynamodb/writes.ts';
import { type Job, newJob } from '../job.ts';
import type { Deadline } from '../time.ts';
import type { Amounts } from './names.ts';

/** The job that compares the counters of a business with what they count, and repairs them: soon at first, then each day. */
export type Comparison = Job & {
  readonly tenant_id: string;
  /** Whether each hour was compared: before, the counters lack what was stored before changes were counted. */
  readonly complete: boolean;
  /** The hours to compare, the newest first, such as `2026-11-29T02`; null: all. */
  readonly hours: readonly string[] | null;
  /** Those of them that changed too recently in this pass. */
  readonly skipped: readonly string[];
  /** The hour in which an invocation stopped; null between two hours. */
  readonly partial: PartialHour | null;
};

/** How far the items of an hour have been read. */
export type PartialHour = {
  readonly hour: string;
  /** The sums hold every change up to here, ISO 8601. */
  readonly compared_to: string;
  /** How often the counters of each place had been written before the first item was read. */
  readonly writes: Readonly<Record<string, number>>;
  readonly webhooks: readonly string[];
  /** The position of the list that is being read, and where the next page of it begins; null: at its newest item. */
  readonly list: number;
  readonly below: string | null;
  /** The sums of the items that were read, by the key of their place. */
  readonly sums: Readonly<Record<string, Amounts>>;
  readonly is_unreadable: boolean;
};

/** The sweeper detects the kind of work from the partition. */
const comparisonKey = (tenant: string): ItemKey =>
  resourceKey(`${tenant}/counters-comparison`, 'counters-comparison');

/** The comparison of a business at a time; the counters of a new one lack nothing. */
export const newComparison = (tenant_id: string, at: Date, complete: boolean): Comparison => {
  const job = { ...newJob(randomUUID(), at), last_pass_after_ms: 0 };
  return { ...job, tenant_id, complete, hours: null, skipped: [], partial: null };
};

/** Saves the next step of a comparison over the one that was read, or a new one. */
export const saveComparison = (
  { scheduled_at, ...next }: Comparison,
  read?: Pick<Job, 'token'>,
): SingleWrite => {
  const key = comparisonKey(next.tenant_id);
  const item = { ...next, ...scheduleFields(key, next.tenant_id, scheduled_at) };
  return { kind: 'put', key, item, when: read ? has('token', read.token) : isNew };
};

/** Begins the comparison of a business that has none yet. */
export const beginComparison = async (
  connection: Connection,
  tenant: string,
  at: Date,
  deadline: Deadline,
): Promise<void> => {
  try {
    await writeOne(connection, saveComparison(newComparison(tenant, at, false)), deadline);
  } catch (error) {
    if (!(error instanceof StaleDecision)) throw error;
  }
};

/** How a comparison is stored. */
export const readStoredComparison = reading(
  'resources',
  'comparison of counters',
  storedForm<Comparison>({
    ...jobFields,
    tenant_id: required,
    complete: absent(false),
    hours: absent(null),
    skipped: absent([]),
    partial: whole(absent(null)),
  }),
  'tenant_id',
);

/** The comparison as stored. */
export const comparisonOf = (item: Item): Comparison => {
  const { scheduled_at, requested_at } = item;
  const position = typeof scheduled_at === 'string' ? positionOf(scheduled_at) : undefined;
  // A sweep that notified it has postponed it as well: it was due before.
  const at = position && !position.notified ? position.at : requested_at;
  return readStoredComparison({ ...item, scheduled_at: at });
};

/** The comparison of a business; undefined if nothing of it was counted yet. */
export const findComparison = async (
  db: Database,
  tenant: string,
): Promise<Comparison | undefined> => {
  const [item] = await db.batch([comparisonKey(tenant)]);
  return item && comparisonOf(item);
};

/** Whether the counters of a business have all that is stored. One round trip. */
export const isAllCounted = async (db: Database, tenant: string): Promise<boolean> =>
  (await findComparison(db, tenant))?.complete ?? false;
