import assert from 'node:assert/strict';
import { commit, StaleDecision } from '../../../../functions/core/dynamodb/commit.ts';
import type { Recovery } from '../../../../functions/delivery/recoveries/model.ts';
import {
  readWebhookAndRunning,
  reserveRecovery,
  saveRecovery,
} from '../../../../functions/delivery/recoveries/table.ts';
import { saveWebhook } from '../../../../functions/delivery/webhooks/table.ts';
import { aRecovery, webhook } from '../../../helpers/recovering.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { test } from '../../../helpers/tests.ts';

const { tenant_id } = aRecovery();
const deadline = { now: new Date(), deadline: Date.now() + 60_000 };

/** A recovery of the nth webhook of a business. */
const recoveryOf = (nth: number, over: Partial<Recovery> = {}): Recovery => ({
  ...aRecovery(),
  id: `rcv_${nth}`,
  webhook_id: `whk_${nth}`,
  ...over,
});

test('a webhook has one running recovery, and a business five', async () => {
  const { db, give } = testDatabase(saveWebhook(webhook));
  const start = async (recovery: Recovery) => {
    const { running } = await readWebhookAndRunning(db, tenant_id, webhook.id);
    const reserved = reserveRecovery(running, recovery);
    give(reserved, saveRecovery(recovery));
  };
  const rejects = (recovery: Recovery, detail: RegExp) =>
    assert.rejects(start(recovery), (error: { code?: string; details?: { detail?: string } }) => {
      assert.equal(error.code, 'recovery_limit_reached');
      assert.match(error.details?.detail ?? '', detail);
      return true;
    });
  for (const nth of [1, 2, 3]) await start(recoveryOf(nth));
  await rejects(recoveryOf(3, { id: 'rcv_33' }), /rcv_3\b/);
  for (const nth of [4, 5]) await start(recoveryOf(nth));
  await rejects(recoveryOf(6), /rcv_1, rcv_2, rcv_3, rcv_4, rcv_5/);
  for (const status of ['completed', 'canceled', 'failed'] as const) {
    give(saveRecovery(recoveryOf(3, { status })));
    await start(recoveryOf(3));
  }
  await rejects(recoveryOf(6), /rcv_5/);
});

test('of two requests that see the same recoveries one is retried', async () => {
  const { db, connection } = testDatabase(saveWebhook(webhook));
  const { running } = await readWebhookAndRunning(db, tenant_id, webhook.id);
  const reserve = (nth: number) =>
    commit(
      connection,
      { writes: [reserveRecovery(running, recoveryOf(nth))], conditions: [] },
      deadline,
    );
  await reserve(1);
  await assert.rejects(reserve(2), StaleDecision);
});
