import { type TableName, tables } from '../../functions/core/dynamodb/keys.ts';
import { type EnvironmentName, environments, physicalName } from '../../lib/environments.ts';
import type { Definition } from '../../local/dynamodb/tables.ts';

type Shape = {
  readonly sort: boolean;
  readonly stream?: 'NEW_IMAGE' | 'NEW_AND_OLD_IMAGES';
  readonly indexes: Readonly<
    Record<
      string,
      { readonly partition: string; readonly sort: string; readonly include: readonly string[] }
    >
  >;
};

/** The tables of every environment, as the templates declare them, without a build. */
export const tableDefinitions = (): Definition[] =>
  (Object.keys(environments) as EnvironmentName[]).flatMap((environment) =>
    (Object.keys(tables) as TableName[]).map((table) =>
      tableDefinition(table, physicalName(environment, table)),
    ),
  );

/** The input of CreateTable for one of the service's tables, under this physical name. */
export const tableDefinition = (table: TableName, physicalName: string): Definition => {
  const { sort, stream, indexes }: Shape = tables[table];
  const all = Object.entries(indexes);
  const keyed = [
    ...(sort ? ['pk', 'sk'] : ['pk']),
    ...all.flatMap(([, index]) => [index.partition, index.sort]),
  ];
  return {
    TableName: physicalName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...new Set(keyed)].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    KeySchema: keySchema('pk', sort ? 'sk' : undefined),
    ...(all.length > 0 && {
      GlobalSecondaryIndexes: all.map(([IndexName, index]) => ({
        IndexName,
        KeySchema: keySchema(index.partition, index.sort),
        Projection:
          index.include.length > 0
            ? { ProjectionType: 'INCLUDE', NonKeyAttributes: index.include }
            : { ProjectionType: 'KEYS_ONLY' },
      })),
    }),
    ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
  };
};

const keySchema = (partition: string, sort?: string): Definition['KeySchema'] => [
  { AttributeName: partition, KeyType: 'HASH' },
  ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: 'RANGE' as const }]),
];
