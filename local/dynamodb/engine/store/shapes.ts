import type { KeyShape } from '../expressions/key-conditions.ts';
import type { Attributes, KeyType } from '../values/value.ts';

/** A table as its owner defined it; kept with the data. */
export type TableDefinition = {
  readonly TableName: string;
  readonly AttributeDefinitions: readonly {
    readonly AttributeName: string;
    readonly AttributeType: KeyType;
  }[];
  readonly KeySchema: readonly KeyElement[];
  readonly GlobalSecondaryIndexes?: readonly IndexDefinition[];
  readonly LocalSecondaryIndexes?: readonly IndexDefinition[];
  readonly BillingMode?: 'PROVISIONED' | 'PAY_PER_REQUEST';
  readonly ProvisionedThroughput?: Throughput;
  readonly StreamSpecification?: {
    readonly StreamEnabled: boolean;
    readonly StreamViewType?: StreamView;
  };
  readonly DeletionProtectionEnabled?: boolean;
};

export type KeyElement = { readonly AttributeName: string; readonly KeyType: 'HASH' | 'RANGE' };
export type Throughput = {
  readonly ReadCapacityUnits: number;
  readonly WriteCapacityUnits: number;
};
export type StreamView = 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';

export type IndexDefinition = {
  readonly IndexName: string;
  readonly KeySchema: readonly KeyElement[];
  readonly Projection: {
    readonly ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE';
    readonly NonKeyAttributes?: readonly string[];
  };
  readonly ProvisionedThroughput?: Throughput;
};

/** The state of a table besides its definition. */
export type TableState = {
  readonly definition: TableDefinition;
  readonly created_ms: number;
  /** The label of its stream; absent without one. */
  readonly stream?: string | undefined;
  /** The attribute that holds the second after which an item has expired. */
  readonly expiry?: string | undefined;
};

export type IndexShape = KeyShape & {
  readonly name: string;
  readonly kind: 'global' | 'local';
  /** The place among the table's indexes, which names its rows. */
  readonly number: number;
  /** The attributes that it has; undefined: all. */
  readonly attributes: readonly string[] | undefined;
};

export type TableShape = KeyShape & {
  readonly name: string;
  readonly arn: string;
  /** The id that names its rows; never used again. */
  readonly id: number;
  readonly indexes: readonly IndexShape[];
  readonly stream: { readonly arn: string; readonly view: StreamView } | undefined;
  readonly expiry: string | undefined;
};

/** The shape of a table that the rest of the engine works with. */
export const shapeOf = (id: number, { definition, stream, expiry }: TableState): TableShape => {
  const arn = `arn:aws:dynamodb:us-east-1:000000000000:table/${definition.TableName}`;
  const types = new Map(
    definition.AttributeDefinitions.map((one) => [one.AttributeName, one.AttributeType]),
  );
  const typeOf = (name: string): KeyType => types.get(name) ?? 'S';
  const key = keysIn(definition.KeySchema);
  const global = (definition.GlobalSecondaryIndexes ?? []).map((index) => ({
    index,
    kind: 'global' as const,
  }));
  const local = (definition.LocalSecondaryIndexes ?? []).map((index) => ({
    index,
    kind: 'local' as const,
  }));
  return {
    name: definition.TableName,
    arn,
    id,
    typeOf,
    ...key,
    expiry,
    indexes: [...global, ...local].map(({ index, kind }, number) => {
      const own = keysIn(index.KeySchema);
      const attributes = attributesOf(index, [key.hash, key.range, own.hash, own.range]);
      return { name: index.IndexName, kind, number, attributes, typeOf, ...own };
    }),
    stream:
      stream === undefined
        ? undefined
        : {
            arn: `${arn}/stream/${stream}`,
            view: definition.StreamSpecification?.StreamViewType ?? 'KEYS_ONLY',
          },
  };
};

const keysIn = (schema: readonly KeyElement[]) => ({
  hash: schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '',
  range: schema.find(({ KeyType }) => KeyType === 'RANGE')?.AttributeName,
});

const attributesOf = (
  { Projection }: IndexDefinition,
  keys: readonly (string | undefined)[],
): string[] | undefined => {
  const { ProjectionType, NonKeyAttributes = [] } = Projection;
  if (ProjectionType === 'ALL') return undefined;
  const names = keys.filter((name) => name !== undefined);
  return [...new Set([...names, ...(ProjectionType === 'INCLUDE' ? NonKeyAttributes : [])])];
};

/** The key attributes of a table or index. */
export const keyNames = ({ hash, range }: Pick<KeyShape, 'hash' | 'range'>): string[] =>
  range === undefined ? [hash] : [hash, range];

/** Only these attributes of an item, as far as it has them. */
export const pick = (item: Attributes, names: readonly string[]): Attributes =>
  Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(item, name) ? [[name, item[name]]] : [])),
  ) as Attributes;
