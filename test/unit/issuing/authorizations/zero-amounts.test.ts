import assert from 'node:assert/strict';
import { newEndpoint } from '../../../../functions/issuing/authorization-endpoints/model.ts';
import {
  endpointKeys,
  saveEndpoint,
} from '../../../../functions/issuing/authorization-endpoints/table.ts';
import { spendingControls } from '../../../../functions/issuing/cards/spending.ts';
import { anIssuer, limitedTo } from '../../../helpers/an-issuer.ts';
import { aNotice } from '../../../helpers/fixtures/authorizations.ts';
import { aCard, now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const { tenant_id } = aCard();
const id = 'authz_endpoint_01jd5fq7k9e8xv3m2n4p6r8t0w';
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

/** A card for so many payments a day, whose business has an endpoint that nobody answers at. */
const aTestedCard = (count = 1) => {
  const velocity_limits = [{ count, interval: 'daily' as const }];
  const issuer = anIssuer({
    spending_controls: spendingControls({ ...limitedTo(1_000), velocity_limits }, 'USD'),
  });
  const counted = async () => (await issuer.spending()).counters.daily;
  return { ...issuer, counted };
};

const withEndpoint = (issuer: ReturnType<typeof anIssuer>) => {
  const key = { encrypted: 'x' };
  const making = { id, tenant_id, key, now };
  issuer.give(
    saveEndpoint(newEndpoint({ url: 'https://127.0.0.1:1/', timeout_ms: 200 }, making).after),
  );
  return issuer;
};

describe('a check of the card, which requests an amount of 0', () => {
  test('is decided by the rules, and the business is not asked', async () => {
    const issuer = withEndpoint(anIssuer());
    for (const nth of [1, 2, 3, 4]) {
      const { approved, authorization } = await issuer.asks({
        amount: 0,
        issuer_reference: `iauth_${nth}`,
      });
      assert.deepEqual(
        [approved, authorization?.decided_by, authorization?.fallback_reason],
        [true, 'rules', null],
      );
    }
    assert.equal(
      await issuer.db.get(endpointKeys.breaker(tenant_id)),
      undefined,
      'nothing has failed',
    );
  });

  test('is declined by the rules', async () => {
    const { approved, authorization } = await withEndpoint(anIssuer({ state: 'frozen' })).asks({
      amount: 0,
    });
    assert.deepEqual([approved, authorization?.decline_reason], [false, 'card_frozen']);
  });

  test('passes a limit of 0, which nothing else passes', async () => {
    const issuer = anIssuer(limitedTo(0));
    assert.equal((await issuer.asks({ amount: 0 })).approved, true);
    const { authorization } = await issuer.asks({ amount: 1, issuer_reference: 'iauth_2' });
    assert.equal(authorization?.decline_reason, 'daily_limit_exceeded');
  });

  test('counts neither an amount nor a payment, however it ends', async () => {
    for (const status of ['closed', 'reversed', 'expired'] as const) {
      const card = aTestedCard();
      await card.asks({ amount: 0 });
      await card.notifies(aNotice({ status, amount: 0 }, 2), { amount: 0 });
      const { spent, count } = await card.counted();
      assert.deepEqual([spent, count, (await card.all())[0]?.status], [0, 0, status]);
    }
  });

  test('that is raised to an amount counts as one payment, asked for or reported', async () => {
    const asked = aTestedCard(2);
    await asked.asks({ issuer_reference: 'iauth_2', amount: 50 });
    await asked.asks({ amount: 0 });
    assert.equal((await asked.raises(100, later(1))).approved, true);
    const reported = aTestedCard(2);
    await reported.asks({ issuer_reference: 'iauth_2', amount: 50 });
    await reported.asks({ amount: 0 });
    await reported.notifies(aNotice({ amount: 100, approvals: 2 }, 2), { amount: 0 });
    for (const card of [asked, reported]) {
      const { spent, count } = await card.counted();
      assert.deepEqual([spent, count], [150, 2]);
      assert.equal((await card.asks({ issuer_reference: 'iauth_3', amount: 1 })).approved, false);
    }
  });

  test('that is raised is declined where the payments of the day are used up', async () => {
    const card = aTestedCard(1);
    await card.asks({ amount: 0 });
    await card.asks({ issuer_reference: 'iauth_2', amount: 50 });
    assert.equal((await card.raises(100, later(1))).approved, false);
    assert.equal((await card.counted()).count, 1);
  });

  test('that is raised and reversed stays one payment', async () => {
    const card = aTestedCard(2);
    await card.asks({ amount: 0 });
    await card.raises(100, later(1));
    await card.notifies(aNotice({ status: 'reversed', amount: 0 }, 3), { amount: 0 });
    const { spent, count } = await card.counted();
    assert.deepEqual([spent, count], [0, 1]);
  });

  test('is not what an authorization becomes that is lowered to 0: it stays one payment', async () => {
    const card = aTestedCard(2);
    await card.asks({ amount: 100 });
    await card.notifies(aNotice({ amount: 0 }, 2));
    await card.notifies(aNotice({ status: 'closed', amount: 0 }, 3));
    const { spent, count } = await card.counted();
    assert.deepEqual([spent, count], [0, 1]);
  });
});
