import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueUrlCommand,
  PurgeQueueCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { type MessagingPlane, startMessagingPlane } from '../helpers/messaging-plane.ts';
import { queue, queueUrl } from '../helpers/messaging-resources.ts';
import { queueCalls } from '../helpers/queue-calls.ts';

const resources = [
  ...['plain', 'attributes', 'batches', 'full'].map((name) => queue(name)),
  queue('small', { MaximumMessageSize: 1024 }),
];

let plane: MessagingPlane;
let sqs: SQSClient;
before(async () => {
  plane = await startMessagingPlane({ resources });
  sqs = plane.sqs();
});
after(() => plane.stop());

const { send, receive, counts } = queueCalls(() => sqs);

test('attributes come back as asked for, with sums that the client accepts', async () => {
  const MessageAttributes = {
    text: { DataType: 'String', StringValue: 'ä' },
    number: { DataType: 'Number.int', StringValue: '3' },
    bytes: { DataType: 'Binary', BinaryValue: Uint8Array.of(1, 2, 3) },
  };
  const sent = await send('attributes', 'with', { MessageAttributes });
  const visible = { QueueUrl: queueUrl('attributes'), VisibilityTimeout: 0 };
  const all = { MessageAttributeNames: ['All'], MessageSystemAttributeNames: ['All' as const] };
  const [whole] = await receive('attributes', { ...visible, ...all });
  assert.deepEqual(whole?.MessageAttributes?.bytes?.BinaryValue, Uint8Array.of(1, 2, 3));
  assert.equal(whole?.MD5OfMessageAttributes, sent.MD5OfMessageAttributes);
  assert.equal(whole?.Attributes?.ApproximateReceiveCount, '1');
  assert.match(whole?.Attributes?.SentTimestamp ?? '', /^\d{13}$/);
  const [part] = await receive('attributes', { ...visible, MessageAttributeNames: ['te.*'] });
  assert.deepEqual(Object.keys(part?.MessageAttributes ?? {}), ['text']);
  assert.equal(part?.Attributes, undefined);
});

test('the sum over attributes is the one that AWS makes of them', async () => {
  // Digests that clients and emulators of SQS pin as what AWS returns for these.
  for (const [name, StringValue, digest] of [
    ['timestamp', '1493147359900', '235c5c510d26fb653d073faed50ae77c'],
    ['timestamp', '1493147359901', '994258b45346a2cc3f9cbb611aa7af30'],
    ['SOME_Valid.attribute-Name', '1493147359900', '36655e7e9d7c0e8479fa3f3f42247ae7'],
  ] as const) {
    const sent = await send('attributes', 'x', { MessageAttributes: { [name]: { DataType: 'Number', StringValue } } });
    assert.equal(sent.MD5OfMessageAttributes, digest);
  }
});

test('the entries of a batch succeed and fail by themselves', async () => {
  const QueueUrl = queueUrl('batches');
  const Entries = [
    { Id: 'good', MessageBody: 'good' },
    { Id: 'bad', MessageBody: 'bad\u0000' },
    { Id: 'slow', MessageBody: 'slow', DelaySeconds: 901 },
  ];
  const sent = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  assert.deepEqual(
    sent.Successful?.map(({ Id }) => Id),
    ['good'],
  );
  assert.deepEqual(
    sent.Failed?.map(({ Id, Code, SenderFault }) => [Id, Code, SenderFault]),
    [
      ['bad', 'InvalidMessageContents', true],
      ['slow', 'InvalidParameterValue', true],
    ],
  );
  const [message] = await receive('batches');
  const changes = [
    { Id: 'a', ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 0 },
    { Id: 'b', ReceiptHandle: 'nonsense', VisibilityTimeout: 0 },
  ];
  const changed = await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries: changes }));
  assert.deepEqual([changed.Successful?.length, changed.Failed?.[0]?.Code], [1, 'ReceiptHandleIsInvalid']);
  const [again] = await receive('batches');
  const removed = await sqs.send(
    new DeleteMessageBatchCommand({ QueueUrl, Entries: [{ Id: 'a', ReceiptHandle: again?.ReceiptHandle }] }),
  );
  assert.equal(removed.Successful?.length, 1);
  assert.deepEqual(await counts('batches'), [0, 0, 0]);
});

test('a batch that is none is refused whole', async () => {
  const batch = (Entries: { Id: string; MessageBody: string }[]) =>
    sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl('full'), Entries }));
  const entries = (count: number, MessageBody = 'x') =>
    Array.from({ length: count }, (_, n) => ({ Id: `${n}`, MessageBody }));
  await assert.rejects(batch([]), { name: 'EmptyBatchRequest' });
  await assert.rejects(batch(entries(11)), { name: 'TooManyEntriesInBatchRequest' });
  await assert.rejects(batch([...entries(1), ...entries(1)]), { name: 'BatchEntryIdsNotDistinct' });
  await assert.rejects(batch([{ Id: 'a b', MessageBody: 'x' }]), { name: 'InvalidBatchEntryId' });
  await assert.rejects(batch(entries(2, 'x'.repeat(600_000))), { name: 'BatchRequestTooLong' });
  await send('full', 'x'.repeat(1_048_576));
  await assert.rejects(send('full', 'x'.repeat(1_048_577)), /must be shorter than 1048576 bytes/);
  await assert.rejects(send('small', 'x'.repeat(1025)), /must be shorter than 1024 bytes/);
  assert.deepEqual(await counts('full'), [1, 0, 0]);
  await sqs.send(new PurgeQueueCommand({ QueueUrl: queueUrl('full') }));
  assert.deepEqual(await counts('full'), [0, 0, 0]);
});

test('queues are found by name, and a queue that is not there is told', async () => {
  assert.equal((await sqs.send(new GetQueueUrlCommand({ QueueName: 'plain' }))).QueueUrl, queueUrl('plain'));
  await assert.rejects(send('nowhere', 'x'), { name: 'QueueDoesNotExist' });
  await assert.rejects(sqs.send(new GetQueueUrlCommand({ QueueName: 'nowhere' })), { name: 'QueueDoesNotExist' });
});
