import '../../process.ts';
import assert from 'node:assert/strict';
import { statusOf } from '../../../../functions/issuing/cards/transitions.ts';
import { aStoredCard } from '../../../helpers/fixtures/cards.ts';
import { anActiveFeature } from '../../../helpers/fixtures/features.ts';
import { acted, heldCards } from '../../../helpers/held-cards.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const machine = await world();
const { clock } = machine;
const held = heldCards(machine);

/** The cards of a customer are settled in two passes, the later when an index lags no more. */
const settled_ms = 2 * 60_000;

describe('the cards of a customer', () => {
  test('are blocked while it is suspended and then as they were, with one event each', async () => {
    const { tenant, customer_id } = await held.aTenantWithCardholder();
    const active = await aStoredCard(tenant, { customer_id });
    const frozen = await aStoredCard(tenant, { customer_id, state: 'frozen' });
    const stranger = await aStoredCard(tenant, { customer_id: 'cus_other' });
    await acted(tenant, `/customers/${customer_id}/suspend`);
    await clock.advance(1_000);
    for (const card of [active, frozen])
      assert.deepEqual(await held.blockedBy(card), ['customer_suspended', 'feature_suspended']);
    await acted(tenant, `/customers/${customer_id}/reactivate`);
    await clock.advance(settled_ms);
    assert.equal(await held.job(tenant, customer_id), undefined);
    for (const card of [active, frozen]) {
      assert.equal(statusOf(await held.now(card)), card.state);
      assert.deepEqual(await held.eventsOf(card), ['blocked 2', 'unblocked 3']);
    }
    assert.deepEqual([await held.now(stranger), await held.eventsOf(stranger)], [stranger, []]);
  });

  test('are blocked by the feature that they need and no other', async () => {
    const { tenant, customer_id } = await held.aTenantWithCardholder();
    await anActiveFeature(tenant, 'foreign_currency_cards', customer_id);
    const own = await aStoredCard(tenant, { customer_id });
    const foreign = await aStoredCard(tenant, { customer_id, currency: 'EUR' });
    const physical = await aStoredCard(tenant, { customer_id, type: 'physical' });
    await acted(tenant, `/customers/${customer_id}/features/foreign_currency_cards/deactivate`);
    await clock.advance(1_000);
    assert.deepEqual(await held.blockedBy(foreign), ['feature_suspended']);
    assert.deepEqual(await held.blockedBy(physical), ['feature_suspended']);
    assert.deepEqual(await held.blockedBy(own), []);
    await acted(tenant, `/customers/${customer_id}/features/physical_cards/activate`);
    await clock.advance(1_000);
    assert.deepEqual(await held.blockedBy(physical), []);
  });

  test('are closed with it, the blocked and the frozen too', async () => {
    const { tenant, customer_id } = await held.aTenantWithCardholder();
    const cards = [
      await aStoredCard(tenant, { customer_id }),
      await aStoredCard(tenant, { customer_id, state: 'frozen' }),
      await aStoredCard(tenant, {
        customer_id,
        blocks: { customer_suspended: false, feature_suspended: true },
      }),
    ];
    await acted(tenant, `/customers/${customer_id}/close`);
    await clock.advance(settled_ms);
    assert.equal(await held.job(tenant, customer_id), undefined);
    for (const card of cards) {
      const { state, status_reason } = await held.now(card);
      assert.deepEqual([state, status_reason], ['closed', 'customer_closed']);
      assert.deepEqual(await held.eventsOf(card), ['closed 2']);
    }
  });
});
