import type { Engine } from '../../dynamodb/engine.ts';
import type { Table } from '../../dynamodb/tables.ts';
import { createTable } from '../../dynamodb/tables.ts';
import type { Attributes, Touch } from './touches.ts';

/** The table that keeps the older state of another. */
export const olderName = (table: string): string => `${table}.older`;

/** Makes the older table as the table is now. */
export const copy = async (engine: Engine, { name, definition }: Table): Promise<void> => {
  const { StreamSpecification: _, ...shape } = definition;
  const TableName = olderName(name);
  // One may be left from a machine that was killed while it lagged.
  await engine.call('DeleteTable', { TableName }).catch(() => {});
  await createTable(engine, { ...shape, TableName });
  let from: Attributes | undefined;
  do {
    const page: Page = await engine.call('Scan', { TableName: name, Limit: batch_items_max, ExclusiveStartKey: from });
    const requests = page.Items.map((Item) => ({ PutRequest: { Item } }));
    if (requests.length > 0) await engine.call('BatchWriteItem', { RequestItems: { [TableName]: requests } });
    from = page.LastEvaluatedKey;
  } while (from);
};

type Page = { readonly Items: readonly Attributes[]; readonly LastEvaluatedKey?: Attributes };

/** DynamoDB takes this many writes in one batch. */
const batch_items_max = 25;

/** An item as a write left it. */
export type Change = { readonly table: Table; readonly key: Attributes; readonly item: Attributes | undefined };

/** Every item of an indexed table that was written, as it is now. */
export const readBack = async (
  engine: Engine,
  tables: ReadonlyMap<string, Table>,
  touches: readonly Touch[],
): Promise<Change[]> => {
  const changes: Change[] = [];
  for (const { table: name, writes = [] } of touches) {
    const table = tables.get(name);
    if (!table?.definition.GlobalSecondaryIndexes) continue;
    for (const written of writes) {
      const key = Object.fromEntries(table.key.map((attribute) => [attribute, written[attribute]]));
      const input = { TableName: name, Key: key, ConsistentRead: true };
      changes.push({ table, key, item: (await engine.call<{ Item?: Attributes }>('GetItem', input)).Item });
    }
  }
  return changes;
};

/** Brings the older table up to this change. */
export const apply = async (engine: Engine, { table, key, item }: Change): Promise<void> => {
  const TableName = olderName(table.name);
  if (item) await engine.call('PutItem', { TableName, Item: item });
  else await engine.call('DeleteItem', { TableName, Key: key });
};
