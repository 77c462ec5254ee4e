import assert from 'node:assert/strict';
import { cardKeys, saveCard } from '../../../../functions/issuing/cards/table.ts';
import { anIssuer, limitedTo } from '../../../helpers/an-issuer.ts';
import { aNotice } from '../../../helpers/fixtures/authorizations.ts';
import { aCard, now } from '../../../helpers/fixtures/cards.ts';
import { putting } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { capture, closed, created, leftOf, refund } from '../../../helpers/transactions.ts';

describe('a transaction of an authorization', () => {
  test('is recorded after as many attempts as others change what was spent', async () => {
    let races = 0;
    const raced = () => {
      const { counters, version } = issuer.find(spendingKey) ?? assert.fail();
      if (races++ < 8)
        issuer.give(putting(spendingKey, { counters, version: Number(version) + 1 }));
      return undefined;
    };
    let before = (): undefined => undefined;
    const issuer = anIssuer({}, { before: () => before() });
    const spendingKey = cardKeys.spending(aCard().tenant_id, aCard().counted_with);
    await issuer.asks();
    before = raced;
    const { captured_amount } = (await issuer.notifies(closed(capture(60)))) ?? assert.fail();
    assert.deepEqual([captured_amount, await issuer.spent(), races], [60, 60, 9]);
  });

  test('is recorded once where forty come at once', async () => {
    const issuer = anIssuer();
    await issuer.asks();
    const all = Array.from({ length: 40 }, (_, nth) =>
      capture(1, { issuer_reference: `ipi_${nth}` }),
    );
    await Promise.all(all.map((one) => issuer.notifies(aNotice({ transactions: [one] }))));
    const [authorization] = await issuer.all();
    assert.equal(authorization?.captured_amount, 40);
    assert.equal(new Set(authorization?.transactions.map(({ id }) => id)).size, 40);
    assert.equal((await issuer.eventTypes()).filter((type) => type === created).length, 40);
  });

  test('is recorded with it in one transaction, moves what was held, and is published', async () => {
    const issuer = anIssuer();
    const { authorization } = await issuer.asks();
    issuer.trips.length = 0;
    const after = await issuer.notifies(closed(capture(60)));
    assert.deepEqual(issuer.trips, ['batch', 'get', 'commit']);
    const [one, ...others] = await issuer.transactions();
    assert.ok(one && authorization && after);
    assert.deepEqual(
      [one.authorization_id, one.card_id, one.kind, others],
      [authorization.id, aCard().id, 'capture', []],
    );
    assert.deepEqual(after.transactions, [{ id: one.id, kind: 'capture', amount: 60 }]);
    assert.deepEqual(
      [after.captured_amount, after.refunded_amount, await issuer.spent()],
      [60, 0, 60],
    );
    const { customer_id } = aCard();
    const event = {
      type: created,
      sequence: 1,
      resource: { id: one.id, object: 'transaction' },
      customer_id,
    };
    assert.deepEqual(
      (await issuer.events()).filter(({ type }) => type === created),
      [event],
    );
  });

  test('and more than one at once, each once, more than one commit holds', async () => {
    const issuer = anIssuer(limitedTo(10_000));
    await issuer.asks();
    const all = Array.from({ length: 19 }, (_, nth) =>
      capture(nth + 1, { issuer_reference: `ipi_${nth}` }),
    );
    for (let times = 0; times < 2; times++) await issuer.notifies(closed(...all));
    assert.deepEqual([(await issuer.transactions()).length, await issuer.spent()], [19, 190]);
    assert.equal((await issuer.eventTypes()).filter((type) => type === created).length, 19);
  });

  test('that is refunded gives back where the authorization counts, and no more than was captured', async () => {
    const issuer = anIssuer();
    await issuer.asks();
    await issuer.notifies(closed(capture(80)));
    const tomorrow = new Date('2026-11-21T09:00:00.000Z');
    await issuer.asks(
      { issuer_reference: 'iauth_2', created_at: tomorrow.toISOString(), amount: 40 },
      tomorrow,
    );
    await issuer.notifies(
      closed(capture(80), refund(500, { created_at: tomorrow.toISOString() })),
      {},
      tomorrow,
    );
    const { daily, monthly } = (await issuer.spending()).counters;
    assert.deepEqual([daily, monthly.spent], [{ window: '2026-11-21', spent: 40, count: 1 }, 40]);
  });

  test('keeps the day of the network when it becomes known, without an event', async () => {
    const issuer = anIssuer();
    await issuer.notifies(closed(capture()));
    for (const network_date of ['2026-11-22', '2026-11-21', null])
      await issuer.notifies(closed(capture(100, { network_date })));
    const [one] = await issuer.transactions();
    assert.deepEqual(
      [one?.network_date, one?.version, await issuer.spent()],
      ['2026-11-22', 2, 100],
    );
    assert.equal((await issuer.eventTypes()).filter((type) => type === created).length, 1);
  });

  test('is known by the issuer’s name alone, whatever else a notice says of it', async () => {
    const issuer = anIssuer();
    await issuer.reports(capture(70));
    await issuer.notifies(closed(capture(999)));
    await issuer.reports(capture(5));
    const [one] = await issuer.transactions();
    assert.deepEqual([one?.amount, one?.authorization_id, await issuer.spent()], [70, null, 70]);
  });
});

