import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { IssuedCard } from '../../domain/cards/card.ts';
import { clientSettings } from '../../runtime/client-settings.ts';
import { bounded } from '../../runtime/deadline.ts';
import type { CardOrder } from './card-issuer.ts';

/** A line of the simulator's books, by the id of the order: everything about the card but its number. */
type Booked = Partial<CardOrder & IssuedCard> & {
  /** How many numbers before its own other cards had. */
  readonly derivation?: number;
  readonly standing: 'issued' | 'voided';
};

/** The books of the simulated issuer (`ISSUER_TABLE`), apart from its numbers: who only voids needs no key. */
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
    /** Strikes a line out, or leaves one that keeps it from ever being written. */
    void: async (id: string): Promise<void> => {
      await client.send(new UpdateCommand({ TableName, Key: { pk: id }, ...strikeOut }));
    },
    find: async (id: string): Promise<Booked | undefined> => {
      const { Item } = await client.send(new GetCommand({ TableName, Key: { pk: id }, ConsistentRead: true }));
      return Item as Booked | undefined;
    },
  };
};

const onlyNew = {
  ConditionExpression: 'attribute_not_exists(pk)',
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
} as const;

const freeFor = (order_id: string) => ({
  ConditionExpression: 'attribute_not_exists(pk) OR #order = :order',
  ExpressionAttributeNames: { '#order': 'order_id' },
  ExpressionAttributeValues: { ':order': order_id },
});

const strikeOut = {
  UpdateExpression: 'SET #standing = :voided',
  ExpressionAttributeNames: { '#standing': 'standing' },
  ExpressionAttributeValues: { ':voided': 'voided' },
};
