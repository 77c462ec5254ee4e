import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { clientSettings } from '../client-settings.ts';
import { bounded } from '../time.ts';

/** Opens DynamoDB; calls end at the deadline of the request. No other file opens it. */
export const openDynamoDb = (settings = clientSettings): DynamoDBClient => bounded(new DynamoDBClient(settings));
