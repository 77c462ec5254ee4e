import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Resource } from '../../local/aws-service.ts';
import { alias, allow, keyArn, keyId, lambda, notes, tableArn } from './data-resources.ts';
import type { MessagingPlane } from './messaging-plane.ts';
import { mapping, queue, queueArn } from './messaging-resources.ts';

/** The stream of the notes table, as templates name it. */
export const streamArn = `${tableArn(notes)}/stream/2020-01-01T00:00:00.000`;

/** What a function needs to be fed from it. */
export const reading = [
  allow(['dynamodb:DescribeStream', 'dynamodb:GetShardIterator', 'dynamodb:GetRecords'], streamArn),
  allow('kms:Decrypt', keyArn(keyId), {
    StringEquals: { 'kms:ViaService': 'dynamodb.eu-west-1.amazonaws.com' },
    'ForAnyValue:StringEquals': { 'kms:ResourceAliases': alias },
  }),
];

/** The queue that is told of what was given up. */
export const givenUp = queue('given-up');

/** Sends to it what was given up. */
export const failures = { DestinationConfig: { OnFailure: { Destination: queueArn('given-up') } } };

/** A function that is fed the notes whose author it is. */
export const fed = (name: string, mapped: Record<string, unknown> = {}): Resource[] => [
  ...lambda(name, [...reading, allow('sqs:SendMessage', queueArn('given-up'))]),
  mapping(name, streamArn, { StartingPosition: 'TRIM_HORIZON', FilterCriteria: by(name), ...mapped }),
];

const by = (author: string) => ({
  Filters: [{ Pattern: JSON.stringify({ dynamodb: { NewImage: { author: { S: [author] } } } }) }],
});

/** Writes notes, one after the other. */
export const write = async (plane: MessagingPlane, author: string, ...keys: string[]): Promise<void> => {
  const client = plane.data.client();
  for (const pk of keys) await client.send(new PutCommand({ TableName: notes, Item: { pk, sk: 'note', author } }));
};

/** Writes notes so that all of them stand in the stream before the author's mapping looks again. */
export const writeAtOnce = async (plane: MessagingPlane, author: string, ...keys: string[]): Promise<void> => {
  const found = plane.mappings.find(({ functionName }) => functionName === author);
  found?.pause();
  await write(plane, author, ...keys);
  found?.resume();
};
