import fc, { type GeneratorValue } from 'fast-check';
import {
  attributes,
  conditionOf,
  newTerms,
  pathOf,
  projectionOf,
  type Terms,
  updateOf,
} from './random-expressions.ts';
import {
  type Attributes,
  attributesOf,
  numbers,
  oneOf,
  percent,
  texts,
  upTo,
} from './random-values.ts';
import { indexKeys, type TableNames } from './tables.ts';

/** One call of DynamoDB. */
export type Command = {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
};

/** So many commands; the same for the same seed. */
export const commandsOf = (seed: number, count: number, tables: TableNames): Command[] =>
  fc.sample(
    fc.gen().map((draw) => commandOf(draw, tables)),
    { seed, numRuns: count },
  );

const commandOf = (draw: GeneratorValue, tables: TableNames): Command => {
  const operation = oneOf(draw, ...frequent);
  return { operation, input: inputs[operation](draw, tables) };
};

type Input = (draw: GeneratorValue, tables: TableNames) => Command['input'];

const keyOf = (draw: GeneratorValue, { composite }: TableNames, table: string): Attributes =>
  table === composite
    ? { pk: { S: oneOf(draw, 'a', 'b') }, sk: { S: oneOf(draw, 'a', 'ab', 'b', 'é') } }
    : { pk: { N: oneOf(draw, '1', '-2', '30') } };

const tableOf = (draw: GeneratorValue, { composite, simple }: TableNames): string =>
  percent(draw, 75) ? composite : simple;

const capacity = (draw: GeneratorValue) => ({
  ReturnConsumedCapacity: oneOf(draw, 'INDEXES', 'TOTAL'),
});

const maybeCondition = (draw: GeneratorValue, terms: Terms, cases = 25) =>
  percent(draw, cases) ? { ConditionExpression: conditionOf(draw, terms) } : {};

const whenRefused = (draw: GeneratorValue) =>
  percent(draw, 50) ? { ReturnValuesOnConditionCheckFailure: oneOf(draw, 'ALL_OLD', 'NONE') } : {};

const oldOrNone = (draw: GeneratorValue) =>
  percent(draw, 40) ? { ReturnValues: oneOf(draw, 'ALL_OLD', 'NONE') } : {};

/** A put, an update, a delete or a check of one item, as it stands alone or in a transaction. */
const actions = {
  Put: (draw, tables) => {
    const [terms, TableName] = [newTerms(), tableOf(draw, tables)];
    const Item = { ...attributesOf(draw), ...keyOf(draw, tables, TableName) };
    return {
      TableName,
      Item,
      ...maybeCondition(draw, terms),
      ...whenRefused(draw),
      ...terms.members(),
    };
  },
  Update: (draw, tables) => {
    const [terms, TableName] = [newTerms(), tableOf(draw, tables)];
    const UpdateExpression = updateOf(draw, terms);
    const rest = { ...maybeCondition(draw, terms, 30), ...whenRefused(draw) };
    return {
      TableName,
      Key: keyOf(draw, tables, TableName),
      UpdateExpression,
      ...rest,
      ...terms.members(),
    };
  },
  Delete: (draw, tables) => {
    const [terms, TableName] = [newTerms(), tableOf(draw, tables)];
    const rest = { ...maybeCondition(draw, terms), ...whenRefused(draw) };
    return { TableName, Key: keyOf(draw, tables, TableName), ...rest, ...terms.members() };
  },
  ConditionCheck: (draw, tables) => {
    const [terms, TableName] = [newTerms(), tableOf(draw, tables)];
    const rest = { ...maybeCondition(draw, terms, 100), ...whenRefused(draw) };
    return { TableName, Key: keyOf(draw, tables, TableName), ...rest, ...terms.members() };
  },
} satisfies Record<string, Input>;

const filtered = (draw: GeneratorValue, terms: Terms, index?: string) => ({
  ...(percent(draw, 30) && { FilterExpression: conditionOf(draw, terms, 1) }),
  ...(percent(draw, 30)
    ? {
        ProjectionExpression: projectionOf(
          draw,
          terms,
          index === undefined ? undefined : projectedAttributes[index],
        ),
      }
    : selected(draw, index)),
});

