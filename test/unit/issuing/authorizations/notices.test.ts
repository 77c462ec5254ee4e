import assert from 'node:assert/strict';
import { anIssuer, limitedTo } from '../../../helpers/an-issuer.ts';
import { aNotice, aTransactionNotice } from '../../../helpers/fixtures/authorizations.ts';
import { describe, test } from '../../../helpers/tests.ts';

describe('an issuer’s notice', () => {
  const reversed = aNotice({ status: 'reversed', amount: 0 });

  test('of a reversal gives the amount back, once', async () => {
    const issuer = anIssuer(limitedTo(100));
    await issuer.asks();
    assert.equal((await issuer.asks({ issuer_reference: 'iauth_2' })).approved, false);
    assert.equal((await issuer.notifies(reversed))?.status, 'reversed');
    assert.equal((await issuer.notifies(reversed))?.version, 2);
    assert.equal(await issuer.spent(), 0);
    assert.ok((await issuer.asks({ issuer_reference: 'iauth_3' })).approved);
    const events = ['approved', 'declined', 'reversed', 'approved'].map(
      (what) => `card.authorization_${what}`,
    );
    assert.deepEqual((await issuer.eventTypes()).toSorted(), events.toSorted());
  });

  test('takes two round trips, a third where another amount counts, and one where it is known', async () => {
    const issuer = anIssuer();
    await issuer.asks();
    issuer.trips.length = 0;
    const more = aTransactionNotice({ issuer_reference: 'ipi_2', amount: 30 });
    await issuer.notifies(aNotice({ status: 'closed', transactions: [aTransactionNotice()] }));
    assert.ok(issuer.trips.splice(0).length <= 2);
    await issuer.notifies(aNotice({ status: 'closed', transactions: [aTransactionNotice()] }));
    assert.ok(issuer.trips.splice(0).length <= 1);
    await issuer.notifies(
      aNotice({ status: 'closed', transactions: [aTransactionNotice(), more] }),
    );
    assert.ok(issuer.trips.length <= 3);
  });

  test('of an amount that was raised counts it, though it is above the limit', async () => {
    const issuer = anIssuer(limitedTo(120));
    await issuer.asks();
    await issuer.notifies(aNotice({ amount: 150 }));
    assert.equal(await issuer.spent(), 150);
    assert.equal((await issuer.asks({ issuer_reference: 'iauth_2', amount: 1 })).approved, false);
  });

  test('on the next day changes no newer window, and those that continue', async () => {
    const issuer = anIssuer();
    await issuer.asks();
    const tomorrow = new Date('2026-11-21T09:00:00.000Z');
    await issuer.asks(
      { issuer_reference: 'iauth_2', created_at: tomorrow.toISOString(), amount: 40 },
      tomorrow,
    );
    await issuer.notifies(reversed, {}, tomorrow);
    const { daily, weekly, monthly, yearly, all_time } = (await issuer.spending()).counters;
    assert.deepEqual(daily, { window: '2026-11-21', spent: 40, count: 1 });
    assert.deepEqual(
      [weekly, monthly, yearly, all_time].map(({ spent }) => spent),
      [40, 40, 40, 40],
    );
  });

  test('of what was never requested here is recorded as it is, counted, and has an event', async () => {
    const issuer = anIssuer({ state: 'frozen' });
    const recorded = await issuer.notifies(aNotice());
    assert.deepEqual(
      [recorded?.approved, recorded?.status, await issuer.spent()],
      [true, 'pending', 100],
    );
    assert.deepEqual(await issuer.asks({ amount: 1 }), { approved: true, authorization: recorded });
    assert.deepEqual(await issuer.eventTypes(), ['card.authorization_approved']);
  });

  test('of what was never requested here and is over already has every event', async () => {
    const issuer = anIssuer();
    const recorded = await issuer.notifies(reversed);
    assert.deepEqual(
      [recorded?.status, recorded?.version, await issuer.spent()],
      ['reversed', 2, 0],
    );
    const events = (await issuer.events()).map(({ type, sequence }) => [type, sequence]);
    assert.deepEqual(events, [
      ['card.authorization_approved', 1],
      ['card.authorization_reversed', 2],
    ]);
  });

  test('and had declined alone is recorded without counting, also where we had approved', async () => {
    const issuer = anIssuer();
    const declined = aNotice({ approved: false, status: 'closed' });
    const recorded = await issuer.notifies(declined);
    assert.deepEqual([recorded?.decline_reason, await issuer.spent()], ['declined_by_issuer', 0]);
    await issuer.asks({ issuer_reference: 'iauth_2' });
    await issuer.notifies(declined, { issuer_reference: 'iauth_2' });
    assert.equal(await issuer.spent(), 0);
    assert.equal((await issuer.asks({ issuer_reference: 'iauth_2' })).approved, false);
  });

  test('of an unknown card is ignored', async () => {
    const issuer = anIssuer();
    assert.equal(
      await issuer.notifies(aNotice(), { card_id: 'card_01h455vb4pex5vsknk084sn02q' }),
      undefined,
    );
    assert.deepEqual(await issuer.eventTypes(), []);
  });

  test('twice, at once and in any order, beside what it asks, leaves the same in the end', async () => {
    const [first, second] = [30, 60].map((amount) =>
      aTransactionNotice({ amount, issuer_reference: `ipi_${amount}` }),
    );
    assert.ok(first && second);
    const said = [
      aNotice({ amount: 150 }, 1),
      aNotice({ amount: 120, transactions: [first] }, 2),
      aNotice({ status: 'expired', amount: 0, transactions: [first] }, 3),
      aNotice({ status: 'closed', amount: 120, transactions: [first, second] }, 4),
    ];
    const orders = [said, said.toReversed(), [...said.slice(2), ...said, ...said.slice(0, 1)]];
    for (const order of orders)
      for (const asked of [true, false]) {
        const issuer = anIssuer();
        if (asked) await issuer.asks();
        for (const notice of order) await issuer.notifies(notice);
        await Promise.all(order.map((notice) => issuer.notifies(notice)));
        const [one] = await issuer.all();
        assert.deepEqual([one?.status, one?.captured_amount, one?.amount], ['closed', 90, 120]);
        assert.equal(await issuer.spent(), 90);
      }
  });

  for (const when of ['before', 'after'] as const)
    test(`to a function that is killed ${when} its commit has its one effect when it is repeated`, async () => {
      let calls = 0;
      // The first transaction is that of what was asked.
      const killed = () => {
        if (calls++ === 1) throw new Error('killed');
      };
      const issuer = anIssuer({}, { [when]: killed });
      await issuer.asks();
      await assert.rejects(issuer.notifies(reversed), /killed/);
      assert.equal((await issuer.notifies(reversed))?.version, 2);
      const events = ['card.authorization_approved', 'card.authorization_reversed'];
      assert.deepEqual([await issuer.spent(), await issuer.eventTypes()], [0, events]);
    });
});
