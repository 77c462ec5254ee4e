import assert from 'node:assert/strict';
import { postponed, scheduledWork } from '../../../../functions/core/dynamodb/scheduled-work.ts';
import type { Write } from '../../../../functions/core/dynamodb/writes.ts';
import { saveDelivery } from '../../../../functions/delivery/deliveries/table.ts';
import type { Recovery } from '../../../../functions/delivery/recoveries/model.ts';
import {
  deliveriesAt,
  readRecovery,
  recoveryKey,
  saveRecovery,
} from '../../../../functions/delivery/recoveries/table.ts';
import { noHealth, saveHealth } from '../../../../functions/delivery/webhooks/health-table.ts';
import { deleteWebhookItems, saveWebhook } from '../../../../functions/delivery/webhooks/table.ts';
import { durations } from '../../../helpers/durations.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import {
  anEvent,
  aRecovery,
  deliveryOfEvent,
  recovering,
  since,
  visit,
  webhook,
} from '../../../helpers/recovering.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { after, beforeEach, describe, mock, test } from '../../../helpers/tests.ts';

const { tenant_id } = webhook;
const pick = ({ version, updated_at }: Recovery) => ({ version, updated_at });
const { id } = aRecovery();

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'], now });
});
after(() => mock.timers.reset());

describe('a recovery of what failed', () => {
  test('a thousand of them, killed three times, sends each once and says truly how far it is', async () => {
    const failed = Array.from({ length: 1_000 }, () => deliveryOfEvent(anEvent(), 'failed'));
    const sorted = failed.map((one) => one.id).toSorted();
    const writes = failed.map((one) => saveDelivery(one));
    const killedAt = [7, 20.5, 45];
    const { recovery, notified, reported, db, kills } = await recovering({
      writes,
      recovery: aRecovery({ rate_per_second: 20 }),
      killedAt,
    });
    assert.deepEqual(
      [recovery.status, recovery.matched, recovery.sent, kills],
      ['completed', 1_000, 1_000, 3],
    );
    assert.equal(new Set(notified).size, notified.length, 'nobody is notified twice');
    assert.deepEqual(notified, notified.toSorted().toReversed(), 'one walk comes by all of them');
    // Those of the batch that was written when it died are due, and the sweeper notifies them.
    assert.ok(notified.length >= 1_000 - 19, `${notified.length}`);
    for (const field of ['sent', 'version'] as const) {
      const counts = reported.map((one) => one[field]);
      assert.deepEqual(
        counts,
        counts.toSorted((one, other) => one - other),
      );
    }
    assert.ok(recovery.version > 50, 'each write is a version');
    for (let from = 0; from < sorted.length; from += 250) {
      const some = await deliveriesAt(db, tenant_id, sorted.slice(from, from + 100));
      for (const one of some) assert.deepEqual([one?.version, one?.recovery_id], [2, id]);
    }
    // At twenty a second it takes what it takes.
    const seconds = (Date.parse(recovery.updated_at) - now.getTime()) / 1_000;
    assert.ok(seconds >= 25, `${seconds} seconds`);
  });

  test('is completed with its last batch, in the same transaction', async () => {
    const failed = Array.from({ length: 25 }, () => deliveryOfEvent(anEvent(), 'failed'));
    const writes = failed.map((one) => saveDelivery(one));
    const { recovery, db, goesOn } = await recovering({ writes, recovery: aRecovery() });
    const sent = await deliveriesAt(
      db,
      tenant_id,
      failed.map((one) => one.id),
    );
    assert.deepEqual(
      [recovery.status, recovery.sent, recovery.version, goesOn],
      ['completed', 25, 3, 0],
    );
    assert.equal(
      recovery.updated_at,
      sent
        .map((one) => one?.updated_at ?? '')
        .toSorted()
        .at(-1),
    );
  });

  test('starts when the index cannot lag any more, and else passes once more', async () => {
    const writes = [saveDelivery(deliveryOfEvent(anEvent(), 'failed'))];
    const early = { ...aRecovery(), scheduled_at: now.toISOString() };
    const { recovery, reported, goesOn } = await recovering({ writes, recovery: early });
    assert.deepEqual([reported.map(({ status }) => status), goesOn], [['running', 'completed'], 1]);
    assert.deepEqual([recovery.matched, recovery.sent], [1, 1]);
  });

  test('sends what the index listed too late by a second pass, once the index cannot lag any more', async () => {
    const [listed, late] = [
      deliveryOfEvent(anEvent(), 'failed'),
      deliveryOfEvent(anEvent(), 'failed'),
    ];
    const memory = testDatabase([
      ...saveWebhook(webhook),
      saveDelivery(listed),
      saveRecovery(aRecovery()),
    ]);
    const { db } = memory;
    memory.lagging();
    memory.give(saveDelivery(late));
    const notified: string[] = [];
    /** A visit at its time, and what the recovery is then. */
    const visited = async () => {
      const { scheduled_at } = await readRecovery(db, tenant_id, id);
      mock.timers.setTime(Math.max(Date.now(), Date.parse(scheduled_at)));
      await visit(id, memory.connection, db, async (all) => {
        for (const { message } of all)
          notified.push(message.kind === 'delivery' ? message.delivery_id : message.kind);
      });
      return readRecovery(db, tenant_id, id);
    };
    const first = await visited();
    assert.deepEqual([first.status, first.sent, notified], ['completed', 1, [listed.id]]);
    assert.equal(Date.parse(first.scheduled_at) - now.getTime(), durations.index_lag_ms);
    memory.caughtUp();
    const second = await visited();
    assert.deepEqual([second.status, second.sent, second.matched], ['completed', 2, 2]);
    assert.deepEqual([notified, second.version], [[listed.id, late.id], first.version + 1]);
    assert.equal(
      memory.find(recoveryKey(tenant_id, id))?.scheduled_at,
      undefined,
      'nothing is scheduled any more',
    );
    assert.deepEqual(await visited(), second);
  });

  test('that finds nothing in its second pass shows no change, and passes once more if it was notified too early', async () => {
    const memory = testDatabase([...saveWebhook(webhook), saveRecovery(aRecovery())]);
    const visitAt = async (ms: number) => {
      mock.timers.setTime(now.getTime() + ms);
      await visit(id, memory.connection, memory.db, async () => undefined);
      return readRecovery(memory.db, tenant_id, id);
    };
    const first = await visitAt(durations.recovery_lag_ms);
    assert.deepEqual(await visitAt(durations.index_lag_ms - 1), first);
    const { version, updated_at, passes_again } = await visitAt(durations.index_lag_ms);
    assert.deepEqual(
      { version, updated_at, passes_again },
      { ...pick(first), passes_again: undefined },
    );
  });

  test('takes those of its types and its time alone', async () => {
    const [ours, other] = [anEvent('card.frozen'), anEvent('customer.created')];
    const writes = [ours, other].map((one) => saveDelivery(deliveryOfEvent(one, 'failed')));
    const { notified } = await recovering({
      writes,
      recovery: aRecovery({ event_types: ['card.*'] }),
    });
    assert.deepEqual(notified, [deliveryOfEvent(ours, 'failed').id]);
    const late = await recovering({ writes, recovery: aRecovery({ since: now.toISOString() }) });
    assert.deepEqual(
      [late.notified, late.recovery.status, late.recovery.matched],
      [[], 'completed', 0],
    );
  });
});

