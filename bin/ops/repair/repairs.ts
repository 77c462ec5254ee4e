import type { Item } from '../../../functions/core/dynamodb/client.ts';
import {
  flatItem,
  readOrError,
  UnreadableItem,
} from '../../../functions/core/dynamodb/stored-form.ts';
import { timeOfId } from '../../../functions/core/write-shards.ts';

/** A field that an item gets, and where its value comes from. */
export type Filled = {
  readonly field: string;
  readonly value: unknown;
  readonly from: 'default' | 'given';
};

/** A repair: what the item gets, and why it still cannot be read then; null: it can. */
export type Repair = {
  readonly item: Item;
  readonly filled: readonly Filled[];
  readonly problem: string | null;
};

type Named = { readonly tenant: string; readonly id: string };

/** A value that follows from what is known of every item; no other field has one that is sure to be true. */
const defaultOf = (field: string, item: Item, { tenant, id }: Named): unknown => {
  const created_ms = timeOfId(id);
  const created = created_ms === undefined ? undefined : new Date(created_ms).toISOString();
  if (field === 'id') return id;
  if (field === 'tenant_id') return tenant;
  if (field === 'created_at') return created;
  if (field === 'updated_at') return item.created_at ?? created;
  return field === 'version' ? 1 : undefined;
};

/**
 * Fills the fields that an item cannot be read without, one after another, until it can be read.
 * The values are those that were given for them, or else their defaults.
 */
export const repairOf = (
  stored: Item,
  read: (item: Item) => unknown,
  given: ReadonlyMap<string, unknown>,
  named: Named,
): Repair => {
  const item = structuredClone(flatItem(stored));
  const filled: Filled[] = [];
  const tried: string[] = [];
  for (;;) {
    const problem = problemOf(item, read);
    const field = problem && /^has no (.+)$/.exec(problem)?.[1];
    if (!field || tried.includes(field)) return { item, filled, problem };
    tried.push(field);
    const isGiven = given.has(field);
    const value = isGiven ? given.get(field) : defaultOf(field, item, named);
    if (value === undefined || !fill(item, field, value)) return { item, filled, problem };
    filled.push({ field, value, from: isGiven ? 'given' : 'default' });
  }
};

const problemOf = (item: Item, read: (item: Item) => unknown): string | null => {
  const found = readOrError(() => read(item));
  return found instanceof UnreadableItem ? found.problem : null;
};

/** Sets a field such as `limits[0].amount`; false where there is nothing that could have it. */
const fill = (item: Item, field: string, value: unknown): boolean => {
  const names = field.split(/[.[\]]+/).filter((name) => name !== '');
  const parent = names
    .slice(0, -1)
    .reduce<unknown>((one, name) => (one as Item | undefined)?.[name], item);
  if (typeof parent !== 'object' || parent === null) return false;
  (parent as Item)[names.at(-1) ?? ''] = value;
  return true;
};
