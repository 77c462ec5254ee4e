import type { Message, MessageAttribute, Queue } from '../queues/queues.ts';

/** A message as Lambda gives it to a function. */
export const queueRecordOf = (message: Message, queue: Queue) => {
  const { messageId, receiptHandle, body, attributes, messageAttributes, md5OfBody } = message;
  return {
    ...{ messageId, receiptHandle, body, attributes },
    messageAttributes: Object.fromEntries(
      Object.entries(messageAttributes).map(([name, attribute]) => [name, attributeOf(attribute)]),
    ),
    md5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queue.arn,
    awsRegion: queue.region,
  };
};

/** Lambda spells the members in lower case and adds two lists that are always empty. */
const attributeOf = ({ DataType, StringValue, BinaryValue }: MessageAttribute) => ({
  ...(StringValue !== undefined && { stringValue: StringValue }),
  ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
  stringListValues: [],
  binaryListValues: [],
  dataType: DataType,
});
