import assert from 'node:assert/strict';
import type { SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { eachOfBatch } from '../../../../functions/core/jobs/batch.ts';
import { logger } from '../../../../functions/core/logging.ts';
import { test } from '../../../helpers/tests.ts';

const aMessage = (messageId: string, body: string): SQSRecord => ({
  messageId,
  body,
  receiptHandle: '',
  md5OfBody: '',
  messageAttributes: {},
  eventSource: 'aws:sqs',
  eventSourceARN: 'arn:aws:sqs:eu-west-1:1:queue',
  awsRegion: 'eu-west-1',
  attributes: {
    ApproximateReceiveCount: '1',
    ApproximateFirstReceiveTimestamp: '0',
    SenderId: '1',
    SentTimestamp: '0',
  },
});

test('messages that fail come again, each with its own line, and those that were done do not', async (t) => {
  const reported: unknown[] = [];
  t.mock.method(
    logger,
    'error',
    (_message: string, line: Record<string, unknown>) => void reported.push(line.message_id),
  );
  const bodies = {
    done: '"done"',
    rejected: '"rejected"',
    thrown: '"thrown"',
    unread: '{',
    last: '"last"',
  };
  const Records = Object.entries(bodies).map(([id, body]) => aMessage(id, body));
  const worked: unknown[] = [];
  let started: readonly unknown[] = [];
  const { batchItemFailures } = await eachOfBatch({ Records }, z.string(), (all) => {
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

test('an unreadable message fails alone, and its line has the id of the message and nothing of its content', async (t) => {
  const lines: string[] = [];
  t.mock.method(logger, 'error', (...line: unknown[]) => void lines.push(JSON.stringify(line)));
  const unreadable = {
    empty: '',
    cut: '{"kind":"secret-1"',
    text: 'secret-2',
    array: '["secret-3"]',
    nothing: 'null',
    another: '{"kind":"secret-4","id":"secret-4"}',
    lacking: '{"kind":"one","note":"secret-5"}',
    mistyped: '{"kind":"one","id":{"a":"secret-6"}}',
    blank: '{"kind":"one","id":""}',
    number: '7',
  };
  const Records = [
    aMessage('first', '{"kind":"one","id":"1","new":"field"}'),
    ...Object.entries(unreadable).map(([id, body]) => aMessage(id, body)),
    aMessage('last', '{"kind":"two","id":"2"}'),
  ];
  const schema = z.object({ kind: z.enum(['one', 'two']), id: z.string().check(z.minLength(1)) });
  const worked: unknown[] = [];
  const { batchItemFailures } = await eachOfBatch({ Records }, schema, (all) => {
    assert.equal(all.length, 2);
    return async (message) => void worked.push(message);
  });
  assert.deepEqual(worked, [
    { kind: 'one', id: '1' },
    { kind: 'two', id: '2' },
  ]);
  const ids = Object.keys(unreadable);
  assert.deepEqual(
    batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
    ids,
  );
  assert.deepEqual(
    lines.map((line) =>
      ids.find((id) => line.includes(`"message_id":"${id}"`) && line.includes('UnreadableMessage')),
    ),
    ids,
  );
  assert.ok(lines.join().includes('/id'), 'the line names the field');
  assert.ok(!lines.join().includes('secret'), 'no line has the content');
});
