import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import { commit, StaleDecision } from '../../../../functions/core/dynamodb/commit.ts';
import { scheduledAtOf } from '../../../../functions/core/dynamodb/scheduled-work.ts';
import { writeOne } from '../../../../functions/core/dynamodb/write-one.ts';
import { outOfSync } from '../../../../functions/issuing/cards/model.ts';
import {
  cardAdvanced,
  saveCard,
  saveInternalState,
} from '../../../../functions/issuing/cards/table.ts';
import { transitionCard } from '../../../../functions/issuing/cards/transitions.ts';
import { aBusiness, before, renewable } from '../../../helpers/renewing.ts';
import { putting, testDatabase } from '../../../helpers/test-database.ts';
import { after, beforeEach, describe, test } from '../../../helpers/tests.ts';

const { CARD_RENEWAL_DAYS } = process.env;
beforeEach(() => {
  process.env.CARD_RENEWAL_DAYS = '30';
});
after(() => {
  Object.assign(process.env, { CARD_RENEWAL_DAYS });
});

describe('a card that its business froze', () => {
  const frozen = transitionCard(renewable(), 'freeze', 'other', before(31)).after;

  test('is inactive at its issuer although the issuer makes no cards', async () => {
    const business = aBusiness(frozen, (call) => {
      if (call === 'issue before') throw new ApiError('unavailable');
    });
    await business.step(before(30));
    assert.deepEqual(business.others(), []);
    assert.deepEqual(
      [business.pushed.get(frozen.id), business.card().issuer_sync.status],
      ['inactive', 'synced'],
    );
    assert.equal(
      scheduledAtOf(business.itemOf(frozen.id)),
      before(90).toISOString(),
      'the renewal is still due',
    );
  });

  test('is renewed by a frozen one, here and at the issuer', async () => {
    const business = aBusiness(frozen);
    await business.step(before(30));
    const [next = assert.fail()] = business.others();
    const shown = [next.state, next.status_reason, next.version, next.issuer_sync.status];
    assert.deepEqual(shown, ['frozen', 'other', 1, 'pending']);
    assert.equal(scheduledAtOf(business.itemOf(next.id)), before(30).toISOString());
    await business.step(before(30), next.id);
    assert.deepEqual(
      [business.pushed.get(next.id), business.card(next.id).issuer_sync.status],
      ['inactive', 'synced'],
    );
  });
});

describe('a renewal that is killed', () => {
  /** The calls of one renewal, each before and after it has its effect. */
  const callsOf = async (): Promise<string[]> => {
    const calls: string[] = [];
    await aBusiness(renewable(), (call) => void calls.push(call)).step(before(30));
    return calls;
  };

  for (const sweeps of [false, true])
    test(`at each call has one next card in the end, ${sweeps ? 'after its order was canceled' : 'when it is repeated'}`, async () => {
      const calls = await callsOf();
      assert.ok(
        calls.includes('issue before') &&
          calls.filter((call) => call === 'TransactWrite after').length === 2,
      );
      for (const [nth] of calls.entries()) {
        let at = 0;
        const business = aBusiness(renewable(), () => {
          if (at++ === nth) throw new Error('killed');
        });
        await assert.rejects(business.step(before(30)), /killed/);
        const later = before(30, 600_000);
        if (sweeps) await business.sweepOrders(later);
        await business.step(later);
        await business.step(later);
        const [next = assert.fail(), ...more] = business.others();
        const found = [
          more,
          business.issued().map(({ id }) => id),
          business.card().replaced_by,
          business.orders(),
        ];
        assert.deepEqual(found, [[], [next.id], next.id, []], `${nth} ${calls[nth]}`);
        assert.deepEqual(business.events(), ['card.created', 'card.replaced']);
      }
    });
});

test('of what is saved beside the version, the second of two at once is stale: no step is lost', async () => {
  const card = renewable();
  const synced = saveInternalState(card, {
    issuer_sync: { ...card.issuer_sync, scheduled_at: before(50).toISOString() },
  });
  for (const [first, second] of [
    [cardAdvanced(card, before(0).toISOString()), synced],
    [synced, saveInternalState(card, { renews_at: before(30).toISOString() })],
    [
      saveInternalState(card, { renews_at: before(30).toISOString() }),
      cardAdvanced(card, before(0).toISOString()),
    ],
  ] as const) {
    const { connection } = testDatabase([saveCard(card)]);
    const deadline = { now: before(60), deadline: Date.now() + 60_000 };
    await writeOne(connection, first ?? assert.fail(), deadline);
    await assert.rejects(writeOne(connection, second ?? assert.fail(), deadline), StaleDecision);
  }
});

test('of a save beside the version and a change at once the change is stale, whatever was saved', async () => {
  const card = renewable();
  const frozen = transitionCard(card, 'freeze', null, before(50)).after;
  for (const internal of [
    { issuer_sync: outOfSync(card.issuer_sync, before(50)) },
    { renews_at: before(30).toISOString() },
    { advanced_to: before(0).toISOString() },
  ]) {
    const { connection } = testDatabase([saveCard(card)]);
    const deadline = { now: before(60), deadline: Date.now() + 60_000 };
    await writeOne(connection, saveInternalState(card, internal), deadline);
    const change = { writes: [saveCard(frozen, card)], conditions: [] };
    await assert.rejects(commit(connection, change, deadline), StaleDecision);
  }
});

test('a simulated clock reaches the renewal, then the end, and reaching a time twice changes nothing', async () => {
  const business = aBusiness(renewable());
  const now = new Date('2026-11-20T12:00:00.000Z');
  const reach = (until: Date) => {
    const write = cardAdvanced(business.card(), until.toISOString());
    if (write?.kind === 'set')
      business.give(
        putting(write.key, { ...business.itemOf(business.card().id), ...write.values }),
      );
    return write !== undefined;
  };
  assert.equal(reach(before(100)), false);
  assert.ok(reach(before(20)));
  assert.equal(reach(before(20)), false);
  assert.ok(
    (scheduledAtOf(business.itemOf(business.card().id)) ?? '') <= now.toISOString(),
    'it is due at once',
  );
  await business.step(now);
  await business.step(now);
  assert.deepEqual([business.others().length, business.card().state], [1, 'active']);
  assert.ok(reach(before(0)));
  await business.step(now);
  assert.deepEqual([business.card().state, business.card().status_reason], ['closed', 'expired']);
});
