import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryQueue } from '../../../functions/aws/sqs.ts';
import { notifyAfterCommit } from '../../../functions/aws/sqs.ts';

const of = { tenant_id: 'biz_1', webhook_id: 'whk_1', delivery_id: 'dlv_1', attempts_made: 0 };

const waking = async (notify: DeliveryQueue['notify']) => {
  const warned: unknown[][] = [];
  const logger = { warn: (...line: unknown[]) => void warned.push(line) };
  assert.equal(await notifyAfterCommit({ notify }, logger)(Promise.resolve('answer'), of), 'answer');
  return warned;
};

test('a wake-up is sent at once, and nothing is said about it', async () => {
  const sent: unknown[] = [];
  assert.deepEqual(await waking(async (notifications) => void sent.push(...notifications)), []);
  assert.deepEqual(sent, [{ of, delay_seconds: 0 }]);
});

test('a wake-up that is lost fails nothing, and one line tells whose it was and why', async () => {
  const [line, ...more] = await waking(() => Promise.reject(new Error('no queue')));
  assert.deepEqual(more, []);
  assert.equal(line?.[0], 'notification_not_sent');
  const { error, event, ...ids } = (line?.[1] ?? {}) as Record<string, unknown>;
  assert.equal(event, 'notification_not_sent');
  assert.deepEqual(ids, of);
  assert.match(JSON.stringify(error), /Error/);
});

test('what was not committed wakes nobody', async () => {
  const notify = () => assert.fail('nothing is due');
  const refused = Promise.reject(new Error('stale'));
  await assert.rejects(notifyAfterCommit({ notify }, { warn: () => assert.fail() })(refused, of), /stale/);
});
