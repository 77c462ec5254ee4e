import { setTimeout as pause } from 'node:timers/promises';
import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { AwsError, BadConfiguration } from '../errors.ts';

/** A table as the templates declare it. */
export type Table = {
  readonly name: string;
  readonly arn: string;
  readonly region: string;
  readonly key: readonly string[];
  /** Holds the second since 1970 after which an item has expired. */
  readonly expiry: string | undefined;
  /** Id, arn or alias of the customer-managed key that encrypts it. */
  readonly kmsKey: string | undefined;
  readonly definition: Definition;
};

type KeyElement = { readonly AttributeName: string; readonly KeyType: 'HASH' | 'RANGE' };

type IndexDefinition = {
  readonly IndexName: string;
  readonly KeySchema: readonly KeyElement[];
  readonly Projection: {
    readonly ProjectionType: string;
    readonly NonKeyAttributes?: readonly string[];
  };
};

export type Definition = {
  readonly TableName: string;
  readonly BillingMode: 'PAY_PER_REQUEST';
  readonly AttributeDefinitions: readonly {
    readonly AttributeName: string;
    readonly AttributeType: string;
  }[];
  readonly KeySchema: readonly KeyElement[];
  readonly GlobalSecondaryIndexes?: readonly IndexDefinition[];
  readonly StreamSpecification?: { readonly StreamEnabled: true; readonly StreamViewType: string };
};

/** Every table among the resources. */
export const tablesOf = (resources: readonly Resource[]): Table[] =>
  resources
    .filter(({ type }) => type === 'AWS::DynamoDB::GlobalTable' || type === 'AWS::DynamoDB::Table')
    .map((resource) => tableOf(resource));

type Properties = Omit<Definition, 'TableName' | 'BillingMode' | 'StreamSpecification'> & {
  readonly StreamSpecification?: { readonly StreamViewType?: string };
  readonly TimeToLiveSpecification?: {
    readonly AttributeName?: string;
    readonly Enabled?: boolean;
  };
  readonly SSESpecification?: { readonly KMSMasterKeyId?: string };
  readonly Replicas?: readonly Replica[];
};

type Replica = {
  readonly Region: string;
  readonly SSESpecification?: { readonly KMSMasterKeyId?: string };
};

const tableOf = (resource: Resource): Table => {
  const properties = resource.properties as Properties;
  if ('LocalSecondaryIndexes' in properties)
    throw new BadConfiguration(
      `The table ${resource.logicalId} has local indexes, which local/ does not run.`,
    );
  const { physicalId: name, region } = resource;
  const expires = properties.TimeToLiveSpecification;
  const replica = properties.Replicas?.find(({ Region }) => Region === region);
  return {
    name,
    arn: `arn:aws:dynamodb:${region}:${account}:table/${name}`,
    region,
    key: properties.KeySchema.map(({ AttributeName }) => AttributeName),
    expiry: expires?.Enabled === false ? undefined : expires?.AttributeName,
    kmsKey:
      replica?.SSESpecification?.KMSMasterKeyId ?? properties.SSESpecification?.KMSMasterKeyId,
    definition: definitionOf(name, properties),
  };
};

const definitionOf = (name: string, properties: Properties): Definition => ({
  TableName: name,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: properties.AttributeDefinitions,
  KeySchema: properties.KeySchema,
  ...globalIndexesOf(properties.GlobalSecondaryIndexes ?? []),
  ...(properties.StreamSpecification?.StreamViewType && {
    StreamSpecification: {
      StreamEnabled: true,
      StreamViewType: properties.StreamSpecification.StreamViewType,
    },
  }),
});

/** CreateTable rejects an empty list, and members that only CloudFormation knows. */
const globalIndexesOf = (
  indexes: readonly IndexDefinition[],
): Pick<Definition, 'GlobalSecondaryIndexes'> => {
  if (indexes.length === 0) return {};
  const known = indexes.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
  return { GlobalSecondaryIndexes: known };
};

/** A caller of DynamoDB: JSON in and out; rejects with an AwsError. */
export type EngineCaller = { call<T>(operation: string, input: unknown): Promise<T> };

/** Creates what is missing. Rejects with BadConfiguration where a table exists that has another shape. */
export const ensureTables = async (
  engine: EngineCaller,
  tables: readonly Table[],
): Promise<void> => {
  await Promise.all(
    tables.map(async (table) => {
      await ensureTable(engine, table.definition);
      await ensureExpiry(engine, table);
    }),
  );
};

type Expiry = { readonly TimeToLiveDescription: { readonly AttributeName?: string } };

const ensureExpiry = async (
  engine: EngineCaller,
  { name: TableName, expiry }: Table,
): Promise<void> => {
  const { TimeToLiveDescription } = await engine.call<Expiry>('DescribeTimeToLive', { TableName });
  const { AttributeName: known } = TimeToLiveDescription;
  if (known === expiry) return;
  const set = (AttributeName: string, Enabled: boolean) =>
    engine.call('UpdateTimeToLive', {
      TableName,
      TimeToLiveSpecification: { AttributeName, Enabled },
    });
  if (known !== undefined) await set(known, false);
  if (expiry !== undefined) await set(expiry, true);
};

const ensureTable = async (engine: EngineCaller, definition: Definition): Promise<void> => {
  if (!(await isThere(engine, definition))) await createTable(engine, definition);
};

/** Whether a table exists. Rejects with BadConfiguration where it has another shape. */
export const isThere = async (engine: EngineCaller, definition: Definition): Promise<boolean> => {
  const found = await describe(engine, definition.TableName);
  if (found && shapeOf(found) !== shapeOf(definition))
    throw new BadConfiguration(
      `The table ${definition.TableName} has other keys, indexes or streams than the service declares now: ` +
        'empty the data folder with `npm run local:reset`.',
    );
  return found !== undefined;
};

/** Creates a table and waits until it can be used. */
const createTable = async (engine: EngineCaller, definition: Definition): Promise<void> => {
  const { TableDescription } = await engine.call<{ TableDescription: Described }>(
    'CreateTable',
    definition,
  );
  let status: string | undefined = TableDescription.TableStatus;
  for (; status !== 'ACTIVE'; await pause(5))
    status = (await describe(engine, definition.TableName))?.TableStatus;
};

type Described = Definition & { readonly TableStatus: string };

const describe = async (engine: EngineCaller, name: string): Promise<Described | undefined> => {
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
    definition.AttributeDefinitions.map(({ AttributeName, AttributeType }) => [
      AttributeName,
      AttributeType,
    ]).sort(),
    keyOf(definition.KeySchema),
    indexesOf(definition.GlobalSecondaryIndexes),
    definition.StreamSpecification?.StreamViewType ?? null,
  ]);

const keyOf = (schema: Definition['KeySchema']) =>
  schema.map(({ AttributeName, KeyType }) => [KeyType, AttributeName]);

const indexesOf = (indexes: readonly IndexDefinition[] = []) =>
  indexes
    .map(({ IndexName, KeySchema, Projection: { ProjectionType, NonKeyAttributes = [] } }) => [
      IndexName,
      keyOf(KeySchema),
      ProjectionType,
      [...NonKeyAttributes].sort(),
    ])
    .sort();
