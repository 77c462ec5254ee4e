import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { eventbridgeBus } from '../../core/aws/eventbridge.ts';
import { type EventNotice, noticeOf } from '../../core/outbox/model.ts';

const bus = eventbridgeBus();

/**
 * Puts the ids of new events on the bus. An event that the bus does not take, or that lacks an
 * attribute, is reported, so that the stream brings it again. In the end the stream passes it on to
 * the queue of missed events; the others are on the bus by then.
 */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const read = Records.map((record) => ({ record, notice: noticeIn(record) }));
  const complete = read.filter((one) => one.notice !== undefined);
  const refused = await bus.publish(complete.flatMap(({ notice }) => notice ?? []));
  const failed = new Set(refused.map((position) => complete[position]));
  return {
    batchItemFailures: read
      .filter((one) => one.notice === undefined || failed.has(one))
      .map(({ record }) => ({ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' })),
  };
};

/** The notice of an event; undefined where it lacks an attribute that every event has. */
const noticeIn = ({ dynamodb }: DynamoDBRecord): EventNotice | undefined => {
  const { event_id, type, created_at, resource_key } = dynamodb?.NewImage ?? {};
  const texts = [event_id?.S, type?.S, created_at?.S, resource_key?.S];
  if (texts.some((text) => text === undefined)) return undefined;
  const [id = '', kind = '', created = '', key = ''] = texts;
  return noticeOf({ event_id: id, type: kind, created_at: created, resource_key: key });
};
