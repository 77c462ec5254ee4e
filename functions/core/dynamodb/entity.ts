import { ApiError, type ApiErrorCode } from '../api-error.ts';
import type { Database, Item, Partition } from './client.ts';
import { resourceKey } from './keys.ts';
import type { Filter } from './list.ts';
import { scheduleFields } from './scheduled-work.ts';
import type { StoredReader } from './stored-form.ts';
import { asRead, type Condition, type ConditionCheck, isNew, type SingleWrite } from './writes.ts';

type Stored = {
  readonly id: string;
  readonly tenant_id: string;
  readonly version: number | string;
};

/** The partitions of a kind in a business. */
type Partitions = {
  /** Those that another resource has. */
  readonly of: (parent: string) => string;
  /** Those that are so. */
  readonly in: (...states: readonly string[]) => string;
};

/** How the resources of one kind are stored in the table of resources, each as one item under its id. */
type Declaration<T> = {
  /** The name of its partitions, behind the business. */
  readonly name: string;
  /** The error where there is none with an id. */
  readonly missing: ApiErrorCode;
  /** Reads an item. */
  readonly read: StoredReader<T> | ((item: Item) => T);
  /** Its attributes that differ from its fields, and those that place it in indexes. */
  readonly attributes?: (one: T, partitions: Partitions) => Item;
  /** When the sweeper looks at it; null: never. */
  readonly due?: (one: T) => string | null;
  /** The condition of a save over what was read; without it that has the version still. */
  readonly savedOver?: (read: T) => Condition;
};

/** The part of a list of a business: where an index lists it, and what is left out there. */
type Listed<T> = {
  /** Undefined: all of the business. */
  readonly partitions: Partition | readonly Partition[] | undefined;
  readonly filter?: Filter | undefined;
  /** Whether one still matches. */
  readonly fits?: (one: T) => boolean;
};

/** Where the resources of a kind are stored, and how they are read, listed and saved. */
export const entity = <T extends Stored>({
  name,
  missing,
  read: readItem,
  attributes = () => ({}),
  due = () => null,
  savedOver = ({ version }) => asRead(version),
}: Declaration<T>) => {
  const all = (tenant: string): string => `${tenant}/${name}`;
  const key = (tenant: string, id: string) => resourceKey(all(tenant), id);
  const partitionsOf = (tenant: string): Partitions => ({
    of: (parent) => `${tenant}/${parent}/${name}`,
    in: (...states) => [all(tenant), ...states].join('/'),
  });
  const itemOf = (one: T, more: Item): Item => {
    const { scheduled_at: _, ...fields }: Item = one;
    const at = key(one.tenant_id, one.id);
    return {
      ...fields,
      ...attributes(one, partitionsOf(one.tenant_id)),
      ...more,
      ...scheduleFields(at, one.id, due(one)),
    };
  };
  const find = async (db: Database, tenant: string, id: string): Promise<T | undefined> => {
    const item = await db.get(key(tenant, id));
    return item && readItem(item);
  };
  return {
    key,
    find,
    /** The partition of all of a business. */
    all,
    partitionsOf,
    /** The one with this id, or the error. */
    read: async (db: Database, tenant: string, id: string): Promise<T> => {
      const found = await find(db, tenant, id);
      if (!found) throw new ApiError(missing);
      return found;
    },
    /**
     * A list of a business for filteredPage (list.ts): an index names them, the table has them. A
     * bundle that lists nothing has no code of lists.
     */
    listed: (tenant: string, listed: Listed<T>) => ({
      own: { table: 'resources', partition: all(tenant) } as const,
      keyOf: ({ sk }: Item) => key(tenant, String(sk)),
      read: readItem,
      ...listed,
    }),
    /**
     * Puts one: a new one under its id, a changed one only over what was read. `more` has those
     * attributes whose code no bundle should load that only reads.
     */
    save: (one: T, read?: T, more: Item = {}): SingleWrite => ({
      kind: 'put',
      key: key(one.tenant_id, one.id),
      item: itemOf(one, more),
      when: read ? savedOver(read) : isNew,
    }),
    /** The condition of a commit that depends on one without writing it: it is as it was read. */
    unchanged: ({ tenant_id, id, version }: Pick<T, keyof Stored>): ConditionCheck => ({
      key: key(tenant_id, id),
      attribute: 'version',
      is: version,
    }),
  };
};

/** The partition of an index of the table of resources. */
export const indexed = (index: string, partition: string): Partition => ({
  table: 'resources',
  index,
  partition,
});
