import { validationError } from '../../../errors.ts';
import type { IndexDefinition, KeyElement, TableDefinition } from '../store/shapes.ts';
import {
  assertConstraints,
  type Constraints,
  list,
  newName,
  number,
  oneOf,
  present,
  type RequestMembers,
} from './constraints.ts';

/** The definition that a CreateTable has; throws a ValidationException. */
export const definitionIn = (input: RequestMembers): TableDefinition => {
  if (input.TableName == null)
    throw validationError(
      "The parameter 'TableName' is required but was not present in the request",
    );
  assertConstraints(...flattened(input));
  const definition = input as unknown as TableDefinition;
  assertBilling(definition);
  assertKeys(definition);
  assertIndexes(definition);
  assertStream(definition);
  return definition;
};

const invalid = (what: string) =>
  validationError(`One or more parameter values were invalid: ${what}`);

/** The members inside of lists, each under the name by which errors call it. */
const flattened = (input: RequestMembers): [RequestMembers, Constraints] => {
  const members: Record<string, unknown> = { ...input, KeySchema: shownKeys(input.KeySchema) };
  const constraints: (readonly [string, ReturnType<typeof oneOf>])[] = [
    ['TableName', newName],
    ['AttributeDefinitions', present],
    ['KeySchema', (value) => present(value) ?? list(1, 2)(value)],
    ['BillingMode', oneOf('PROVISIONED', 'PAY_PER_REQUEST')],
  ];
  const add = (path: string, value: unknown, rule: ReturnType<typeof oneOf>) => {
    members[path] = value;
    constraints.push([path, rule]);
  };
  const keyType = oneOf('HASH', 'RANGE');
  for (const [place, one] of listed(input.AttributeDefinitions))
    add(
      `attributeDefinitions.${place}.member.attributeType`,
      one.AttributeType,
      oneOf('B', 'N', 'S'),
    );
  for (const [place, one] of listed(input.KeySchema))
    add(`keySchema.${place}.member.keyType`, one.KeyType, keyType);
  const { ReadCapacityUnits, WriteCapacityUnits } = (input.ProvisionedThroughput ??
    {}) as RequestMembers;
  add('provisionedThroughput.readCapacityUnits', ReadCapacityUnits, number(1));
  add('provisionedThroughput.writeCapacityUnits', WriteCapacityUnits, number(1));
  for (const kind of ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'])
    for (const [place, index] of listed(input[kind])) {
      const at = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}.${place}.member`;
      add(`${at}.indexName`, index.IndexName, (value) => present(value) ?? newName(value));
      add(`${at}.keySchema`, index.KeySchema, (value) => present(value) ?? list(1, 2)(value));
      add(`${at}.projection`, index.Projection, present);
      const type = (index.Projection as RequestMembers | undefined)?.ProjectionType;
      add(`${at}.projection.projectionType`, type, oneOf('ALL', 'INCLUDE', 'KEYS_ONLY'));
    }
  return [members, constraints];
};

/** As errors show a key schema. */
const shownKeys = (schema: unknown): unknown =>
  Array.isArray(schema)
    ? schema.map(
        (one) => `KeySchemaElement(attributeName=${one?.AttributeName}, keyType=${one?.KeyType})`,
      )
    : schema;

const listed = (value: unknown): [number, RequestMembers][] =>
  Array.isArray(value) ? value.map((one, place) => [place + 1, (one ?? {}) as RequestMembers]) : [];

const assertBilling = ({ BillingMode, ProvisionedThroughput }: TableDefinition): void => {
  const isOnDemand = BillingMode === 'PAY_PER_REQUEST';
  if (isOnDemand && ProvisionedThroughput)
    throw invalid(
      'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    );
  if (!isOnDemand && !ProvisionedThroughput)
    throw invalid(
      'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
    );
};

const assertSchema = (schema: readonly KeyElement[], defined: ReadonlySet<string>): void => {
  const names = schema.map(({ AttributeName }) => AttributeName);
  if (names.some((name) => !defined.has(name)) || new Set(names).size < names.length)
    throw validationError('Invalid KeySchema: Some index key attribute have no definition');
  if (schema[0]?.KeyType !== 'HASH')
    throw validationError('Invalid KeySchema: The first KeySchemaElement is not a HASH key type');
  if (schema[1] && schema[1].KeyType !== 'RANGE')
    throw validationError('Invalid KeySchema: The second KeySchemaElement is not a RANGE key type');
};

const indexesOf = (definition: TableDefinition): readonly IndexDefinition[] => [
  ...(definition.GlobalSecondaryIndexes ?? []),
  ...(definition.LocalSecondaryIndexes ?? []),
];

const assertKeys = (definition: TableDefinition): void => {
  const names = definition.AttributeDefinitions.map(({ AttributeName }) => AttributeName);
  const defined = new Set(names);
  if (defined.size < names.length) throw invalid('Cannot define the same attribute twice');
  assertSchema(definition.KeySchema, defined);
  const used = new Set(
    [definition, ...indexesOf(definition)].flatMap(({ KeySchema }) =>
      KeySchema.map(({ AttributeName }) => AttributeName),
    ),
  );
  for (const { KeySchema } of indexesOf(definition)) assertSchema(KeySchema, defined);
  if (used.size < defined.size)
    throw invalid(
      'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
    );
};

const indexes_max = { global: 20, local: 5 };

const assertIndexes = (definition: TableDefinition): void => {
  const { GlobalSecondaryIndexes: global, LocalSecondaryIndexes: local, KeySchema } = definition;
  if (global?.length === 0) throw invalid('List of GlobalSecondaryIndexes is empty');
  if (local?.length === 0) throw invalid('List of LocalSecondaryIndexes is empty');
  if ((global?.length ?? 0) > indexes_max.global)
    throw invalid('GlobalSecondaryIndex count exceeds the per-table limit of 20');
  if ((local?.length ?? 0) > indexes_max.local)
    throw invalid('Number of LocalSecondaryIndexes exceeds per-table limit of 5');
  if (local && KeySchema.length < 2)
    throw invalid(
      'Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex',
    );
  const names = indexesOf(definition).map(({ IndexName }) => IndexName);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) throw invalid(`Duplicate index name: ${twice}`);
  for (const index of local ?? []) assertLocal(index, KeySchema);
  for (const { IndexName, Projection } of indexesOf(definition))
    assertProjection(IndexName, Projection);
};

const assertLocal = (
  { IndexName, KeySchema }: IndexDefinition,
  [hash]: readonly KeyElement[],
): void => {
  if (KeySchema.length < 2)
    throw invalid(`Index KeySchema does not have a range key for index: ${IndexName}`);
  if (KeySchema[0]?.AttributeName !== hash?.AttributeName)
    throw invalid(
      `Index KeySchema does not have the same leading hash key as table KeySchema for index: ${IndexName}. ` +
        `index hash key: ${KeySchema[0]?.AttributeName}, table hash key: ${hash?.AttributeName}`,
    );
};

const assertProjection = (
  index: string,
  { ProjectionType, NonKeyAttributes }: IndexDefinition['Projection'],
): void => {
  if (ProjectionType === undefined) throw invalid('Unknown ProjectionType: null');
  if (ProjectionType === 'INCLUDE' && !NonKeyAttributes?.length)
    throw invalid(
      `ProjectionType is INCLUDE, but NonKeyAttributes is not specified for index ${index}`,
    );
  if (ProjectionType !== 'INCLUDE' && NonKeyAttributes)
    throw invalid(`ProjectionType is ${ProjectionType}, but NonKeyAttributes is specified`);
};

const assertStream = ({ StreamSpecification: stream }: TableDefinition): void => {
  if (!stream) return;
  if (stream.StreamEnabled && !stream.StreamViewType)
    throw invalid('StreamViewType is required when StreamEnabled is true');
  if (!stream.StreamEnabled && stream.StreamViewType)
    throw invalid('StreamViewType must not be specified when StreamEnabled is false');
  assertConstraints({ 'streamSpecification.streamViewType': stream.StreamViewType }, [
    [
      'streamSpecification.streamViewType',
      oneOf('NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY'),
    ],
  ]);
};
