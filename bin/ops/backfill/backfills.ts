import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '../../../functions/core/dynamodb/client.ts';
import type { TableName } from '../../../functions/core/dynamodb/keys.ts';
import { customerOf, namePlaceOf } from '../../../functions/identity/customers/table.ts';

/** Values that follow from an item and that items stored earlier lack, or have otherwise. */
export type Backfill = {
  readonly does: string;
  readonly table: TableName;
  /** The sort keys of its items begin with this: others are not read. */
  readonly sortKeys: string;
  /** The attributes that an item must have; undefined: it must not have it. Null: the item is of another kind. */
  readonly derived: (item: Item) => Readonly<Record<string, string | undefined>> | null;
};

/** Every backfill by its name. Each writes only over the version of the item that it read. */
export const backfills: Readonly<Record<string, Backfill>> = {
  'customer-names': {
    does: 'puts each customer into the index that finds it by its name, or moves it there',
    table: 'resources',
    sortKeys: 'cus_',
    derived: (item) => {
      const partition = /^biz_\w+\/customer(?<shard>#\d+)?$/.exec(String(item.pk));
      if (!partition) return null;
      const shard = partition.groups?.shard ?? '';
      const place = namePlaceOf(customerOf(item));
      return { name_key: place && `${place.name_key}${shard}`, sort_name: place?.sort_name };
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
  const differing = Object.entries(wanted ?? {}).filter(([name, value]) => item[name] !== value);
  if (differing.length === 0) return null;
  const set = Object.fromEntries(differing.filter(([, value]) => value !== undefined));
  return {
    set: marshall(set),
    removed: differing.flatMap(([name, value]) => (value === undefined ? [name] : [])),
  };
};
