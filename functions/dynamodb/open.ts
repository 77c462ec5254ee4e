import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { clientSettings } from '../client-settings.ts';
import { bounded } from '../time.ts';

/** Opens DynamoDB, within the deadline of whoever asks. No other file opens it. */
export const openDynamoDb = (settings = clientSettings): DynamoDBClient => bounded(new DynamoDBClient(settings));
