import { setTimeout as pause } from 'node:timers/promises';
import { AwsError } from '../aws-error.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import type { Engine } from '../engine.ts';
import type { Definition, IndexDefinition, Table } from './tables.ts';

/** Creates what is missing. Rejects with BadConfiguration where a table stands that has another shape. */
export const ensureTables = async (engine: Engine, tables: readonly Table[]): Promise<void> => {
  await Promise.all(tables.map(({ definition }) => ensureTable(engine, definition)));
};

const ensureTable = async (engine: Engine, definition: Definition): Promise<void> => {
  const found = await describe(engine, definition.TableName);
  if (!found) return createTable(engine, definition);
  if (shapeOf(found) !== shapeOf(definition))
    throw new BadConfiguration(
      `The table ${definition.TableName} has other keys, indexes or streams than the service declares now: ` +
        'empty the data folder with `npm run local:reset`.',
    );
};

/** Creates a table and waits until it can be used. */
export const createTable = async (engine: Engine, definition: Definition): Promise<void> => {
  const { TableDescription } = await engine.call<{ TableDescription: Described }>('CreateTable', definition);
  let status: string | undefined = TableDescription.TableStatus;
  for (; status !== 'ACTIVE'; await pause(5)) status = (await describe(engine, definition.TableName))?.TableStatus;
};

type Described = Definition & { readonly TableStatus: string };

const describe = async (engine: Engine, name: string): Promise<Described | undefined> => {
  try {
    return (await engine.call<{ Table: Described }>('DescribeTable', { TableName: name })).Table;
  } catch (error) {
    if (error instanceof AwsError && error.code === 'ResourceNotFoundException') return undefined;
    throw error;
  }
};

/** Everything of a definition that cannot be changed in passing, as a text to compare. */
const shapeOf = (definition: Definition): string =>
  JSON.stringify([
    definition.AttributeDefinitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]).sort(),
    keyOf(definition.KeySchema),
    indexesOf(definition.GlobalSecondaryIndexes),
    indexesOf(definition.LocalSecondaryIndexes),
    definition.StreamSpecification?.StreamViewType ?? null,
  ]);

const keyOf = (schema: Definition['KeySchema']) => schema.map(({ AttributeName, KeyType }) => [KeyType, AttributeName]);

const indexesOf = (indexes: readonly IndexDefinition[] = []) =>
  indexes
    .map(({ IndexName, KeySchema, Projection: { ProjectionType, NonKeyAttributes = [] } }) => [
      IndexName,
      keyOf(KeySchema),
      ProjectionType,
      [...NonKeyAttributes].sort(),
    ])
    .sort();
