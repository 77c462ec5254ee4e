import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChangeMessageVisibilityCommand, DeleteMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { type MessagingPlane, startMessagingPlane } from '../helpers/messaging-plane.ts';
import { queue, queueArn, queueUrl } from '../helpers/messaging-resources.ts';
import { queueCalls } from '../helpers/queue-calls.ts';

const redrive = { deadLetterTargetArn: queueArn('dead'), maxReceiveCount: 2 };
const resources = [
  ...['plain', 'hidden', 'late', 'fair', 'waiting', 'dead'].map((name) => queue(name)),
  queue('slow', { DelaySeconds: 1 }),
  queue('failing', { RedrivePolicy: redrive }),
];

let plane: MessagingPlane;
let sqs: SQSClient;
before(async () => {
  plane = await startMessagingPlane({ resources });
  sqs = plane.sqs();
});
after(() => plane.stop());

const { send, receive, counts } = queueCalls(() => sqs);

test('a message is received once, hidden meanwhile, and gone when it is deleted', async () => {
  const { MessageId } = await send('plain', 'one');
  const [message] = await receive('plain');
  assert.deepEqual([message?.MessageId, message?.Body], [MessageId, 'one']);
  assert.deepEqual(await receive('plain'), []);
  assert.deepEqual(await counts('plain'), [0, 1, 0]);
  await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl('plain'), ReceiptHandle: message?.ReceiptHandle }));
  assert.deepEqual(await counts('plain'), [0, 0, 0]);
});

test('only the handle of the latest receive deletes', async () => {
  await send('hidden', 'x');
  const [first] = await receive('hidden', { VisibilityTimeout: 0 });
  const [second] = await receive('hidden');
  const remove = (ReceiptHandle?: string) =>
    sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl('hidden'), ReceiptHandle }));
  await remove(first?.ReceiptHandle);
  assert.deepEqual(await counts('hidden'), [0, 1, 0]);
  await remove(second?.ReceiptHandle);
  assert.deepEqual(await counts('hidden'), [0, 0, 0]);
  const QueueUrl = queueUrl('hidden');
  const late = new ChangeMessageVisibilityCommand({
    QueueUrl,
    ReceiptHandle: second?.ReceiptHandle,
    VisibilityTimeout: 1,
  });
  await assert.rejects(sqs.send(late), { name: 'MessageNotInflight' });
});

test('a long poll is answered by the message that comes', async () => {
  const polling = receive('waiting', { WaitTimeSeconds: 20 });
  await counts('waiting');
  await send('waiting', 'here');
  assert.equal((await polling)[0]?.Body, 'here');
});

test('a delayed message is not received before its time, a hidden one comes back', async () => {
  await send('late', 'delayed', { DelaySeconds: 1 });
  await send('slow', 'queue delays');
  assert.deepEqual(
    [await counts('late'), await counts('slow')],
    [
      [0, 0, 1],
      [0, 0, 1],
    ],
  );
  assert.deepEqual(await receive('late'), []);
  const [message] = await receive('late', { WaitTimeSeconds: 20, VisibilityTimeout: 1 });
  assert.equal(message?.Body, 'delayed');
  const [again] = await receive('late', {
    WaitTimeSeconds: 20,
    MessageSystemAttributeNames: ['ApproximateReceiveCount'],
  });
  assert.deepEqual([again?.MessageId, again?.Attributes?.ApproximateReceiveCount], [message?.MessageId, '2']);
});

test('what was received too often goes to the dead-letter queue, whoever looks', async () => {
  const { MessageId } = await send('failing', 'poison');
  await receive('failing', { VisibilityTimeout: 0 });
  await receive('failing', { VisibilityTimeout: 0 });
  const [message] = await receive('dead', { WaitTimeSeconds: 20, MessageSystemAttributeNames: ['All'] });
  assert.equal(message?.MessageId, MessageId);
  assert.equal(message?.Attributes?.DeadLetterQueueSourceArn, queueArn('failing'));
  assert.deepEqual(await counts('failing'), [0, 0, 0]);
});

test('a group whose messages are in flight waits behind the others', async () => {
  for (let n = 0; n < 5; n++) await send('fair', `loud ${n}`, { MessageGroupId: 'loud' });
  await receive('fair', { MaxNumberOfMessages: 3 });
  await send('fair', 'quiet', { MessageGroupId: 'quiet' });
  const [next] = await receive('fair', { MaxNumberOfMessages: 1, MessageSystemAttributeNames: ['MessageGroupId'] });
  assert.deepEqual([next?.Body, next?.Attributes?.MessageGroupId], ['quiet', 'quiet']);
});
