import { AwsError, validationError } from '../../../errors.ts';
import type { FoundTable } from '../store/catalog.ts';
import { countsOf } from '../store/rows.ts';
import type { IndexDefinition, Throughput } from '../store/shapes.ts';
import type { Store } from '../store/store.ts';
import {
  assertConstraints,
  assertKnown,
  characters,
  existingName,
  number,
  type RequestMembers,
} from './constraints.ts';
import { definitionIn } from './table-checks.ts';

const definitionMembers = [
  ...[
    'TableName',
    'AttributeDefinitions',
    'KeySchema',
    'GlobalSecondaryIndexes',
    'LocalSecondaryIndexes',
    'BillingMode',
  ],
  ...['ProvisionedThroughput', 'StreamSpecification', 'DeletionProtectionEnabled'],
];

/** Makes a table, which is there at once. */
export const makeTable = (store: Store, input: RequestMembers): object => {
  assertKnown('CreateTable', input, definitionMembers);
  const definition = definitionIn(input);
  const { TableName, StreamSpecification } = definition;
  if (store.tables.find(TableName)) throw inUse(`Table already exists: ${TableName}`);
  const created_ms = store.now();
  const stream = StreamSpecification?.StreamEnabled
    ? new Date(created_ms).toISOString().slice(0, -1)
    : undefined;
  const found = store.tables.create({ definition, created_ms, stream });
  return { TableDescription: { ...descriptionOf(store, found), TableStatus: 'CREATING' } };
};

/** Describes a table. */
export const describeTable = (store: Store, input: RequestMembers): object => ({
  Table: descriptionOf(store, named(store, input, 'DescribeTable')),
});

/** Deletes a table with all that it holds. */
export const deleteTable = (store: Store, input: RequestMembers): object => {
  const found = named(store, input, 'DeleteTable');
  const { definition } = found.state;
  if (definition.DeletionProtectionEnabled)
    throw validationError(
      `Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.`,
    );
  const TableDescription = { ...descriptionOf(store, found), TableStatus: 'DELETING' };
  store.tables.remove(definition.TableName);
  store.indexes.forget(found.shape);
  store.chores.begin();
  return { TableDescription };
};

const names_max = 100;

/** The names of tables in their order. */
export const listTables = (store: Store, input: RequestMembers): object => {
  assertKnown('ListTables', input, ['ExclusiveStartTableName', 'Limit']);
  assertConstraints(input, [
    ['ExclusiveStartTableName', characters(3, 255, /^[a-zA-Z0-9_.-]+$/)],
    ['Limit', number(1, names_max)],
  ]);
  const from = input.ExclusiveStartTableName;
  const names = store.tables.names().filter((name) => typeof from !== 'string' || name > from);
  const limit = typeof input.Limit === 'number' ? input.Limit : names_max;
  const TableNames = names.slice(0, limit);
  return { TableNames, ...(names.length > limit && { LastEvaluatedTableName: TableNames.at(-1) }) };
};

const named = ({ tables }: Store, input: RequestMembers, operation: string): FoundTable => {
  assertKnown(operation, input, ['TableName']);
  assertConstraints(input, [['TableName', existingName]]);
  const name = String(input.TableName);
  return tables.find(name) ?? missing(name);
};

const missing = (name: string): never => {
  throw new AwsError(
    400,
    'ResourceNotFoundException',
    `Requested resource not found: Table: ${name} not found`,
  );
};

const inUse = (what: string): AwsError => new AwsError(400, 'ResourceInUseException', what);

const descriptionOf = ({ database }: Store, { shape, state }: FoundTable): object => {
  const { definition, created_ms, stream } = state;
  const { items, bytes } = countsOf(database, shape);
  const isOnDemand = definition.BillingMode === 'PAY_PER_REQUEST';
  const indexOf = (index: IndexDefinition, more: object) => ({
    IndexName: index.IndexName,
    IndexArn: `${shape.arn}/index/${index.IndexName}`,
    KeySchema: index.KeySchema,
    Projection: index.Projection,
    ItemCount: items,
    IndexSizeBytes: bytes,
    ...more,
  });
  const { GlobalSecondaryIndexes: global, LocalSecondaryIndexes: local } = definition;
  return {
    TableName: shape.name,
    TableArn: shape.arn,
    TableId: idOf(shape.id, created_ms),
    TableStatus: 'ACTIVE',
    AttributeDefinitions: definition.AttributeDefinitions,
    KeySchema: definition.KeySchema,
    CreationDateTime: created_ms / 1000,
    ItemCount: items,
    TableSizeBytes: bytes,
    ProvisionedThroughput: throughputOf(definition.ProvisionedThroughput),
    ...(isOnDemand && { BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' } }),
    ...(global && {
      GlobalSecondaryIndexes: global.map((index) =>
        indexOf(index, {
          IndexStatus: 'ACTIVE',
          ProvisionedThroughput: throughputOf(index.ProvisionedThroughput),
        }),
      ),
    }),
    ...(local && { LocalSecondaryIndexes: local.map((index) => indexOf(index, {})) }),
    ...(stream !== undefined && {
      StreamSpecification: definition.StreamSpecification,
      LatestStreamArn: shape.stream?.arn,
      LatestStreamLabel: stream,
    }),
    DeletionProtectionEnabled: definition.DeletionProtectionEnabled ?? false,
  };
};

const throughputOf = ({
  ReadCapacityUnits = 0,
  WriteCapacityUnits = 0,
}: Partial<Throughput> = {}) => ({
  ReadCapacityUnits,
  WriteCapacityUnits,
  NumberOfDecreasesToday: 0,
});

/** The same at every start, as it is with DynamoDB. */
const idOf = (id: number, created_ms: number): string =>
  `00000000-0000-4000-8000-${(created_ms * 1_000 + id).toString(16).padStart(12, '0').slice(-12)}`;
