import '../../process.ts';
import assert from 'node:assert/strict';
import { reconcileCards } from '../../../../functions/app/jobs/jobs.ts';
import { fullDurations } from '../../../../functions/core/durations.ts';
import { functionName } from '../../../../lib/environments.ts';
import { done } from '../../../helpers/call.ts';
import { cardsOf } from '../../../helpers/cards.ts';
import { aCardholder, anOrderedCard, storedCards } from '../../../helpers/fixtures/cards.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const { aBusiness, clock, faults, tables } = await world();

/** The sweep has come once, and what it began is done. */
const sweep_ms = 61_000;

/** The wait after a call to the issuer that failed is over, and a sweep has come since. */
const again_ms = fullDurations.issuer_wait_min_ms + sweep_ms;

/** A customer has so many cards; 200 in the soak. */
const held_cards = Number(process.env.HELD_CARDS ?? 30);

const syncOf = async (tenant: Tenant, id: string) => (await cardsOf(tenant).read(id)).issuer_sync;
/** The records of the simulated issuer. */
const recordsOf = async (id: string) => {
  const { status, pushed_version } = await tables.get({ table: 'issuer', pk: id });
  return { status, pushed_version };
};

describe('an issuer', () => {
  test('that is down gets a freeze when it is back; until then the card shows it, and declines immediately', async () => {
    const business = await aBusiness();
    const { id } = await anOrderedCard(business, { type: 'virtual', state: 'active' });
    const isOfIssuer = ({ body }: { body?: Buffer }) =>
      Boolean(body?.includes('-issuer"') && body.includes(id));
    const down = faults.add({
      function: functionName('sandbox', reconcileCards.id),
      operation: 'UpdateItem',
      when: isOfIssuer,
      service: 'dynamodb',
      effect: 'unavailable',
    });
    await done(business, `/cards/${id}/freeze`);
    const body = { amount: 1, currency: 'USD', category: '5411', country: 'US' };
    const asked = await business.call({
      method: 'POST',
      path: `/simulations/cards/${id}/authorize`,
      body,
    });
    assert.deepEqual([asked.body.approved, asked.body.decline_reason], [false, 'card_frozen']);
    await clock.advance(2_000);
    const reported = await syncOf(business, id);
    assert.deepEqual(
      [reported.status, reported.version, reported.error],
      ['pending', 1, 'unreachable'],
    );
    assert.deepEqual(await recordsOf(id), { status: 'active', pushed_version: undefined });
    down.remove();
    await clock.advance(again_ms);
    const { status, version } = await syncOf(business, id);
    assert.deepEqual([status, version], ['synced', 2]);
    assert.deepEqual(await recordsOf(id), { status: 'inactive', pushed_version: 2 });
  });

  test('gets the end of a card whose last day is over, which the sweep closes', async () => {
    const business = await aBusiness();
    const [{ id } = assert.fail()] = await storedCards(business, 1, {
      cancel_after: { authorizations: null, date: '2026-01-01' },
    });
    await clock.advance(sweep_ms);
    const { status, status_reason } = await cardsOf(business).read(id);
    assert.deepEqual([status, status_reason], ['closed', 'cancel_after']);
    assert.equal((await recordsOf(id)).status, 'canceled');
  });

  test(`gets every card when a customer with ${held_cards} of them is suspended and comes back`, async () => {
    const business = await aBusiness();
    const { id: customer_id } = await aCardholder(business, ['virtual_cards']);
    const cards = await storedCards(business, held_cards, { customer_id });
    for (const [verb, status] of [
      ['suspend', 'inactive'],
      ['reactivate', 'active'],
    ]) {
      await done(business, `/customers/${customer_id}/${verb}`);
      await clock.advance(sweep_ms);
      for (const { id } of cards) assert.equal((await recordsOf(id)).status, status);
    }
    for (const { id } of cards) assert.equal((await syncOf(business, id)).status, 'synced');
  });
});
