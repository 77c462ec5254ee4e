import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '../../../functions/core/dynamodb/client.ts';
import type { TableName } from '../../../functions/core/dynamodb/keys.ts';
import { flatItem } from '../../../functions/core/dynamodb/stored-form.ts';
import type { Condition } from '../../../functions/core/dynamodb/writes.ts';
import { deepEqual } from '../../../functions/core/json.ts';
import { customerOf, namePlaceOf } from '../../../functions/identity/customers/table.ts';

/** Values that follow from an item and that items stored earlier lack, or have otherwise. */
export type Backfill = {
  readonly does: string;
  readonly table: TableName;
  /** Which items it is for: others are not read. */
  readonly where: Condition;
  /** An item is written only while it still has this attribute as it was read. */
  readonly unchanged: 'version' | 'data';
  /** The attributes that an item must have; undefined: it must not have it. Null: the item is of another kind. */
  readonly derived: (item: Item) => Item | null;
};

/** Every backfill by its name. */
export const backfills: Readonly<Record<string, Backfill>> = {
  'customer-names': {
    does: 'puts each customer into the index that finds it by its name, or moves it there',
    table: 'resources',
    where: { expression: 'begins_with(sk, :begin)', values: { ':begin': 'cus_' } },
    unchanged: 'version',
    derived: (item) => {
      const partition = /^biz_\w+\/customer(?<shard>#\d+)?$/.exec(String(item.pk));
      if (!partition) return null;
      const shard = partition.groups?.shard ?? '';
      const place = namePlaceOf(customerOf(item));
      return { name_key: place && `${place.name_key}${shard}`, sort_name: place?.sort_name };
    },
  },
  'flat-items': {
    does: 'stores the resources that earlier releases have in one attribute as others are stored',
    table: 'resources',
    where: {
      expression: 'attribute_type(#data, :map)',
      names: { '#data': 'data' },
      values: { ':map': 'M' },
    },
    unchanged: 'data',
    derived: (item) => {
      const { scheduled_at, ...flat } = flatItem(item);
      // The key of an index is never null.
      return { ...flat, scheduled_at: scheduled_at ?? undefined, data: undefined };
    },
  },
};

/** The attributes of an item that differ from what they must be. */
export const differencesOf = (
  stored: Readonly<Record<string, AttributeValue>>,
  { derived }: Backfill,
): { readonly set: Record<string, AttributeValue>; readonly removed: readonly string[] } | null => {
  const item = unmarshall(stored);
  const wanted = derived(item);
  const differing = Object.entries(wanted ?? {}).filter(
    ([name, value]) => !deepEqual(item[name], value),
  );
  if (differing.length === 0) return null;
  const set = Object.fromEntries(differing.filter(([, value]) => value !== undefined));
  return {
    set: marshall(set),
    removed: differing.flatMap(([name, value]) => (value === undefined ? [name] : [])),
  };
};
