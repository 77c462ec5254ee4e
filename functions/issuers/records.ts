import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { openDynamoDb } from '../dynamodb/open.ts';

/** A condition and what it names, as DynamoDB takes it. */
export type RowCondition = {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
};

/** A change of one line, but for where it lies. */
export type RowChange = RowCondition & { readonly UpdateExpression: string };

/** What became of a change: the line after it, or, where its condition did not hold, as it is, if there is one. */
export type ChangedRow<Line> =
  | { readonly changed: true; readonly line: Line }
  | { readonly changed: false; readonly line: Line | undefined };

/** The lines that an issuer keeps of its orders (`ISSUER_TABLE`), by what they are about. */
export const issuerTable = <Line extends object>() => {
  const client = DynamoDBDocumentClient.from(openDynamoDb());
  const TableName = process.env.ISSUER_TABLE;
  return {
    /** Puts a line where the condition holds; without one, where there is none. */
    put: (pk: string, line: Line, holding: RowCondition = onlyNew): Promise<ChangedRow<Line>> =>
      unlessRefused(async () => {
        await client.send(new PutCommand({ TableName, Item: { ...line, pk }, ...holding, ...tellingOld }));
        return line;
      }),
    update: (pk: string, change: RowChange): Promise<ChangedRow<Line>> =>
      unlessRefused(async () => {
        const asked = { TableName, Key: { pk }, ...change, ...tellingOld, ReturnValues: 'ALL_NEW' } as const;
        return (await client.send(new UpdateCommand(asked))).Attributes as Line;
      }),
    find: async (pk: string): Promise<Line | undefined> => {
      const { Item } = await client.send(new GetCommand({ TableName, Key: { pk }, ConsistentRead: true }));
      return Item as Line | undefined;
    },
  };
};

/** There is no such line yet. */
export const onlyNew: RowCondition = { ConditionExpression: 'attribute_not_exists(pk)' };

const tellingOld = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

const unlessRefused = async <Line>(change: () => Promise<Line>): Promise<ChangedRow<Line>> => {
  try {
    return { changed: true, line: await change() };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { changed: false, line: error.Item && (unmarshall(error.Item) as Line) };
  }
};
