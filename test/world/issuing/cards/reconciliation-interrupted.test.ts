import '../../process.ts';
import assert from 'node:assert/strict';
import { reconcileCards } from '../../../../functions/app/jobs/jobs.ts';
import { scheduledAtOf } from '../../../../functions/core/dynamodb/scheduled-work.ts';
import { reconciliationKey } from '../../../../functions/core/jobs/card-reconciliation-table.ts';
import { cardKeys } from '../../../../functions/issuing/cards/table.ts';
import { functionName, queueName } from '../../../../lib/environments.ts';
import { anOrderKey } from '../../../helpers/fixtures/card-orders.ts';
import { aStoredCard, storedCards } from '../../../helpers/fixtures/cards.ts';
import { acted } from '../../../helpers/held-cards.ts';
import { hold, injectFault } from '../../../helpers/injected-faults.ts';
import { afterEach, describe, test } from '../../../helpers/tests.ts';
import { comesTrue, held, machine, stored } from './orders.ts';

const settler = functionName('sandbox', reconcileCards.id);
const queue = queueName('sandbox', 'cards');

/** Many in the soak; enough for several transactions otherwise. */
const cards_many = Number(process.env.SOAK_CARDS ?? 60);

describe('while the worker stands still', () => {
  afterEach(() => machine.mappings.resume(settler));

  describe('the messages of causes change nothing by themselves', () => {
    test('suspend and reactivate that come in the wrong order leave the cards as the customer stands', async () => {
      const { tenant, customer_id } = await held.aTenantWithCardholder();
      const card = await aStoredCard(tenant, { customer_id });
      machine.mappings.pause(settler);
      await acted(tenant, `/customers/${customer_id}/suspend`);
      await acted(tenant, `/customers/${customer_id}/reactivate`);
      const events = await held.tables.events(tenant.tenant_id, customer_id);
      const ofType = (type: string) => events.find((event) => event.type === type)?.event_id;
      for (const type of ['customer.reactivated', 'customer.suspended']) {
        const ids = {
          tenant_id: tenant.tenant_id,
          event_id: ofType(type),
          resource_id: customer_id,
        };
        const body = JSON.stringify({
          detail: { ...ids, type, created_at: new Date().toISOString() },
        });
        const { payload } = await machine.invoke(settler, { Records: [{ messageId: '1', body }] });
        assert.deepEqual(payload, { batchItemFailures: [] });
        assert.deepEqual(await held.blockedBy(card), []);
      }
      machine.mappings.resume(settler);
      await held.settled(tenant, customer_id);
      assert.deepEqual([await held.blockedBy(card), await held.eventsOf(card)], [[], []]);
    });

    test('a lost message is made good, and a duplicate has one effect', async () => {
      for (const effect of ['lose', 'duplicate'] as const) {
        const { tenant, customer_id } = await held.aTenantWithCardholder();
        const card = await aStoredCard(tenant, { customer_id });
        const fault = injectFault(machine, tenant, { service: 'queue', operation: queue, effect });
        await acted(tenant, `/customers/${customer_id}/suspend`);
        await comesTrue(() => fault.hits > 0, effect);
        fault.remove();
        await held.settled(tenant, customer_id);
        assert.deepEqual(await held.eventsOf(card), ['blocked 2'], effect);
      }
    });

    test('one about an unknown customer is ignored', async () => {
      const bodies = [
        {
          detail: {
            tenant_id: 'biz_1',
            event_id: 'evt_1',
            type: 'customer.suspended',
            resource_id: 'cus_1',
            created_at: '2026-01-01T00:00:00.000Z',
          },
        },
        { kind: 'cards_of_customer', tenant_id: 'biz_1', customer_id: 'cus_1' },
        { kind: 'card_order', ...anOrderKey('biz_1') },
      ];
      const Records = bodies.map((body, index) => ({
        messageId: String(index),
        body: JSON.stringify(body),
      }));
      const { payload } = await machine.invoke(settler, { Records });
      assert.deepEqual(payload, { batchItemFailures: [] });
    });
  });

  test('the job outlives every pass that began within a minute of its cause, and a newer cause any older pass', async () => {
    const { tenant, customer_id } = await held.aTenantWithCardholder();
    machine.mappings.pause(settler);
    await acted(tenant, `/customers/${customer_id}/suspend`);
    const first = await held.job(tenant, customer_id);
    const body = JSON.stringify({
      kind: 'cards_of_customer',
      tenant_id: tenant.tenant_id,
      customer_id,
    });
    // As if the cause had come just now: the wait of a minute is a second here.
    const requested_at = new Date(Date.now() + 60_000).toISOString();
    await held.tables.set('resources', reconciliationKey(tenant.tenant_id, customer_id), {
      requested_at,
    });
    await machine.invoke(settler, { Records: [{ messageId: '1', body }] });
    const passed = await held.job(tenant, customer_id);
    assert.ok(
      (scheduledAtOf(passed) ?? '') > requested_at,
      'it is due once the index cannot lag any more',
    );
    assert.notEqual(passed.token, first.token);
    await acted(tenant, `/customers/${customer_id}/reactivate`);
    const renewed = await held.job(tenant, customer_id);
    assert.deepEqual([renewed.pass, renewed.held_until], [null, null]);
    assert.ok(renewed.requested_at < requested_at && renewed.token !== passed.token);
  });

  test('a step that is overtaken by a newer cause does not undo it', async () => {
    const { tenant, customer_id } = await held.aTenantWithCardholder();
    await aStoredCard(tenant, { customer_id });
    machine.mappings.pause(settler);
    await acted(tenant, `/customers/${customer_id}/suspend`);
    const step = { function: settler, operation: 'TransactWriteItems', nth: 1 } as const;
    const slow = hold(machine, tenant, step);
    const body = JSON.stringify({
      kind: 'cards_of_customer',
      tenant_id: tenant.tenant_id,
      customer_id,
    });
    const stepping = machine.invoke(settler, { Records: [{ messageId: '1', body }] });
    await slow.isOnItsWay();
    const requested_at = new Date(Date.now() + 60_000).toISOString();
    const job = reconciliationKey(tenant.tenant_id, customer_id);
    await held.tables.set('resources', job, { requested_at, token: 'of the newer cause' });
    slow.letGo();
    await stepping;
    assert.equal((await held.job(tenant, customer_id)).requested_at, requested_at);
  });
});

