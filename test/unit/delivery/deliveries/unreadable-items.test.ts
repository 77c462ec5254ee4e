import assert from 'node:assert/strict';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { UnreadableItem } from '../../../../functions/core/dynamodb/stored-form.ts';
import { storesOf } from '../../../../functions/core/dynamodb/stores.ts';
import type { SingleWrite, Write } from '../../../../functions/core/dynamodb/writes.ts';
import { logger } from '../../../../functions/core/logging.ts';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { pageOfDeliveries } from '../../../../functions/delivery/deliveries/list-table.ts';
import type { Delivery } from '../../../../functions/delivery/deliveries/model.ts';
import {
  probeOf,
  reconcileAndProbeEndpoint,
} from '../../../../functions/delivery/deliveries/probe-endpoint.ts';
import { reconcileAccount } from '../../../../functions/delivery/deliveries/reconcile.ts';
import { saveDelivery } from '../../../../functions/delivery/deliveries/table.ts';
import { untriedHealth } from '../../../../functions/delivery/webhooks/health.ts';
import {
  healthKey,
  noHealth,
  reconcileNow,
  saveHealth,
} from '../../../../functions/delivery/webhooks/health-table.ts';
import {
  findWebhookReconciliation,
  pageOfWebhooks,
  requestWebhookReconciliation,
  saveWebhook,
} from '../../../../functions/delivery/webhooks/table.ts';
import { aStoredDelivery } from '../../../helpers/fixtures/deliveries.ts';
import { aStoredWebhook } from '../../../helpers/fixtures/webhooks.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { beforeEach, describe, mock, test } from '../../../helpers/tests.ts';
import { workAt } from '../../../helpers/work.ts';

const now = new Date();
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const tenant_id = 'biz_1';
const newId = idsAt(now);

const messages: Any[] = [];
mock.method(SQSClient.prototype, 'send', async ({ input: { Entries } }: Any) => {
  messages.push(...Entries.map(({ MessageBody }: Any) => JSON.parse(MessageBody)));
  return {};
});
const logged = mock.method(logger, 'error', () => undefined);
beforeEach(() => {
  messages.length = 0;
  logged.mock.resetCalls();
});
const unreadableLogged = () =>
  logged.mock.calls.filter(({ arguments: all }) =>
    JSON.stringify(all).includes('stored_item_unreadable'),
  );

/** The same write without a field that its item cannot be read without. */
const without = (field: string, write: Write): Write => {
  if (write.kind !== 'put') throw new Error('not a put');
  const { [field]: _lacking, ...item } = write.item as Record<string, unknown>;
  return { ...write, item } as Write;
};

const aWebhook = (slot: string) => aStoredWebhook({ id: newId('webhook'), tenant_id, slot });
const aPaused = (webhook_id: string) =>
  aStoredDelivery({
    id: newId('delivery'),
    tenant_id,
    webhook_id,
    status: 'paused',
    scheduled_at: null,
  });

const stored = (...writes: readonly Write[]) => {
  const memory = testDatabase(writes);
  return { ...memory, work: workAt(now, storesOf(memory.connection)) };
};

const statusesIn = async ({ db }: ReturnType<typeof stored>, deliveries: readonly Delivery[]) =>
  (await db.batch(deliveries.map((one) => saveDelivery(one).key))).map((item) => item?.status);

