import assert from 'node:assert/strict';
import { saveCard } from '../../../../functions/issuing/cards/table.ts';
import { transitionCard } from '../../../../functions/issuing/cards/transitions.ts';
import { anIssuer, limitedTo } from '../../../helpers/an-issuer.ts';
import { aNotice, aTransactionNotice } from '../../../helpers/fixtures/authorizations.ts';
import { aCard, now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const tomorrow = later(86_400);

describe('more for what is held already', () => {
  test('is approved within the limits of the whole amount, counted by the difference, and has an event', async () => {
    const issuer = anIssuer(limitedTo(150));
    await issuer.asks();
    const { approved, authorization } = await issuer.raises(150, later(1));
    assert.deepEqual(
      [approved, authorization?.amount, authorization?.declined_increment],
      [true, 150, null],
    );
    assert.deepEqual(
      authorization?.history.map(({ amount }) => amount),
      [100, 150],
    );
    assert.deepEqual([await issuer.spent(), (await issuer.eventTypes()).length], [150, 2]);
  });

  test('that is above a limit is declined, and what is held stays', async () => {
    const issuer = anIssuer(limitedTo(150));
    await issuer.asks();
    const { approved, authorization } = await issuer.raises(151, later(1));
    const declined_increment = {
      amount: 151,
      decline_reason: 'daily_limit_exceeded',
      at: later(1).toISOString(),
    };
    assert.deepEqual(
      [approved, authorization?.approved, authorization?.amount],
      [false, true, 100],
    );
    assert.deepEqual(authorization?.declined_increment, declined_increment);
    assert.deepEqual(
      [await issuer.spent(), await issuer.eventTypes()],
      [100, ['card.authorization_approved']],
    );
  });

  test('is answered the same again, whatever was spent or captured meanwhile', async () => {
    const issuer = anIssuer(limitedTo(150));
    await issuer.asks();
    const given = await issuer.raises(140, later(1));
    const refused = await issuer.raises(160, later(2));
    await issuer.notifies(aNotice({ amount: 50 }, 3));
    assert.equal((await issuer.raises(160, later(2))).approved, refused.approved);
    await issuer.notifies(aNotice({ status: 'reversed' }, 4));
    assert.deepEqual(
      [given.approved, (await issuer.raises(140, later(1))).approved],
      [true, false],
    );
    assert.equal(await issuer.spent(), 0);
  });

  test('at once is given once', async () => {
    const issuer = anIssuer(limitedTo(150));
    await issuer.asks();
    const answers = await Promise.all([1, 2, 3, 4].map(() => issuer.raises(140, later(1))));
    assert.ok(answers.every(({ approved }) => approved));
    assert.deepEqual(
      [await issuer.spent(), (await issuer.all()).map(({ version }) => version)],
      [140, [2]],
    );
  });

  test('is declined where the card may not pay any more, or the authorization is over', async () => {
    const [frozen, closed] = [anIssuer(), anIssuer()];
    await Promise.all([frozen.asks(), closed.asks()]);
    frozen.give(saveCard(transitionCard(aCard(), 'freeze', null, now).after));
    await closed.notifies(aNotice({ status: 'closed', transactions: [aTransactionNotice()] }));
    for (const issuer of [frozen, closed])
      assert.equal((await issuer.raises(110, later(2))).approved, false);
    assert.deepEqual([await frozen.spent(), await closed.spent()], [100, 100]);
  });

  test('counts on the day on which it is asked for, all of it, and is given back there', async () => {
    const issuer = anIssuer(limitedTo(150));
    await issuer.asks();
    assert.equal((await issuer.raises(151, tomorrow)).approved, false);
    assert.equal((await issuer.raises(150, tomorrow)).approved, true);
    assert.equal(
      (await issuer.asks({ issuer_reference: 'iauth_2', amount: 1 }, tomorrow)).approved,
      false,
    );
    const { counters } = await issuer.spending();
    assert.deepEqual([counters.daily.spent, counters.monthly.spent], [150, 150]);
    await issuer.notifies(
      { ...aNotice({ status: 'reversed' }), at: tomorrow.toISOString() },
      {},
      tomorrow,
    );
    assert.equal((await issuer.spending()).counters.daily.spent, 0);
  });

  test('is decided as a whole if its first part was never requested', async () => {
    const issuer = anIssuer(limitedTo(150));
    assert.equal((await issuer.raises(151)).approved, false);
    assert.deepEqual(
      [await issuer.eventTypes(), await issuer.spent()],
      [['card.authorization_declined'], 0],
    );
  });
});