describe('a transaction without an authorization', () => {
  test('counts at its own moment, once, and is no authorization', async () => {
    const issuer = anIssuer(limitedTo(100));
    for (let times = 0; times < 3; times++) await issuer.reports(capture(250));
    assert.deepEqual(
      [await issuer.spent(), await issuer.all(), await issuer.eventTypes()],
      [250, [], [created]],
    );
    assert.equal((await issuer.asks({ amount: 1 })).approved, false);
  });

  test('that is the last payment of a card closes it in the same commit, and one that comes again leaves it so', async () => {
    const single = { cancel_after: { authorizations: 1, date: null } };
    const [forced, alone] = [anIssuer(single), anIssuer(single)];
    for (let times = 0; times < 2; times++) {
      await forced.reports(capture(250));
      // The issuer has approved it without us.
      await alone.notifies(aNotice());
    }
    for (const issuer of [forced, alone]) {
      const item = issuer.find(cardKeys.card(aCard().tenant_id, aCard().id)) ?? assert.fail();
      assert.deepEqual(
        [item.state, item.status_reason, item.version],
        ['closed', 'cancel_after', 2],
      );
      assert.equal(
        (await issuer.asks({ issuer_reference: 'iauth_2' })).authorization?.decline_reason,
        'card_closed',
      );
    }
  });

  test('that is a refund leaves no more than the limit, also where it comes before what is spent', async () => {
    const issuer = anIssuer(limitedTo(100));
    await issuer.reports(refund(70));
    assert.equal(await leftOf(issuer, 100), 100);
    assert.equal((await issuer.asks({ amount: 101 })).approved, false);
    assert.equal((await issuer.asks({ amount: 100, issuer_reference: 'iauth_2' })).approved, true);
    assert.equal(await leftOf(issuer, 100), 70);
  });

  test('of an unknown card is ignored, and of a redacted customer names no merchant', async () => {
    const issuer = anIssuer();
    issuer.give(saveCard(aCard({ cardholder_name: null })));
    await issuer.reports(capture());
    const [one] = await issuer.transactions();
    assert.deepEqual(one?.merchant, {
      name: null,
      category: '5411',
      country: 'GB',
      network_id: null,
    });
    await issuer.notifies(closed(refund(1)), { card_id: 'card_01h455vb4pex5vsknk084sn02q' });
    assert.equal((await issuer.transactions()).length, 1);
  });
});

test('transactions are listed newest first, of a card, a customer and an authorization', async () => {
  const issuer = anIssuer();
  const at = (second: number) => new Date(now.getTime() + second * 1_000).toISOString();
  const { authorization } = await issuer.asks();
  await issuer.notifies(closed(capture(10, { issuer_reference: 'ipi_0', created_at: at(0) })));
  await issuer.reports(capture(10, { issuer_reference: 'ipi_1', created_at: at(1) }));
  const named = async (filter: Parameters<typeof issuer.transactions>[0]) =>
    (await issuer.transactions(filter))
      .map(({ issuer_reference }) => issuer_reference.slice('ipi_'.length))
      .join();
  const { id: card_id, customer_id } = aCard();
  assert.deepEqual(await Promise.all([named({}), named({ card_id }), named({ customer_id })]), [
    '1,0',
    '1,0',
    '1,0',
  ]);
  assert.equal(await named({ authorization_id: authorization?.id }), '0');
  assert.equal(await named({ authorization_id: authorization?.id, card_id: 'card_other' }), '');
  assert.equal(await named({ card_id, customer_id: 'cus_other' }), '');
});
