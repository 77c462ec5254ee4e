import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SQSRecord } from 'aws-lambda';
import { eachOfBatch } from '../../../functions/jobs/batch.ts';
import { logger } from '../../../functions/logging.ts';

const aMessage = (messageId: string, body: string): SQSRecord => ({
  ...{ messageId, body, receiptHandle: '', md5OfBody: '', messageAttributes: {} },
  ...{ eventSource: 'aws:sqs', eventSourceARN: 'arn:aws:sqs:eu-west-1:1:queue', awsRegion: 'eu-west-1' },
  attributes: {
    ...{ ApproximateReceiveCount: '1', ApproximateFirstReceiveTimestamp: '0' },
    ...{ SenderId: '1', SentTimestamp: '0' },
  },
});

test('messages that fail come again, each with its own line, and those that were done do not', async (t) => {
  const reported: unknown[] = [];
  t.mock.method(
    logger,
    'error',
    (_message: string, line: Record<string, unknown>) => void reported.push(line.message_id),
  );
  const bodies = { done: '"done"', rejected: '"rejected"', thrown: '"thrown"', unread: '{', last: '"last"' };
  const Records = Object.entries(bodies).map(([id, body]) => aMessage(id, body));
  const worked: unknown[] = [];
  let started: readonly unknown[] = [];
  const { batchItemFailures } = await eachOfBatch({ Records }, (all) => {
    started = all;
    return (body) => {
      worked.push(body);
      if (body === 'thrown') throw new Error('at once');
      return body === 'rejected' ? Promise.reject(new Error('later')) : Promise.resolve();
    };
  });
  assert.deepEqual(worked, ['done', 'rejected', 'thrown', 'last']);
  assert.deepEqual(started, worked);
  const failed = ['rejected', 'thrown', 'unread'];
  assert.deepEqual(
    batchItemFailures,
    failed.map((itemIdentifier) => ({ itemIdentifier })),
  );
  assert.deepEqual(reported, failed);
});
