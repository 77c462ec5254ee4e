import type {
  AttributeValue,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
} from 'aws-lambda';
import { eventbridgeBus } from '../../core/aws/eventbridge.ts';
import { type EventNotice, noticeOf } from '../../core/outbox/model.ts';

const bus = eventbridgeBus();

/** Puts the ids of new events on the bus. What the bus does not take is reported, so that the stream brings it again. */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const refused = await bus.publish(Records.map(noticeIn));
  const failed = refused.map((position) => Records[position]?.dynamodb?.SequenceNumber ?? '');
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
};

const noticeIn = ({ dynamodb }: DynamoDBRecord): EventNotice => {
  const image = dynamodb?.NewImage ?? {};
  return noticeOf({
    event_id: textOf(image.event_id),
    type: textOf(image.type),
    created_at: textOf(image.created_at),
    resource_key: textOf(image.resource_key),
  });
};

const textOf = (value: AttributeValue | undefined): string => {
  if (value?.S === undefined)
    throw new Error('an event in the stream lacks an attribute that every event has');
  return value.S;
};
