import type { AttributeValue, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { eventbridgeBus } from '../aws/eventbridge.ts';
import type { EventNotice } from '../events/model.ts';

const bus = eventbridgeBus();

/** Puts the ids of new events on the bus. What the bus does not take is reported, so that the stream brings it again. */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const refused = await bus.publish(Records.map(noticeOf));
  const failed = refused.map((position) => Records[position]?.dynamodb?.SequenceNumber ?? '');
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
};

/** From what keys and indexes have of an event, so that nothing is decompressed here. */
const noticeOf = ({ dynamodb }: DynamoDBRecord): EventNotice => {
  const image = dynamodb?.NewImage ?? {};
  const [tenant_id = '', resource_id = ''] = textOf(image.resource_key).split('/');
  return {
    event_id: textOf(image.event_id),
    tenant_id,
    type: textOf(image.type),
    resource_id,
    created_at: textOf(image.created_at),
  };
};

const textOf = (value: AttributeValue | undefined): string => {
  if (value?.S === undefined) throw new Error('an event in the stream lacks an attribute that every event has');
  return value.S;
};
