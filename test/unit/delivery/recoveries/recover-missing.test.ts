import assert from 'node:assert/strict';
import { firstIdAt } from '../../../../functions/core/new-id.ts';
import { saveDelivery } from '../../../../functions/delivery/deliveries/table.ts';
import { deliveriesAt } from '../../../../functions/delivery/recoveries/table.ts';
import { saveWebhook } from '../../../../functions/delivery/webhooks/table.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import {
  anEvent,
  aRecovery,
  deliveryOfEvent,
  hour_ms,
  recovering,
  webhook,
} from '../../../helpers/recovering.ts';
import { after, beforeEach, describe, mock, test } from '../../../helpers/tests.ts';

const { tenant_id } = webhook;

const { id } = aRecovery();

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'], now });
});
after(() => mock.timers.reset());

describe('a recovery of what is missing', () => {
  test('makes what was never made and sends what was suppressed, each once, and leaves the rest alone', async () => {
    const [missing, suppressed, there] = [[anEvent(), anEvent()], anEvent(), anEvent()];
    const test = anEvent('customer.created', 'one webhook');
    const rows = [deliveryOfEvent(suppressed, 'suppressed'), deliveryOfEvent(there, 'failed')];
    const writes = [...missing, suppressed, there, test, ...rows.map((one) => saveDelivery(one))];
    const { notified, recovery, db } = await recovering({
      writes,
      recovery: aRecovery({ scope: 'missing' }),
      killedAt: [1.5],
    });
    const wanted = [...missing, suppressed].map((one) => deliveryOfEvent(one, 'failed').id);
    const made = await deliveriesAt(db, tenant_id, wanted);
    assert.deepEqual(
      made.map((one) => one?.recovery_id),
      [id, id, id],
    );
    assert.deepEqual(
      made.map((one) => one?.status),
      ['pending', 'pending', 'suppressed'],
    );
    assert.deepEqual([recovery.status, recovery.matched, recovery.sent], ['completed', 3, 3]);
    assert.deepEqual(
      notified,
      [],
      'who died before their notification is made good by what is due',
    );
    for (const one of made) assert.notEqual(one?.scheduled_at, null);
    const [untouched] = await deliveriesAt(db, tenant_id, [deliveryOfEvent(there, 'failed').id]);
    assert.equal(untouched?.version, 1);
  });

  test('makes more than one batch reads, without a gap', async () => {
    const missing = Array.from({ length: 250 }, () => anEvent());
    const { recovery, notified, goesOn } = await recovering({
      writes: missing,
      recovery: aRecovery({ scope: 'missing' }),
    });
    assert.deepEqual([recovery.matched, goesOn], [250, 0]);
    const newestFirst = missing.map((one) => deliveryOfEvent(one, 'failed').id).toReversed();
    assert.deepEqual(notified, newestFirst, 'one walk comes by all of them');
  });

  test('takes those of its types that the webhook subscribes to, and not what is published to the others alone', async () => {
    const [ours, other, left, ownFailing] = [
      anEvent('card.frozen'),
      anEvent('card.created'),
      anEvent('customer.created'),
      anEvent('webhook.failing', undefined, { id: webhook.id, object: 'webhook' }),
    ];
    // Since it came its webhook has unsubscribed.
    const rows = [saveDelivery(deliveryOfEvent(left, 'suppressed'))];
    const subscribed = saveWebhook({ ...webhook, event_types: ['card.*', 'webhook.*'] });
    const writes = [...subscribed, ours, other, left, ownFailing, ...rows];
    const idsOf = (...events: readonly (typeof ours)[]) =>
      events.map((one) => deliveryOfEvent(one, 'failed').id);
    const all = await recovering({ writes, recovery: aRecovery({ scope: 'missing' }) });
    assert.deepEqual(all.notified, idsOf(other, ours));
    const event_types = ['card.frozen', 'customer.*'];
    const some = await recovering({
      writes,
      recovery: aRecovery({ scope: 'missing', event_types }),
    });
    assert.deepEqual(some.notified, idsOf(ours));
  });

  test('looks at nothing from before its webhook was there', async () => {
    const created_at = new Date(now.getTime() - hour_ms / 2).toISOString();
    const looked = new Set<string | undefined>();
    await recovering(
      {
        writes: [...saveWebhook({ ...webhook, created_at }), anEvent()],
        recovery: aRecovery({ scope: 'missing' }),
      },
      (db) => ({
        ...db,
        query: (range) => {
          if (range.table === 'outbox') looked.add(range.from);
          return db.query(range);
        },
      }),
    );
    assert.deepEqual([...looked], [firstIdAt('event', new Date(created_at))]);
  });
});
