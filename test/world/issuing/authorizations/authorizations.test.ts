import '../../process.ts';
import assert from 'node:assert/strict';
import type { Card } from '../../../../functions/issuing/cards/model.ts';
import { until } from '../../../../local/test/helpers/until.ts';
import { done, seen } from '../../../helpers/call.ts';
import { purchase } from '../../../helpers/examples/cards.ts';
import { aCard, aCardholder, aCardToSpend, aStoredCard } from '../../../helpers/fixtures/cards.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const tenant = await (await world()).aBusiness();

/** A card that may spend a thousand a day. */
const limited = (): Promise<Card> => {
  const limits = [{ interval: 'daily', amount: 1_000 }] as const;
  return aCardToSpend(tenant, { spending_controls: { ...aCard().spending_controls, limits } });
};
const asked = ({ id }: Card, over: object): Promise<Any> =>
  done(tenant, `/simulations/cards/${id}/authorize`, { ...purchase, ...over });
const declined = async (card: Card, over: object): Promise<string | null> =>
  (await asked(card, over)).decline_reason;

describe('an authorization', () => {
  const capture = ({ id }: Any, body: object): Promise<Any> =>
    done(tenant, `/simulations/authorizations/${id}`, body);
  const listed = async (card: Card, query = ''): Promise<string[]> =>
    (await seen(tenant, `/cards/${card.id}/authorizations${query}`)).data.map(({ id }: Any) => id);
  const reported = async ({ id }: Any): Promise<string[]> =>
    (await seen(tenant, `/events?resource_id=${id}`)).data.map(({ type }: Any) => type);

  test('is recorded, approved or not, listed, and has an event', async () => {
    const card = await limited();
    const approved = await asked(card, { amount: 1_000, merchant_name: 'Corner Shop' });
    const refused = await asked(card, { amount: 1 });
    assert.deepEqual(await seen(tenant, `/authorizations/${approved.id}`), approved);
    assert.deepEqual(approved.merchant, {
      name: 'Corner Shop',
      category: purchase.category,
      country: purchase.country,
      network_id: null,
    });
    assert.deepEqual(
      [refused.status, refused.decline_reason, refused.merchant.name],
      ['closed', 'daily_limit_exceeded', null],
    );
    await until(async () => (await listed(card)).length === 2, 'both are listed');
    assert.deepEqual(await listed(card), [refused.id, approved.id]);
    assert.deepEqual(await listed(card, '?approved=false'), [refused.id]);
    assert.deepEqual(await listed(card, '?status=pending&approved=true'), [approved.id]);
    assert.deepEqual(await reported(approved), ['card.authorization_approved']);
    assert.deepEqual(await reported(refused), ['card.authorization_declined']);
  });

  test('keeps the limit of its decision, whatever the card may spend later', async () => {
    const card = await limited();
    const approved = await asked(card, { amount: 900 });
    const refused = await asked(card, { amount: 101 });
    const limitsOf = (one: Any) => {
      const { object, interval, limit, spent, left } = one.limit_at_decision;
      return { object, interval, limit, spent, left };
    };
    const daily = { object: 'card_limit', interval: 'daily', limit: 1_000 };
    await capture(approved, { status: 'reversed' });
    const limits = [{ interval: 'daily', amount: 5_000 }];
    const raised = await tenant.call({
      method: 'PATCH',
      path: `/cards/${card.id}`,
      body: { spending_controls: { limits } },
    });
    assert.equal(raised.status, 200, raised.text);
    const [first, second] = await Promise.all(
      [approved, refused].map(({ id }) => seen(tenant, `/authorizations/${id}`)),
    );
    assert.deepEqual(limitsOf(first), { ...daily, spent: 0, left: 1_000 });
    assert.deepEqual(limitsOf(second), { ...daily, spent: 900, left: 100 });
    const frozen = await aCardToSpend(tenant, { state: 'frozen' });
    assert.equal((await asked(frozen, { amount: 1 })).limit_at_decision, null);
  });

  test('of any card of the business is in one list, by its customer, its reason or whether it was approved', async () => {
    const { id: customer_id } = await aCardholder(tenant, ['virtual_cards']);
    const card = await aStoredCard(tenant, {
      customer_id,
      spending_controls: (await limited()).spending_controls,
    });
    const other = await limited();
    const approved = await asked(card, { amount: 1_000 });
    const refused = await asked(card, { amount: 1 });
    const elsewhere = await asked(other, { amount: 2 });
    const found = async (query: string): Promise<string[]> =>
      (await seen(tenant, `/authorizations?${query}`)).data.map(({ id }: Any) => id);
    assert.deepEqual(await found('limit=3'), [elsewhere.id, refused.id, approved.id]);
    assert.deepEqual(await found(`customer_id=${customer_id}`), [refused.id, approved.id]);
    const declinedOnes = await found(
      'decline_reason=daily_limit_exceeded&approved=false&status=closed',
    );
    assert.ok(declinedOnes.includes(refused.id) && !declinedOnes.includes(approved.id));
    assert.deepEqual(await found(`customer_id=${customer_id}&approved=true`), [approved.id]);
    const stranger = await (await world()).aBusiness();
    assert.deepEqual((await seen(stranger, '/authorizations')).data, []);
  });

  test('that is captured in part or reversed gives back what was not taken', async () => {
    const card = await limited();
    const one = await asked(card, { amount: 600 });
    const other = await asked(card, { amount: 400 });
    const captured = await capture(one, { status: 'closed', captured_amount: 450 });
    assert.deepEqual(
      [captured.status, captured.amount, captured.captured_amount],
      ['closed', 600, 450],
    );
    assert.equal(await declined(card, { amount: 151 }), 'daily_limit_exceeded');
    const reversed = await capture(other, { status: 'reversed' });
    assert.deepEqual(
      reversed.history.map(({ status, amount }: Any) => [status, amount]),
      [
        ['pending', 400],
        ['reversed', 0],
      ],
    );
    assert.deepEqual(await reported(other), [
      'card.authorization_reversed',
      'card.authorization_approved',
    ]);
    assert.equal(await declined(card, { amount: 551 }), 'daily_limit_exceeded');
    assert.equal(await declined(card, { amount: 550 }), null);
  });
});
