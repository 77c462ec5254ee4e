import assert from 'node:assert/strict';
import type { Connection, Database } from '../../functions/core/dynamodb/client.ts';
import { storesOf } from '../../functions/core/dynamodb/stores.ts';
import type { Write } from '../../functions/core/dynamodb/writes.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import { makeDelivery } from '../../functions/delivery/deliveries/new-delivery.ts';
import type { notify } from '../../functions/delivery/deliveries/notify.ts';
import {
  newRecovery,
  type Recovery,
  type RecoveryInput,
} from '../../functions/delivery/recoveries/model.ts';
import { readRecovery, saveRecovery } from '../../functions/delivery/recoveries/table.ts';
import { saveWebhook } from '../../functions/delivery/webhooks/table.ts';
import { durations } from './durations.ts';
import { now } from './fixtures/cards.ts';
import { type Appended, anAppendedEvent } from './fixtures/events.ts';
import { aStoredWebhook } from './fixtures/webhooks.ts';
import { testDatabase } from './test-database.ts';
import { mock } from './tests.ts';
import { workAt } from './work.ts';

// Workers read their settings when they are loaded.
const { deliveryRecovery } = await import('../../functions/delivery/recoveries/recover.ts');
const { runJob } = await import('../../functions/core/jobs/run-job.ts');

export const hour_ms = 3_600_000;
/** Since when everything is recovered: since its webhook is there. */
export const since = new Date(now.getTime() - 24 * hour_ms).toISOString();
/** The webhook whose deliveries are recovered. */
export const webhook = aStoredWebhook({ created_at: since });
const { tenant_id } = webhook;
const ids = idsAt(new Date(now.getTime() - hour_ms));
const id = idsAt(now)('recovery');

/** The one recovery of a test, as it is asked for. */
export const aRecovery = (input: Partial<RecoveryInput> = {}): Recovery =>
  newRecovery(
    { scope: 'failed', since, event_types: null, rate_per_second: 100, ...input },
    { id, tenant_id, webhook_id: webhook.id, token: 'first', now, durations },
  ).after;

/** An event of an hour ago, or one that only tests a webhook. */
export const anEvent = (
  type = 'customer.created',
  audience?: 'one webhook',
  resource = { id: 'cus_1', object: 'customer' },
): Appended => {
  const created_at = new Date(now.getTime() - hour_ms).toISOString();
  return anAppendedEvent({ id: ids('event'), tenant_id, created_at, type, resource }, audience);
};

/** The delivery of an event that is over. */
export const deliveryOfEvent = ({ item }: Appended, status: 'failed' | 'suppressed') => {
  const of = { event_id: String(item.event_id), type: String(item.type) };
  const made = makeDelivery(of, webhook, 'automatic', { now, durations });
  return { ...made, status, scheduled_at: null, next_attempt_at: null };
};

type World = {
  readonly writes: readonly Write[];
  readonly recovery: Recovery;
  readonly killedAt?: readonly number[];
  /** The writes of another worker between the first look at it and the next step. */
  readonly meanwhile?: readonly Write[];
};

/** The visit of a worker with the message of a recovery now. */
export const visit = (
  id: string,
  connection: Connection,
  db: Database,
  notification: typeof notify,
  budget_ms = 29_000,
): Promise<void> => {
  const work = workAt(new Date(), { ...storesOf(connection), db }, budget_ms);
  return runJob(
    deliveryRecovery({ tenant_id, webhook_id: webhook.id, recovery_id: id }, notification),
    work,
  );
};

/** A recovery that is continued whenever it is scheduled, until it is over. It is killed at some of its transactions. */
export const recovering = async (
  { writes, recovery, killedAt = [], meanwhile = [] }: World,
  quick = (db: Database) => db,
) => {
  let transactions = 0;
  let kills = 0;
  const killed = (half: number) => {
    if (killedAt.includes(transactions + half)) throw new Error('killed');
  };
  const notified: string[] = [];
  let goesOn = 0;
  const reported: Recovery[] = [];
  const memory = testDatabase([...saveWebhook(webhook), ...writes, saveRecovery(recovery)], {
    before: ({ operation }) => {
      if (operation !== 'TransactWrite') return;
      transactions += 1;
      if (transactions === 1) memory.give(...meanwhile);
      killed(0);
    },
    after: ({ operation }) => {
      if (operation === 'TransactWrite') killed(0.5);
    },
  });
  const db = quick(memory.db);
  const notification: typeof notify = async (all) => {
    const deliveries = all.flatMap(({ message }) =>
      message.kind === 'delivery' ? message.delivery_id : [],
    );
    notified.push(...deliveries);
    goesOn += all.length - deliveries.length;
  };
  const read = () => readRecovery(db, tenant_id, recovery.id);
  for (let visits = 0; (await read()).status === 'running'; visits += 1) {
    assert.ok(visits < 1_000, 'it never ends');
    const { scheduled_at } = await read();
    mock.timers.setTime(Math.max(Date.now(), Date.parse(scheduled_at)) + 1);
    await visit(recovery.id, memory.connection, db, notification).catch((error: Error) => {
      assert.equal(error.message, 'killed');
      kills += 1;
    });
    reported.push(await read());
  }
  return { ...memory, db, notified, goesOn, reported, recovery: await read(), kills };
};
