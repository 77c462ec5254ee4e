import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';

/** A table as the templates declare it. */
export type Table = {
  readonly name: string;
  readonly arn: string;
  readonly region: string;
  /** Attribute names of the primary key: partition, and sort where there is one. */
  readonly key: readonly string[];
  /** Holds the second since 1970 after which an item has expired. */
  readonly expiry: string | undefined;
  /** Id, arn or alias of the customer-managed key that encrypts it. */
  readonly kmsKey: string | undefined;
  /** What CreateTable takes. */
  readonly definition: Definition;
};

type KeyElement = { readonly AttributeName: string; readonly KeyType: 'HASH' | 'RANGE' };

export type IndexDefinition = {
  readonly IndexName: string;
  readonly KeySchema: readonly KeyElement[];
  readonly Projection: { readonly ProjectionType: string; readonly NonKeyAttributes?: readonly string[] };
};

export type Definition = {
  readonly TableName: string;
  readonly BillingMode: 'PAY_PER_REQUEST';
  readonly AttributeDefinitions: readonly { readonly AttributeName: string; readonly AttributeType: string }[];
  readonly KeySchema: readonly KeyElement[];
  readonly GlobalSecondaryIndexes?: readonly IndexDefinition[];
  readonly LocalSecondaryIndexes?: readonly IndexDefinition[];
  readonly StreamSpecification?: { readonly StreamEnabled: true; readonly StreamViewType: string };
};

/** Every table among the resources. */
export const tablesOf = (resources: readonly Resource[]): Table[] =>
  resources
    .filter(({ type }) => type === 'AWS::DynamoDB::GlobalTable' || type === 'AWS::DynamoDB::Table')
    .map((resource) => tableOf(resource));

type Properties = Omit<Definition, 'TableName' | 'BillingMode' | 'StreamSpecification'> & {
  readonly StreamSpecification?: { readonly StreamViewType?: string };
  readonly TimeToLiveSpecification?: { readonly AttributeName?: string; readonly Enabled?: boolean };
  readonly SSESpecification?: { readonly KMSMasterKeyId?: string };
  readonly Replicas?: readonly Replica[];
};

type Replica = { readonly Region: string; readonly SSESpecification?: { readonly KMSMasterKeyId?: string } };

const tableOf = (resource: Resource): Table => {
  const properties = resource.properties as Properties;
  const { physicalId: name, region } = resource;
  const expires = properties.TimeToLiveSpecification;
  const replica = properties.Replicas?.find(({ Region }) => Region === region);
  return {
    name,
    arn: `arn:aws:dynamodb:${region}:${account}:table/${name}`,
    region,
    key: properties.KeySchema.map(({ AttributeName }) => AttributeName),
    expiry: expires?.Enabled === false ? undefined : expires?.AttributeName,
    kmsKey: replica?.SSESpecification?.KMSMasterKeyId ?? properties.SSESpecification?.KMSMasterKeyId,
    definition: definitionOf(name, properties),
  };
};

const definitionOf = (name: string, properties: Properties): Definition => ({
  TableName: name,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: properties.AttributeDefinitions,
  KeySchema: properties.KeySchema,
  ...indexesOf('GlobalSecondaryIndexes', properties.GlobalSecondaryIndexes),
  ...indexesOf('LocalSecondaryIndexes', properties.LocalSecondaryIndexes),
  ...(properties.StreamSpecification?.StreamViewType && {
    StreamSpecification: { StreamEnabled: true, StreamViewType: properties.StreamSpecification.StreamViewType },
  }),
});

/** CreateTable refuses an empty list, and members that only CloudFormation knows. */
const indexesOf = (member: 'GlobalSecondaryIndexes' | 'LocalSecondaryIndexes', indexes?: readonly IndexDefinition[]) =>
  indexes && indexes.length > 0
    ? { [member]: indexes.map(({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection })) }
    : {};
