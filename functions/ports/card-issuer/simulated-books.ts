import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { IssuedCard } from '../../domain/cards/card.ts';
import type { PushedCard } from '../../domain/cards/pushed-card.ts';
import { clientSettings } from '../../runtime/client-settings.ts';
import { bounded } from '../../runtime/deadline.ts';
import type { CardOrder } from './card-issuer.ts';

/** A line of the simulator's books, by the id of the order: everything about the card but its number. */
export type Booked = Partial<Omit<CardOrder, 'cardholder' | 'destination' | 'replacement'> & IssuedCard> & {
  /** How many numbers before its own other cards had. */
  readonly derivation?: number;
  readonly standing: 'issued' | 'voided';
  /** As it was made, and as it was told since, at which version. */
  readonly status?: PushedCard['status'];
  readonly cancellation_reason?: PushedCard['cancellation_reason'];
  readonly pushed_version?: number;
};

/** The books of the simulated issuer (`ISSUER_TABLE`), apart from its numbers. */
export const simulatedBooks = () => {
  const client = DynamoDBDocumentClient.from(bounded(new DynamoDBClient(clientSettings)));
  const TableName = process.env.ISSUER_TABLE;
  return {
    /** Writes a line unless there is one, and says which there is. */
    add: async (id: string, line: Booked): Promise<Booked> => {
      const Item = { ...line, pk: id };
      try {
        await client.send(new PutCommand({ TableName, Item, ...onlyNew }));
        return line;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
        return unmarshall(error.Item) as Booked;
      }
    },
    /** Marks a number as that of an order, for good; false where it is another's. */
    mark: async (mark: string, order_id: string): Promise<boolean> => {
      const Item = { pk: `number/${mark}`, order_id };
      try {
        await client.send(new PutCommand({ TableName, Item, ...freeFor(order_id) }));
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },
    find: async (id: string): Promise<Booked | undefined> => {
      const { Item } = await client.send(new GetCommand({ TableName, Key: { pk: id }, ConsistentRead: true }));
      return Item as Booked | undefined;
    },
    /** Throws what the condition of the change does not allow. */
    update: (id: string, change: LineChange) =>
      client.send(new UpdateCommand({ TableName, Key: { pk: id }, ...change })),
  };
};

/** A change of one line, but for where it lies. */
export type LineChange = Omit<ConstructorParameters<typeof UpdateCommand>[0], 'TableName' | 'Key'>;

const onlyNew = {
  ConditionExpression: 'attribute_not_exists(pk)',
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
} as const;

const freeFor = (order_id: string) => ({
  ConditionExpression: 'attribute_not_exists(pk) OR #order = :order',
  ExpressionAttributeNames: { '#order': 'order_id' },
  ExpressionAttributeValues: { ':order': order_id },
});
