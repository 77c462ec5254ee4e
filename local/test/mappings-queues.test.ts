import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  attribute,
  briefFunction,
  fedFunction,
  filters,
  idsOf,
  reporting,
  role,
  shortQueue,
  startFed,
} from './helpers/fed.ts';
import { type FedQueues, fromQueue, startFedQueues } from './helpers/fed-queues.ts';
import { queueArn, queueIn } from './helpers/queue-machine.ts';
import { until } from './helpers/until.ts';

/** Brings no message again while its function has time. */
const patientQueue = { VisibilityTimeout: 30 };

const folder = mkdtempSync(join(tmpdir(), 'fed-'));
let machine: FedQueues;
before(async () => {
  machine = await startFedQueues({
    functions: {
      plain: fedFunction,
      picky: fedFunction,
      reports: briefFunction,
      throws: briefFunction,
      busy: fedFunction,
    },
    resources: {
      ...fromQueue('plain', {}, patientQueue),
      ...fromQueue(
        'picky',
        filters({ body: { kind: ['card'] } }, { attributes: { MessageGroupId: ['vip'] } }),
        patientQueue,
      ),
      ...fromQueue('reports', { ...reporting, BatchSize: 10 }),
      ...fromQueue('throws', reporting, {
        ...shortQueue,
        RedrivePolicy: { deadLetterTargetArn: attribute('Dead'), maxReceiveCount: 3 },
      }),
      Dead: queueIn('dead'),
      ...fromQueue(
        'busy',
        { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } },
        patientQueue,
      ),
    },
  });
});
after(async () => {
  await machine.stop();
  rmSync(folder, { recursive: true });
});

describe('a queue', () => {
  test('gives its messages to the function as Lambda does, and keeps none', async () => {
    const body = '{"a":1}';
    const attributesSent = { color: { DataType: 'String', StringValue: 'red' } };
    const messageId = machine
      .queue('plain-queue')
      .send(body, { attributes: attributesSent, group: 'g' });
    const [event] = await machine.eventsOf('plain', 1);
    const { receiptHandle, attributes, ...record } = { ...event?.Records[0] } as Record<
      string,
      unknown
    >;
    assert.deepEqual(record, {
      messageId,
      body,
      messageAttributes: {
        color: {
          stringValue: 'red',
          stringListValues: [],
          binaryListValues: [],
          dataType: 'String',
        },
      },
      md5OfBody: createHash('md5').update(body).digest('hex'),
      eventSource: 'aws:sqs',
      eventSourceARN: queueArn('plain-queue'),
      awsRegion: 'eu-west-1',
    });
    const { SentTimestamp, ApproximateFirstReceiveTimestamp, ...more } = attributes as Record<
      string,
      string
    >;
    assert.deepEqual(more, {
      SenderId: '000000000000',
      ApproximateReceiveCount: '1',
      MessageGroupId: 'g',
    });
    assert.match(`${SentTimestamp} ${ApproximateFirstReceiveTimestamp}`, /^\d{13} \d{13}$/);
    assert.match(String(receiptHandle), /^.{20,}$/);
    await until(() => machine.isEmpty('plain-queue'));
  });

  test('gives nothing while its mapping is paused', async () => {
    machine.local.mappings.pause('plain');
    const id = machine.order('plain', { paused: true });
    assert.deepEqual(machine.queue('plain-queue').depth(), { visible: 1, inFlight: 0, delayed: 0 });
    machine.local.mappings.resume('plain');
    await until(() => machine.events('plain').some((event) => idsOf(event).includes(id)));
  });

  test('invokes nothing for what no filter wants, and deletes it', async () => {
    machine.order('picky', { kind: 'loan' });
    machine.queue('picky-queue').send('no JSON');
    const wanted = [
      machine.order('picky', { kind: 'card' }),
      machine.order('picky', { kind: 'loan' }, { group: 'vip' }),
    ];
    await until(() => machine.isEmpty('picky-queue'));
    const seen = machine.events('picky').flatMap(idsOf);
    assert.deepEqual(seen.toSorted(), wanted.toSorted());
  });
});

test('a role that loses a grant stops the reading, until it has it again', async () => {
  await until(() => machine.isEmpty('plain-queue'));
  const undo = machine.local.iam.revoke({ function: 'plain', action: 'sqs:DeleteMessage' });
  // One poll may be in flight.
  machine.order('plain', {});
  await until(() => machine.isEmpty('plain-queue'));
  const id = machine.order('plain', {});
  assert.equal(machine.queue('plain-queue').depth().visible, 1);
  undo();
  await until(() => machine.events('plain').some((event) => idsOf(event).includes(id)));
});