describe('a recovery whose webhook', () => {
  test('is disabled on the way fails, and says why', async () => {
    const disabled = saveWebhook({ ...webhook, status: 'disabled' });
    const writes = [...disabled, saveDelivery(deliveryOfEvent(anEvent(), 'failed'))];
    const { recovery, notified } = await recovering({ writes, recovery: aRecovery() });
    assert.deepEqual([recovery.status, recovery.sent, notified], ['failed', 0, []]);
    assert.equal(recovery.status_reason, 'Its webhook is disabled; enable it first.');
  });

  test('was disabled or deleted with an open breaker fails too: nobody closes that', async () => {
    const open = saveHealth(webhook, { ...noHealth, state: 'open' }, now);
    const gone = deleteWebhookItems(webhook, now);
    for (const [writes, reason] of [
      [
        saveWebhook({ ...webhook, status: 'disabled' }),
        'Its webhook is disabled; enable it first.',
      ],
      [gone, 'Its webhook was deleted.'],
    ] as const) {
      const { recovery } = await recovering({ writes: [...writes, open], recovery: aRecovery() });
      assert.deepEqual([recovery.status, recovery.status_reason], ['failed', reason]);
    }
  });

  test('is disabled while a batch is looked at sends nothing of it', async () => {
    const meanwhile = saveWebhook({ ...webhook, status: 'disabled' });
    const writes = [saveDelivery(deliveryOfEvent(anEvent(), 'failed'))];
    const { recovery, notified, kills } = await recovering({
      writes,
      recovery: aRecovery(),
      meanwhile,
    });
    assert.deepEqual([recovery.status, recovery.sent, notified, kills], ['failed', 0, [], 0]);
  });
});

