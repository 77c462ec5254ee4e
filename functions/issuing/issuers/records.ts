import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '../../core/dynamodb/client.ts';
import { countThrottles, openDynamoDb } from '../../core/dynamodb/open.ts';

/** A condition in DynamoDB's form. */
export type RowCondition = {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
};

/** A change of one row, without its key. */
export type RowChange = RowCondition & { readonly UpdateExpression: string };

type Setting = {
  /** Attributes that are removed. */
  readonly removed?: readonly string[];
  /**
   * The condition that must hold: `#name` stands for an attribute, `:name` for a value that is set
   * or compared.
   */
  readonly when?: string;
  readonly compared?: Readonly<Record<string, unknown>>;
};

/** Sets attributes of a row. */
export const setting = (
  values: Readonly<Record<string, unknown>>,
  { removed = [], when = '', compared = {} }: Setting = {},
): RowChange => {
  const set = Object.keys(values).map((name) => `#${name} = :${name}`);
  const attributes = [
    ...Object.keys(values),
    ...removed,
    ...[...when.matchAll(/#(\w+)/g)].map(([, name = '']) => name),
  ];
  const compares = Object.entries({ ...values, ...compared }).map(([name, value]) => [
    `:${name}`,
    value,
  ]);
  return {
    UpdateExpression: [
      set.length > 0 ? `SET ${set.join(', ')}` : '',
      removed.length > 0 ? `REMOVE ${removed.map((name) => `#${name}`).join(', ')}` : '',
    ].join(' '),
    ...(when !== '' && { ConditionExpression: when }),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
    ...(compares.length > 0 && { ExpressionAttributeValues: Object.fromEntries(compares) }),
  };
};

/** The row after a change, or, where the condition failed, the row as it is, if there is one. */
export type ChangedRow<Row> =
  | { readonly changed: true; readonly row: Row }
  | { readonly changed: false; readonly row: Row | undefined };

/** The records that an issuer keeps (`ISSUER_TABLE`), read by their form. */
export const issuerTable = <Row extends object>(read: (stored: Item) => Row) => {
  const client = DynamoDBDocumentClient.from(countThrottles(openDynamoDb()));
  const TableName = process.env.ISSUER_TABLE;
  return {
    /** Puts a row where the condition holds; without one, where there is none. */
    put: (pk: string, row: Row, holding: RowCondition = onlyNew): Promise<ChangedRow<Row>> =>
      onConflict(read, async () => {
        await client.send(
          new PutCommand({ TableName, Item: { ...row, pk }, ...holding, ...returningOld }),
        );
        return row;
      }),
    update: (pk: string, change: RowChange): Promise<ChangedRow<Row>> =>
      onConflict(read, async () => {
        const asked = {
          TableName,
          Key: { pk },
          ...change,
          ...returningOld,
          ReturnValues: 'ALL_NEW',
        } as const;
        return read((await client.send(new UpdateCommand(asked))).Attributes ?? {});
      }),
    find: async (pk: string): Promise<Row | undefined> => {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: { pk }, ConsistentRead: true }),
      );
      return Item && read(Item);
    },
  };
};

/** There is no such row yet. */
export const onlyNew: RowCondition = { ConditionExpression: 'attribute_not_exists(pk)' };

const returningOld = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

const onConflict = async <Row>(
  read: (stored: Item) => Row,
  change: () => Promise<Row>,
): Promise<ChangedRow<Row>> => {
  try {
    return { changed: true, row: await change() };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { changed: false, row: error.Item && read(unmarshall(error.Item)) };
  }
};
