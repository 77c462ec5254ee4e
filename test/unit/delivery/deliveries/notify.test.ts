import assert from 'node:assert/strict';
import { SQSClient } from '@aws-sdk/client-sqs';
import { logger } from '../../../../functions/core/logging.ts';
import { notifyAfterCommit } from '../../../../functions/delivery/deliveries/notify.ts';
import { type TestContext, test } from '../../../helpers/tests.ts';

const message = { kind: 'endpoint', tenant_id: 'biz_1', webhook_id: 'whk_1' } as const;

const notified = async (
  t: TestContext,
  answer: () => object,
  commit = Promise.resolve('result'),
) => {
  const send = t.mock.method(SQSClient.prototype, 'send', async () => answer());
  const warn = t.mock.method(logger, 'warn', () => undefined);
  const result = await notifyAfterCommit(commit, message).catch(({ message }: Error) => message);
  const inputs = send.mock.calls.map(({ arguments: [command] }) => command?.input);
  return { result, inputs, warned: warn.mock.calls.map((call) => call.arguments) };
};

test('a message follows a commit at once, in the group of its webhook', async (t) => {
  const { result, inputs, warned } = await notified(t, () => ({}));
  const Entries = [
    { Id: '0', MessageBody: JSON.stringify(message), MessageGroupId: 'whk_1', DelaySeconds: 0 },
  ];
  assert.deepEqual([result, inputs, warned], ['result', [{ QueueUrl: undefined, Entries }], []]);
});

test('a message that the queue rejects fails nothing, and one log line names it', async (t) => {
  const { result, warned } = await notified(t, () => ({ Failed: [{ Code: 'Throttled' }] }));
  const [[event, fields] = [], ...more] = warned as unknown as [
    string,
    Record<string, { message: string }>,
  ][];
  assert.deepEqual([result, event, more], ['result', 'notification_not_sent', []]);
  const { error, ...ids } = fields ?? assert.fail();
  assert.deepEqual(ids, { event: 'notification_not_sent', ...message });
  assert.match(error?.message ?? '', /Throttled/);
});

test('a commit that fails sends nothing', async (t) => {
  const { result, inputs } = await notified(t, () => ({}), Promise.reject(new Error('stale')));
  assert.deepEqual([result, inputs], ['stale', []]);
});
