import type { Database } from '../../core/dynamodb/client.ts';
import { entity, indexed } from '../../core/dynamodb/entity.ts';
import { type ItemKey, resourceKey, shardNames, shardOf } from '../../core/dynamodb/keys.ts';
import { filteredPage, type Page, type PageRequest } from '../../core/dynamodb/list.ts';
import {
  absent,
  eachOf,
  nested,
  type ReadItems,
  readEach,
  reading,
  required,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import { jobFields } from '../../core/dynamodb/stored-job.ts';
import {
  asRead,
  type ConditionCheck,
  has,
  isNew,
  type SingleWrite,
} from '../../core/dynamodb/writes.ts';
import type { ListMatch } from '../screeners/screener.ts';
import { type EntryDecision, type NotComparable, type Screening, screeningIdOf } from './model.ts';
import type { Monitoring } from './monitoring.ts';
import type { ScreeningStatus } from './states.ts';

const match = storedForm<ListMatch>({
  list: required,
  entry_id: required,
  name: required,
  score: required,
  categories: absent([]),
  url: absent(''),
});

const decision = storedForm<EntryDecision>({
  list: required,
  entry_id: required,
  outcome: required,
  reason: required,
  operator_id: required,
  at: required,
});

const notComparable = storedForm<NotComparable>({
  scripts: required,
  names: required,
  status: required,
  decided_at: absent(null),
  decided_by: absent(null),
  reason: absent(null),
});

/** How a screening is stored. Without its matches nobody knows whether it is clear. */
const screeningForm = storedForm<Screening>({
  id: required,
  tenant_id: required,
  customer_id: required,
  subject_id: required,
  status: required,
  status_reason: absent(null),
  list_version: absent(''),
  screened_at: required,
  matches: eachOf(match),
  decisions: eachOf(decision, absent([])),
  not_comparable: nested(notComparable, absent(null)),
  created_at: required,
  updated_at: required,
  version: required,
});

/** The screening as stored. */
export const screeningOf = reading('resources', 'screening', screeningForm);

const screening_shards = 16;
const screeningShards = shardNames(screening_shards);

const screenings = entity<Screening>({
  name: 'screening',
  missing: 'screening_not_found',
  read: screeningOf,
  // By the index `screened` its next search is due once the lists have another version.
  attributes: ({ id, customer_id, status, list_version }, own) => ({
    parent_key: own.of(customer_id),
    status_key: own.in(status),
    screened_shard: shardOf(id, screening_shards),
    screened_with: `${list_version}/${id}`,
  }),
});

export const { key: screeningKey, read: readScreening, save: saveScreening } = screenings;

/** The partition of a tenant’s screenings in a status. */
export const screeningsInStatus = (tenant: string, status: ScreeningStatus) =>
  screenings.partitionsOf(tenant).in(status);

/** The screenings of subjects, in their order; undefined for one that was never screened. */
export const screeningsOf = async (
  db: Database,
  tenant: string,
  subjectIds: readonly string[],
): Promise<(Screening | undefined)[]> => {
  const items = await db.batch(subjectIds.map((id) => screeningKey(tenant, screeningIdOf(id))));
  return items.map((item) => item && screeningOf(item));
};

/** The condition that a screening is as it was read, or that there is still none. */
export const screeningUnchanged = (
  tenant: string,
  subjectId: string,
  read: Pick<Screening, 'version'> | undefined,
): ConditionCheck => {
  const key = screeningKey(tenant, screeningIdOf(subjectId));
  return read ? { key, attribute: 'version', is: read.version } : { key, absent: true };
};

/** The write that takes a screening out of that index: nobody searches for its subject any more. */
export const notMonitored = ({ tenant_id, id, version }: Screening): SingleWrite => ({
  kind: 'set',
  key: screeningKey(tenant_id, id),
  values: { screened_shard: undefined, screened_with: undefined },
  when: asRead(version),
});

/**
 * Where screenings are that were searched with another version than this one, from a cursor on: of each shard those before it
 * in the index, then those behind it. A cursor is a shard and a place in it.
 */
export const dueScreenings = async (
  db: Database,
  version: string,
  cursor: string | null,
  limit: number,
): Promise<{ readonly places: readonly ItemKey[]; readonly next: string | null }> => {
  const [shard = '', from = ''] = cursor === null ? [screeningShards[0]] : split(cursor);
  // This digit sorts directly after the slash.
  const [first, behind] = [`${version}/`, `${version}0`];
  const isBefore = from < first;
  const range = isBefore ? { from, below: first } : { from: from > behind ? from : behind };
  const partition = { table: 'resources', index: 'screened', partition: shard } as const;
  const { items, last } = await db.query({ ...partition, ...range, order: 'ascending', limit });
  const following = screeningShards[screeningShards.indexOf(shard) + 1];
  const rest = isBefore ? `${shard}:${behind}` : following === undefined ? null : `${following}:`;
  return {
    places: items.map(({ pk, sk }) => ({
      table: 'resources',
      pk: String(pk),
      sk: String(sk),
      placed: true,
    })),
    // With a blank it sorts directly behind the last one.
    next: last === undefined ? rest : `${shard}:${last} `,
  };
};

const split = (cursor: string): [shard: string, from: string] => {
  const end = cursor.indexOf(':');
  return [cursor.slice(0, end), cursor.slice(end + 1)];
};

/** The screenings at these places, read consistently. */
export const screeningsAt = async (
  db: Database,
  places: readonly ItemKey[],
): Promise<ReadItems<Screening>> =>
  readEach(
    (await db.batch(places)).flatMap((item) => item ?? []),
    screeningOf,
  );

export const readStoredMonitoring = reading(
  'resources',
  'screening monitor',
  storedForm<Monitoring>({
    ...jobFields,
    list_version: required,
    version_since: required,
    previous_version: absent(null),
  }),
);

const monitoringKey = resourceKey('screening-monitor', 'screening-monitor');

/** The job that monitors screenings; undefined before its first run. */
export const findMonitoring = async (db: Database): Promise<Monitoring | undefined> => {
  const item = await db.get(monitoringKey);
  return item && readStoredMonitoring(item);
};

/** Saves the next step of that job; stale when another worker has written it since. */
export const saveMonitoring = (next: Monitoring, read: Monitoring | undefined): SingleWrite => ({
  kind: 'put',
  key: monitoringKey,
  item: next,
  when: read ? has('token', read.token) : isNew,
});

type ScreeningFilter = {
  readonly customer_id?: string | undefined;
  readonly status?: ScreeningStatus | undefined;
};

/** One page of the tenant's screenings that fit a filter, newest subjects first. */
export const pageOfScreenings = (
  db: Database,
  tenant: string,
  { customer_id, status }: ScreeningFilter,
  wanted: PageRequest,
): Promise<Page<Screening>> => {
  const own = screenings.partitionsOf(tenant);
  const byStatus = status && indexed('by_status', own.in(status));
  const fits = (one: Screening) => status === undefined || one.status === status;
  if (customer_id === undefined)
    return filteredPage(db, screenings.listed(tenant, { partitions: byStatus, fits }), wanted);
  const partitions = indexed('by_parent', own.of(customer_id));
  return filteredPage(
    db,
    screenings.listed(tenant, { partitions, filter: status && { status }, fits }),
    wanted,
  );
};
