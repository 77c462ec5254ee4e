import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { IssuedCard } from '../../domain/card.ts';
import { expiryFrom } from '../../domain/card-expiry.ts';
import { kmsClient } from '../sealer/kms-client.ts';
import type { CardIssuer, CardOrder } from './card-issuer.ts';
import { simulated_brand, simulatedNumber, test_bin } from './simulated-number.ts';

/** A line of its books, by the id of the order: everything about the card but its number. */
type Booked = Partial<CardOrder & IssuedCard> & { readonly standing: 'issued' | 'voided' };

/**
 * An issuer on this side of the world: it keeps books of its own (`ISSUER_TABLE`), so that one can see what it issued, and
 * derives numbers from the ids of orders by a key that KMS never gives away (`ISSUER_KEY_ID`), so that none is at rest.
 */
export const cardSimulator = (): CardIssuer => {
  const books = booksOf(DynamoDBDocumentClient.from(new DynamoDBClient(clientSettings)));
  const derive = numbers();
  return {
    name: 'simulator',
    issue: async (order) => {
      const { number } = await derive(order.id);
      const expiry = expiryFrom(new Date(order.ordered_at));
      const card = {
        issuer_reference: order.id,
        brand: simulated_brand,
        bin: test_bin,
        last4: number.slice(-4),
        ...expiry,
      };
      const booked = await books.add(order.id, { ...order, ...card, standing: 'issued' });
      return booked.standing === 'issued' ? { outcome: 'issued', card } : { outcome: 'voided' };
    },
    void: (id) => books.void(id),
    secrets: async (reference) => {
      const booked = await books.find(reference);
      if (booked?.standing !== 'issued') throw new Error('the simulator has not issued this card');
      const { exp_month = 0, exp_year = 0 } = booked;
      const { number, cvc } = await derive(reference);
      return { number, exp_month, exp_year, cvc };
    },
  };
};

/** Two seconds a request and three attempts: a caller waits ten seconds at most. */
const clientSettings = { maxAttempts: 3, requestHandler: { requestTimeout: 2_000, throwOnRequestTimeout: true } };

const numbers = () => {
  const client = kmsClient();
  const KeyId = process.env.ISSUER_KEY_ID;
  return async (id: string) => {
    const Message = Buffer.from(`card/${id}`);
    const { Mac } = await client.send(new GenerateMacCommand({ KeyId, Message, MacAlgorithm: 'HMAC_SHA_256' }));
    if (!Mac) throw new Error('KMS answered without a MAC');
    return simulatedNumber(Mac);
  };
};

const booksOf = (client: DynamoDBDocumentClient) => {
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

const strikeOut = {
  UpdateExpression: 'SET #standing = :voided',
  ExpressionAttributeNames: { '#standing': 'standing' },
  ExpressionAttributeValues: { ':voided': 'voided' },
};
