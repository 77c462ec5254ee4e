import assert from 'node:assert/strict';
import type { ConditionCheck, Write } from '../../../../functions/core/dynamodb/writes.ts';
import {
  deleteWebhookItems,
  findEndpoint,
  freeSlot,
  pageOfWebhooks,
  saveWebhook,
  subscriptionsOf,
  suspensionUnchanged,
  webhookConditions,
  webhookOf,
  webhooksMax,
} from '../../../../functions/delivery/webhooks/table.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { aStoredWebhook } from '../../../helpers/fixtures/webhooks.ts';
import { itemOf, testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';

const { tenant_id } = aStoredWebhook();
const inSlot = (nth: number) => {
  const slot = String(nth).padStart(2, '0');
  return aStoredWebhook({ id: `whk_${slot}`, slot });
};
const all = Array.from({ length: webhooksMax }, (_, nth) => inSlot(nth + 1));

describe('places', () => {
  test('are taken one by one, are enough for sixteen, and are free again when a webhook is deleted', async () => {
    assert.equal(all.length, 16);
    const { db, give } = testDatabase(all.slice(1).flatMap((webhook) => saveWebhook(webhook)));
    assert.equal(await freeSlot(db, tenant_id), '01');
    give(...saveWebhook(inSlot(1)));
    await assert.rejects(freeSlot(db, tenant_id), { code: 'webhook_limit_reached' });
    give(...deleteWebhookItems(inSlot(7), now));
    assert.equal(await freeSlot(db, tenant_id), '07');
    const { items } = await pageOfWebhooks(db, tenant_id, { limit: 100 });
    assert.deepEqual(
      items.map(({ webhook }) => webhook.id),
      all
        .map(({ id }) => id)
        .filter((id) => id !== 'whk_07')
        .toReversed(),
    );
  });

  test('say what a webhook subscribes to, and are written when that changes alone', async () => {
    const read = inSlot(1);
    const renamed = { ...read, description: 'another', version: 2 };
    assert.equal(saveWebhook(renamed, read).length, 1);
    const disabled_at = now.toISOString();
    const disabled = {
      ...read,
      status: 'disabled',
      disabled_reason: 'requested',
      disabled_at,
      version: 2,
    } as const;
    assert.equal(saveWebhook(disabled, read).length, 2);
    const { db, give } = testDatabase(saveWebhook(read));
    give(...saveWebhook(disabled, read));
    const { readable, unreadable } = await subscriptionsOf(db, tenant_id);
    const [subscription, ...more] = readable;
    assert.deepEqual([more, unreadable], [[], []]);
    const { id, url, status, disabled_reason, created_at, event_types } = disabled;
    assert.deepEqual(subscription, {
      tenant_id,
      id,
      url,
      status,
      disabled_reason,
      disabled_at,
      created_at,
      event_types,
    });
  });
});

test('of a deleted webhook its id stays, since when and until when, and nobody finds it', async () => {
  const [tombstone] = deleteWebhookItems(inSlot(1), now);
  const item = itemOf(tombstone);
  assert.deepEqual(Object.keys(item).toSorted(), ['deleted_at', 'expires_at_s', 'id', 'pk', 'sk']);
  assert.equal(webhookOf(item), undefined);
  const { db } = testDatabase(deleteWebhookItems(inSlot(1), now).slice(0, 1));
  assert.equal((await findEndpoint(db, tenant_id, 'whk_01')).webhook, undefined);
});

test('what rests on a webhook that may be called, or may not, is decided by what is stored of it', () => {
  const of = { tenant_id, webhook_id: 'whk_01' };
  const [enabled] = saveWebhook(inSlot(1));
  const [disabled] = saveWebhook({ ...inSlot(1), status: 'disabled' });
  const holds = (fact: ConditionCheck | undefined, write: Write | undefined) =>
    fact !== undefined && 'attribute' in fact && itemOf(write)[fact.attribute] === fact.is;
  const [callable] = webhookConditions(of);
  const blocked = suspensionUnchanged(tenant_id, 'whk_01', false);
  assert.deepEqual([callable?.key, blocked.key], [enabled?.key, enabled?.key]);
  assert.deepEqual([holds(callable, enabled), holds(callable, disabled)], [true, false]);
  assert.deepEqual([holds(blocked, enabled), holds(blocked, disabled)], [false, true]);
  assert.equal(holds(callable, deleteWebhookItems(inSlot(1), now)[0]), false, 'nor a deleted one');
});