describe('beside an unreadable delivery', () => {
  const webhook = aWebhook('01');
  const [first, broken, last] = [aPaused(webhook.id), aPaused(webhook.id), aPaused(webhook.id)];
  const deliveries = [
    saveDelivery(first),
    without('attempts_made', saveDelivery(broken)),
    saveDelivery(last),
  ];
  const of = { tenant_id, webhook_id: webhook.id };

  test('the deliveries of its webhook are resumed, and it keeps its status', async () => {
    const health = {
      ...noHealth,
      ...untriedHealth,
      ...reconcileNow(noHealth, minutesAgo(2)),
      version: 0,
    };
    const memory = stored(...saveWebhook(webhook), saveHealth(webhook, health, now), ...deliveries);
    await reconcileAndProbeEndpoint(of, memory.work);
    assert.deepEqual(await statusesIn(memory, [first, broken, last]), [
      'pending',
      'paused',
      'pending',
    ]);
    assert.match(JSON.stringify(unreadableLogged()), /unreadable_items/);
  });

  test('the next readable one is the probe of its endpoint', async () => {
    const open = {
      ...untriedHealth,
      state: 'open',
      next_probe_at: minutesAgo(1).toISOString(),
    } as const;
    const since = {
      since: minutesAgo(9).toISOString(),
      failing_since: minutesAgo(9).toISOString(),
    };
    const health = { ...noHealth, ...open, ...since, probed: first.id };
    const memory = stored(...saveWebhook(webhook), saveHealth(webhook, health, now), ...deliveries);
    const probe = await probeOf(of, memory.work);
    assert.equal(probe?.delivery.id, last.id);
    assert.ok(unreadableLogged().length > 0);
  });

  test('a list shows the others where it may leave it out, and fails otherwise', async () => {
    const memory = stored(...saveWebhook(webhook), ...deliveries);
    const left: UnreadableItem[] = [];
    const leaveOut = (error: UnreadableItem) => void left.push(error);
    const page = await pageOfDeliveries(memory.db, tenant_id, {}, { limit: 10, leaveOut });
    assert.deepEqual(
      page.items.map(({ id }) => id),
      [last.id, first.id],
    );
    assert.match(String(left), new RegExp(`${broken.id} has no attempts_made`));
    await assert.rejects(pageOfDeliveries(memory.db, tenant_id, {}, { limit: 10 }), {
      name: 'UnreadableItem',
    });
  });
});

describe('beside a webhook that cannot be read', () => {
  const [one, other] = [aWebhook('01'), aWebhook('02')];
  const health = { ...noHealth, warnings: 1 };
  const withoutUrl = saveWebhook(one).map((write, at) =>
    at === 0 ? without('created_at', write) : write,
  );
  const broken: readonly [string, readonly Write[]][] = [
    ['itself', [...withoutUrl, saveHealth(one, health, now)]],
    ['by its health', [...saveWebhook(one), without('state', saveHealth(one, health, now))]],
  ];

  for (const [name, writes] of broken)
    test(`${name}, those of its account are reconciled; the job fails and stays scheduled`, async () => {
      const whole: SingleWrite = saveHealth(other, health, now);
      const request = requestWebhookReconciliation(tenant_id, now);
      const memory = stored(...writes, ...saveWebhook(other), whole, request);
      await assert.rejects(reconcileAccount({ tenant_id }, memory.work), {
        name: 'UnreadableItem',
      });
      assert.deepEqual(
        messages.map(({ webhook_id }) => webhook_id),
        [other.id],
      );
      const reset = memory.find(healthKey(tenant_id, other.id));
      assert.ok(reset?.job && reset.warnings === 0);
      assert.notEqual(await findWebhookReconciliation(memory.db, tenant_id), undefined);
    });

  test('a list shows the others where it may leave it out, and fails otherwise', async () => {
    for (const [name, writes] of broken) {
      const { db } = stored(...writes, ...saveWebhook(other), saveHealth(other, health, now));
      const left: string[] = [];
      const page = await pageOfWebhooks(db, tenant_id, {
        limit: 16,
        leaveOut: ({ message }) => void left.push(message),
      });
      assert.deepEqual(
        [page.items.map(({ webhook }) => webhook.id), left.length],
        [[other.id], 1],
        name,
      );
      await assert.rejects(
        pageOfWebhooks(db, tenant_id, { limit: 16 }),
        { name: 'UnreadableItem' },
        name,
      );
    }
  });
});
