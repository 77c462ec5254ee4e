import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
} from '@aws-sdk/client-sqs';
import { type QueueMachine, queueIn, startQueueMachine } from './helpers/queue-machine.ts';

let machine: QueueMachine;
let QueueUrl: string;

before(async () => {
  machine = await startQueueMachine({ Jobs: queueIn('jobs') });
  QueueUrl = machine.url('jobs');
});

after(() => machine.stop());

const mebibyte = 1024 * 1024;

const batch = (Entries: SendMessageBatchRequestEntry[]) =>
  machine.sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));

test('messages are sent, hidden and deleted in batches', async () => {
  const entries = Array.from({ length: 10 }, (_, at) => ({ Id: `e-${at}`, MessageBody: String(at) }));
  const { Successful = [], Failed } = await batch(entries);
  assert.deepEqual([Successful.map(({ Id }) => Id), Failed], [entries.map(({ Id }) => Id), []]);
  const { Messages = [] } = await machine.sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
  assert.deepEqual(
    Messages.map(({ Body }) => Body),
    entries.map(({ MessageBody }) => MessageBody),
  );
  const handles = Messages.map(({ ReceiptHandle }, at) => ({ Id: `e-${at}`, ReceiptHandle }));
  const shown = handles.slice(0, 3).map((entry) => ({ ...entry, VisibilityTimeout: 0 }));
  await machine.sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries: shown }));
  assert.deepEqual(machine.queue('jobs').depth(), { visible: 3, inFlight: 7, delayed: 0 });
  await machine.sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: handles }));
  assert.deepEqual(machine.queue('jobs').depth(), { visible: 0, inFlight: 0, delayed: 0 });
});

test('an entry that is wrong fails alone', async () => {
  const { Successful = [], Failed = [] } = await batch([
    { Id: 'good', MessageBody: 'x' },
    { Id: 'late', MessageBody: 'x', DelaySeconds: 901 },
    { Id: 'empty', MessageBody: '' },
    { Id: 'odd', MessageBody: '\u0001' },
  ]);
  assert.deepEqual(
    Successful.map(({ Id }) => Id),
    ['good'],
  );
  assert.deepEqual(
    Failed.map(({ Id, Code, SenderFault }) => [Id, Code, SenderFault]),
    [
      ['late', 'InvalidParameterValue', true],
      ['empty', 'MissingParameter', true],
      ['odd', 'InvalidMessageContents', true],
    ],
  );
  const Entries = [{ Id: 'a', ReceiptHandle: 'nonsense' }];
  const deleted = await machine.sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  assert.deepEqual(
    deleted.Failed?.map(({ Code }) => Code),
    ['ReceiptHandleIsInvalid'],
  );
  machine.queue('jobs').purge();
});

test('a batch that is wrong as a whole is refused as a whole', async () => {
  const entry = (Id: string, bytes = 1) => ({ Id, MessageBody: 'x'.repeat(bytes) });
  await assert.rejects(batch([]), { name: 'EmptyBatchRequest' });
  await assert.rejects(batch(Array.from({ length: 11 }, (_, at) => entry(String(at)))), {
    name: 'TooManyEntriesInBatchRequest',
    Code: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
  });
  await assert.rejects(batch([entry('a'), entry('a')]), { name: 'BatchEntryIdsNotDistinct' });
  await assert.rejects(batch([entry('not an id')]), { name: 'InvalidBatchEntryId' });
  await assert.rejects(batch([entry('a', mebibyte), entry('b')]), { name: 'BatchRequestTooLong' });
  assert.equal(machine.queue('jobs').depth().visible, 0);
});