/** The binary lets a global index be asked for what it does not have, which DynamoDB refuses by name. */
const projectedAttributes: Readonly<Record<string, readonly string[]>> = {
  included: ['pk', 'sk', 'g1', 'n', 'b', 'm'],
  keys: ['pk', 'sk', 'g1'],
  local: ['pk', 'sk', 'n'],
};

/** The binary charges a fetch from the table also for what it does not fetch. */
const selected = (draw: GeneratorValue, index?: string) =>
  percent(draw, 15)
    ? { Select: index === 'local' ? 'COUNT' : oneOf(draw, 'COUNT', 'ALL_ATTRIBUTES') }
    : {};

const query: Input = (draw, tables) => {
  const terms = newTerms();
  const IndexName = percent(draw, 60) ? oneOf(draw, ...Object.keys(indexKeys)) : undefined;
  const isSimple = IndexName === undefined && percent(draw, 15);
  const [hash, range] = isSimple
    ? ['pk']
    : IndexName === undefined
      ? ['pk', 'sk']
      : (indexKeys[IndexName] ?? []);
  const first = isSimple
    ? { N: oneOf(draw, '1', '-2') }
    : { S: hash === 'pk' ? oneOf(draw, 'a', 'b') : oneOf(draw, ...texts) };
  const conditions = [`${terms.name(String(hash))} = ${terms.value(first)}`];
  if (range !== undefined && percent(draw, 50)) conditions.push(rangeOf(draw, terms, range));
  return {
    TableName: isSimple ? tables.simple : tables.composite,
    ...(IndexName !== undefined && { IndexName }),
    KeyConditionExpression: conditions.join(' AND '),
    ...filtered(draw, terms, IndexName),
    ...(percent(draw, 50) && { ScanIndexForward: percent(draw, 50) }),
    ...(percent(draw, 40) && { Limit: upTo(draw, 4, 1) }),
    ...(percent(draw, 12) && { ConsistentRead: true }),
    ...capacity(draw),
    ...terms.members(),
  };
};

const rangeOf = (draw: GeneratorValue, terms: Terms, range: string): string => {
  const name = percent(draw, 50) ? terms.name(range) : range;
  const some = () =>
    terms.value(range === 'n' ? { N: oneOf(draw, ...numbers) } : { S: oneOf(draw, ...texts) });
  const kind = upTo(draw, 6);
  if (kind === 0) return `${name} BETWEEN ${some()} AND ${some()}`;
  if (kind === 1 && range !== 'n')
    return `begins_with(${name}, ${terms.value({ S: oneOf(draw, ...firstTexts) })})`;
  return `${name} ${oneOf(draw, '=', '<', '<=', '>', '>=')} ${some()}`;
};

/** The binary takes B for b where a key begins with it. */
const firstTexts = texts.filter((text) => !/^b/i.test(text));

const scan: Input = (draw, tables) => {
  const terms = newTerms();
  const TableName = tableOf(draw, tables);
  const IndexName =
    TableName === tables.composite && percent(draw, 40)
      ? oneOf(draw, ...Object.keys(indexKeys))
      : undefined;
  return {
    TableName,
    ...(IndexName !== undefined && { IndexName }),
    ...filtered(draw, terms, IndexName),
    ...(percent(draw, 12) && { ConsistentRead: true }),
    // The binary says the scan of a local index to be one of the table.
    ...(IndexName === 'local' || IndexName === 'whole'
      ? { ReturnConsumedCapacity: 'TOTAL' }
      : capacity(draw)),
    ...terms.members(),
  };
};