describe('many cards', () => {
  for (const effect of ['kill-before', 'kill-after'] as const)
    test(`a customer with ${cards_many} cards is closed completely although its worker is killed on the way: ${effect}`, async () => {
      const { tenant, customer_id } = await held.aTenantWithCardholder();
      const cards = await storedCards(tenant, cards_many, { customer_id });
      const rule = { function: settler, operation: 'TransactWriteItems', effect } as const;
      const faults = [2, 3].map((nth) => injectFault(machine, tenant, { ...rule, nth }));
      await acted(tenant, `/customers/${customer_id}/close`);
      await comesTrue(() => faults.every(({ hits }) => hits > 0), 'it is killed');
      const settled = async () => (await held.job(tenant, customer_id)) === undefined;
      await comesTrue(settled, 'the cards are settled');
      const left = await stored.partition('resources', cardKeys.card(tenant.tenant_id, '').pk);
      assert.deepEqual(new Set(left.map(({ state }) => state)), new Set(['closed']));
      assert.equal(left.length, cards_many);
      const events = (await stored.items('outbox', tenant.tenant_id)).filter(
        ({ type }) => type === 'card.closed',
      );
      assert.deepEqual(
        events.map(({ resource }) => resource.id).toSorted(),
        cards.map(({ id }) => id).toSorted(),
      );
    });
});
