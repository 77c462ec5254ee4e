import { type Message, md5, md5OfAttributes } from '../queues/message.ts';
import { systemAttributes } from '../queues/received.ts';
import type { QueueSettings } from '../queues/settings.ts';

/** A message as Lambda hands it to a function. */
export const queueRecord = (message: Message, { arn, region }: QueueSettings) => {
  const md5OfMessageAttributes = md5OfAttributes(message.attributes);
  return {
    messageId: message.id,
    receiptHandle: message.receipt ?? '',
    body: message.body,
    attributes: systemAttributes(message),
    messageAttributes: Object.fromEntries(
      Object.entries(message.attributes ?? {}).map(([name, { DataType, StringValue, BinaryValue }]) => [
        name,
        {
          ...(StringValue !== undefined && { stringValue: StringValue }),
          ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
          stringListValues: [],
          binaryListValues: [],
          dataType: DataType,
        },
      ]),
    ),
    ...(md5OfMessageAttributes !== undefined && { md5OfMessageAttributes }),
    md5OfBody: md5(message.body),
    eventSource: 'aws:sqs',
    eventSourceARN: arn,
    awsRegion: region,
  };
};

export type QueueRecord = ReturnType<typeof queueRecord>;

/** What a filter sees: a body that is JSON is looked into. */
export const filterable = (record: QueueRecord): unknown => {
  try {
    return { ...record, body: JSON.parse(record.body) };
  } catch {
    return record;
  }
};