test('a recovery that an invocation has no time for is notified again at once', async () => {
  const memory = testDatabase([...saveWebhook(webhook), saveRecovery(aRecovery())]);
  const sent: object[] = [];
  await visit(id, memory.connection, memory.db, async (all) => void sent.push(...all), 2_500);
  const message = { kind: 'recovery', tenant_id, webhook_id: webhook.id, recovery_id: id };
  assert.deepEqual(sent, [{ message }]);
});

test('a recovery that an invocation had to leave goes on when the sweeper notifies it, which moves it ahead before', async () => {
  const pass = { started_at: since, cursor: 'dlv_~', moved: true };
  const failed = deliveryOfEvent(anEvent(), 'failed');
  const writes = [
    ...saveWebhook(webhook),
    saveDelivery(failed),
    saveRecovery({ ...aRecovery(), pass }),
  ];
  const memory = testDatabase(writes);
  const key = recoveryKey(tenant_id, id);
  const scheduled_at = String((await memory.db.get(key))?.scheduled_at);
  const [due = assert.fail()] = await scheduledWork(memory.db, [{ key, scheduled_at }]);
  memory.give(postponed(due, new Date(now.getTime() + 150_000)));
  await visit(id, memory.connection, memory.db, async () => undefined);
  assert.equal((await readRecovery(memory.db, tenant_id, id)).sent, 1);
});

describe('nothing is read or sent by a worker that is notified of a recovery', () => {
  const resting = { started_at: since, cursor: 'dlv_9', moved: true };
  for (const [which, over, health] of [
    ['that is canceled', { status: 'canceled' }, {}],
    [
      'that rests, and goes on later',
      { pass: resting, scheduled_at: new Date(now.getTime() + 1).toISOString() },
      {},
    ],
    ['whose endpoint has an open breaker', {}, { state: 'open' }],
  ] as const)
    test(which, () =>
      leavesAlone(
        { ...aRecovery(), ...over },
        saveHealth(webhook, { ...noHealth, ...health }, now),
      ),
    );

  const leavesAlone = async (recovery: Recovery, health: Write) => {
    const writes = [
      ...saveWebhook(webhook),
      health,
      saveDelivery(deliveryOfEvent(anEvent(), 'failed')),
    ];
    const memory = testDatabase([...writes, saveRecovery(recovery)], {
      before: ({ operation }) => assert.ok(['Get', 'BatchGet'].includes(operation), operation),
    });
    await visit(id, memory.connection, memory.db, async () => assert.fail('it notified'));
    assert.equal((await readRecovery(memory.db, tenant_id, id)).status, recovery.status);
  };
});
