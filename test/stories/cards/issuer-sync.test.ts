import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reconcileCards } from '../../../functions/jobs/jobs.ts';
import { functionName } from '../../../lib/environments.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { done } from '../../helpers/call.ts';
import { cardsOf } from '../../helpers/cards.ts';
import { aCardholder, anOrderedCard, storedCards } from '../../helpers/fixtures/cards.ts';
import { aTenant, type Tenant } from '../../helpers/fixtures/tenants.ts';
import { tablesOf } from '../../helpers/tables.ts';
import { sharedTimeScaled } from '../../helpers/time-scaled.ts';

const local = await sharedTimeScaled();
const tables = tablesOf(local);

/** A customer has so many cards; 200 in the soak. */
const held_cards = Number(process.env.HELD_CARDS ?? 30);

const syncOf = async (tenant: Tenant, id: string) => (await cardsOf(tenant).read(id)).issuer_sync;
/** What the simulated issuer has in its records. */
const recordsOf = async (id: string) => {
  const { status, pushed_version } = await tables.get({ table: 'issuer', pk: id });
  return { status, pushed_version };
};

describe('an issuer', () => {
  test('that is down gets a freeze when it is back; until then the card shows it, and declines immediately', async () => {
    const tenant = await aTenant(local);
    const { id } = await anOrderedCard(tenant, { type: 'virtual', state: 'active' });
    const isOfIssuer = ({ body }: { body?: Buffer }) => Boolean(body?.includes('-issuer"') && body.includes(id));
    const down = local.faults.add({
      ...{ function: functionName('sandbox', reconcileCards.id), operation: 'UpdateItem', when: isOfIssuer },
      ...{ service: 'dynamodb', effect: 'unavailable' },
    });
    await done(tenant, `/cards/${id}/freeze`);
    const body = { amount: 1, currency: 'USD', category: '5411', country: 'US' };
    const asked = await tenant.call({ method: 'POST', path: `/simulations/cards/${id}/authorize`, body });
    assert.deepEqual([asked.body.approved, asked.body.decline_reason], [false, 'card_frozen']);
    const reported = await until(async () => {
      const sync = await syncOf(tenant, id);
      return sync.error === 'unreachable' && sync;
    }, 'the issuer rejected the state');
    assert.deepEqual([reported.status, reported.version], ['pending', 1]);
    assert.deepEqual(await recordsOf(id), { status: 'active', pushed_version: undefined });
    down.remove();
    const known = async () => (await syncOf(tenant, id)).status === 'synced';
    await until(known, 'the issuer knows');
    assert.equal((await syncOf(tenant, id)).version, 2);
    assert.deepEqual(await recordsOf(id), { status: 'inactive', pushed_version: 2 });
  });

  test('gets the end of a card whose last day is over, which the sweep closes', async () => {
    const tenant = await aTenant(local);
    const [{ id } = assert.fail()] = await storedCards(tenant, 1, {
      cancel_after: { authorizations: null, date: '2026-01-01' },
    });
    await until(async () => (await cardsOf(tenant).read(id)).status === 'closed', 'the card is closed');
    assert.equal((await cardsOf(tenant).read(id)).status_reason, 'cancel_after');
    await until(async () => (await recordsOf(id)).status === 'canceled', 'the issuer has canceled it');
  });

  test(`gets every card when a customer with ${held_cards} of them is suspended and comes back`, async () => {
    const tenant = await aTenant(local);
    const { id: customer_id } = await aCardholder(tenant, ['virtual_cards']);
    const cards = await storedCards(tenant, held_cards, { customer_id });
    for (const [verb, status] of [
      ['suspend', 'inactive'],
      ['reactivate', 'active'],
    ]) {
      await done(tenant, `/customers/${customer_id}/${verb}`);
      for (const { id } of cards)
        await until(async () => (await recordsOf(id)).status === status, `the issuer knows that ${id} is ${status}`);
    }
    for (const { id } of cards)
      await until(async () => (await syncOf(tenant, id)).status === 'synced', `${id} is synced`);
  });
});