describe('a batch', () => {
  test('that is taken but for one message brings back that one alone', async () => {
    machine.local.mappings.pause('reports');
    const [good, bad] = [machine.order('reports', {}), machine.order('reports', { report: 2 })];
    machine.local.mappings.resume('reports');
    const events = await machine.eventsOf('reports', 3);
    assert.deepEqual(events.map(idsOf), [[good, bad], [bad], [bad]]);
    await until(() => machine.isEmpty('reports-queue'));
  });

  for (const [how, order] of Object.entries({
    'throws on': { throw: 1 },
    'crashes on': { crash: 1 },
    'does not name the failed messages of': {
      answer: { batchItemFailures: [{ itemIdentifier: '' }] },
    },
    'names a stranger among': { answer: { batchItemFailures: [{ itemIdentifier: 'stranger' }] } },
  })) {
    test(`that a function ${how} comes back whole`, async () => {
      machine.local.mappings.pause('throws');
      const ids = [machine.order('throws', order), machine.order('throws', {})];
      machine.local.mappings.resume('throws');
      const received = (times: string): string[] =>
        machine
          .events('throws')
          .flatMap(({ Records }) => Records)
          .flatMap(({ messageId, attributes }) =>
            attributes.ApproximateReceiveCount === times ? [messageId] : [],
          )
          .filter((id) => ids.includes(id));
      // Together at first; each comes back when its own visibility ends.
      await until(() => received('2').length === 2);
      assert.deepEqual(
        machine
          .events('throws')
          .map(idsOf)
          .find((batch) => batch.length === 2 && batch[0] === ids[0]),
        ids,
      );
      assert.deepEqual(received('2').toSorted(), ids.toSorted());
      await until(() => machine.isEmpty('throws-queue'));
    });
  }

  test('that never succeeds ends among the dead letters', async () => {
    machine.queue('dead').purge();
    const id = machine.order('throws', { throw: 9 });
    const message = await until(
      async () => (await machine.queue('dead').receive({ max: 1, wait_ms: 1_000 }))[0],
    );
    assert.equal(message.messageId, id);
    assert.ok(machine.isEmpty('throws-queue'));
    assert.equal(machine.events('throws').filter((event) => idsOf(event).includes(id)).length, 3);
  });
});

test('no more batches run at once than the mapping allows', async () => {
  const file = join(folder, 'go');
  for (let n = 0; n < 5; n++) machine.order('busy', { until: file });
  await machine.eventsOf('busy', 2);
  assert.deepEqual(machine.queue('busy-queue').depth(), { visible: 3, inFlight: 2, delayed: 0 });
  writeFileSync(file, '');
  await machine.eventsOf('busy', 5);
  await until(() => machine.isEmpty('busy-queue'));
});

describe('a machine does not start with a mapping', () => {
  const errorOf = async (resources: Record<string, unknown>): Promise<string> => {
    try {
      await (await startFed({ functions: { plain: briefFunction }, resources })).stop();
      return 'it started';
    } catch (error) {
      return String(error);
    }
  };

  for (const [what, mapping, queue, sentence] of [
    [
      'that reads in the name of a role without the grant',
      {},
      undefined,
      /not authorized to perform: sqs:ReceiveMessage/,
    ],
    [
      'whose messages would come back while they are worked on',
      {},
      { VisibilityTimeout: 0 },
      /visibility timeout/,
    ],
    ['whose batches are large', { BatchSize: 11 }, undefined, /batches of more than 10/],
    [
      'that waits for batches to fill',
      { MaximumBatchingWindowInSeconds: 1 },
      undefined,
      /waits for batches to fill/,
    ],
    [
      'that says what is not understood',
      { SelfManagedEventSource: {} },
      undefined,
      /has SelfManagedEventSource/,
    ],
    [
      'with a tumbling window',
      { TumblingWindowInSeconds: 5 },
      undefined,
      /which only streams have/,
    ],
    [
      'of a queue that is not there',
      { EventSourceArn: queueArn('none') },
      undefined,
      /which no template declares/,
    ],
    ['with a filter that is none', filters({ body: 'card' }), undefined, /body is no object/],
  ] as const) {
    test(what, async () => {
      const poor = what.includes('role')
        ? { Role: role({ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: '*' }) }
        : {};
      assert.match(await errorOf({ ...fromQueue('plain', mapping, queue), ...poor }), sentence);
    });
  }
});