const inputs = {
  PutItem: (draw, tables) => ({
    ...actions.Put(draw, tables),
    ...oldOrNone(draw),
    ...capacity(draw),
  }),
  UpdateItem: (draw, tables) => {
    const update = actions.Update(draw, tables);
    // For a nested path the binary returns the whole attribute; DynamoDB returns what the path
    // names.
    const partial = /[.[]/.test(update.UpdateExpression) ? [] : ['UPDATED_OLD', 'UPDATED_NEW'];
    const ReturnValues = oneOf(draw, 'ALL_OLD', 'ALL_NEW', ...partial);
    return { ...update, ...(percent(draw, 60) && { ReturnValues }), ...capacity(draw) };
  },
  DeleteItem: (draw, tables) => ({
    ...actions.Delete(draw, tables),
    ...oldOrNone(draw),
    ...capacity(draw),
  }),
  GetItem: (draw, tables) => {
    const [terms, TableName] = [newTerms(), tableOf(draw, tables)];
    const ProjectionExpression = percent(draw, 50) ? projectionOf(draw, terms) : undefined;
    return {
      TableName,
      Key: keyOf(draw, tables, TableName),
      ConsistentRead: percent(draw, 50),
      ...(ProjectionExpression !== undefined && { ProjectionExpression }),
      ...capacity(draw),
      ...terms.members(),
    };
  },
  Query: query,
  Scan: scan,
  BatchGetItem: (draw, tables) => ({
    RequestItems: Object.fromEntries(
      Object.values(tables).map((table) => [
        table,
        {
          Keys: Array.from({ length: upTo(draw, 2, 1) }, () => keyOf(draw, tables, table)),
          ConsistentRead: percent(draw, 50),
        },
      ]),
    ),
    ...capacity(draw),
  }),
  BatchWriteItem: (draw, tables) => ({
    RequestItems: Object.fromEntries(
      Object.values(tables).map((table) => [
        table,
        Array.from({ length: upTo(draw, 2, 1) }, () => writeOf(draw, tables, table)),
      ]),
    ),
    ...capacity(draw),
  }),
  TransactWriteItems: (draw, tables) => {
    const token = percent(draw, 15) ? `${tables.simple}-${oneOf(draw, 'one', 'two')}` : undefined;
    return {
      // Under a token one item alone: which of two errors comes first is nobody's promise.
      TransactItems: Array.from({ length: token === undefined ? upTo(draw, 3, 1) : 1 }, () => {
        const kind = oneOf(draw, 'Put', 'Update', 'Delete', 'ConditionCheck');
        return { [kind]: actions[kind](draw, tables) };
      }),
      ...(token !== undefined && { ClientRequestToken: token }),
      ...capacity(draw),
    };
  },
  TransactGetItems: (draw, tables) => ({
    TransactItems: Array.from({ length: upTo(draw, 3, 1) }, () => {
      const [terms, TableName] = [newTerms(), tableOf(draw, tables)];
      // The binary adds the key to what a projection leaves; DynamoDB does not.
      const projection = percent(draw, 30)
        ? { ProjectionExpression: `pk, sk, ${pathOf(draw, terms, attributes.slice(2))}` }
        : {};
      return {
        Get: { TableName, Key: keyOf(draw, tables, TableName), ...projection, ...namesOf(terms) },
      };
    }),
    ...capacity(draw),
  }),
} satisfies Record<string, Input>;

const namesOf = (terms: Terms): object => terms.members();

const writeOf = (draw: GeneratorValue, tables: TableNames, table: string) => {
  const Key = keyOf(draw, tables, table);
  return percent(draw, 70)
    ? { PutRequest: { Item: { ...attributesOf(draw), ...Key } } }
    : { DeleteRequest: { Key } };
};

const frequent: readonly (keyof typeof inputs)[] = [
  ...([
    'PutItem',
    'PutItem',
    'PutItem',
    'UpdateItem',
    'UpdateItem',
    'UpdateItem',
    'DeleteItem',
    'DeleteItem',
  ] as const),
  ...([
    'Query',
    'Query',
    'Query',
    'Scan',
    'GetItem',
    'TransactWriteItems',
    'TransactWriteItems',
  ] as const),
  ...(['BatchWriteItem', 'BatchGetItem', 'TransactGetItems'] as const),
];
