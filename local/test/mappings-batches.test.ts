import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { attribute, fedFunction, idsOf, reporting, shortQueue } from './helpers/fed.ts';
import { type FedQueues, fromQueue, startFedQueues } from './helpers/fed-queues.ts';
import { queueIn } from './helpers/queue-machine.ts';
import { until } from './helpers/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'fed-'));
let machine: FedQueues;
before(async () => {
  machine = await startFedQueues({
    functions: {
      reports: fedFunction,
      throws: fedFunction,
      busy: { ...fedFunction, properties: { Timeout: 30 } },
    },
    resources: {
      ...fromQueue('reports', { ...reporting, BatchSize: 10 }),
      ...fromQueue('throws', reporting, {
        ...shortQueue,
        RedrivePolicy: { deadLetterTargetArn: attribute('Dead'), maxReceiveCount: 3 },
      }),
      Dead: queueIn('dead'),
      ...fromQueue('busy', { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } }, { VisibilityTimeout: 30 }),
    },
  });
});
after(async () => {
  await machine.stop();
  rmSync(folder, { recursive: true });
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
    'does not name the failed messages of': { answer: { batchItemFailures: [{ itemIdentifier: '' }] } },
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
          .flatMap(({ messageId, attributes }) => (attributes.ApproximateReceiveCount === times ? [messageId] : []))
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
    const message = await until(async () => (await machine.queue('dead').receive({ max: 1, wait_ms: 1_000 }))[0]);
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
