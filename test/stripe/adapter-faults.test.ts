import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { Stripe } from 'stripe';
import { until } from '../../functions/core/time.ts';
import { cardIssuer } from '../../functions/issuing/issuers/chosen.ts';
import type { IssueRequest } from '../../functions/issuing/issuers/issuer.ts';
import { forgetKey } from '../../functions/issuing/issuers/stripe/client.ts';
import { until as reached } from '../../local/test/helpers/until.ts';
import { issuedOf } from '../helpers/card-issuer-contract.ts';
import { anOrder } from '../helpers/fixtures/cards.ts';
import { apiKeySecret, codeOf, madeFor, sharedStripe } from './account.ts';

const stripe = await sharedStripe();
const issuer = cardIssuer();

const made = (order: IssueRequest) => madeFor(stripe, order);

const makesCardholders = 'POST /v1/issuing/cardholders';
const makesCards = 'POST /v1/issuing/cards';

/** Waits, when it is called, until Stripe has been asked that once more than by now. */
const whenAsked = async (what: string) => {
  const times = async () => (await stripe.known()).seen.filter((one) => one === what).length;
  const before = await times();
  return () => reached(async () => (await times()) > before, `Stripe is asked to ${what}`);
};

/** Has Stripe's library repeat what failed at once, instead of after half a second and more. */
const repeatAtOnce = (t: TestContext): void => {
  t.mock.method(Stripe.prototype, 'getInitialNetworkRetryDelay', () => 0.001);
};

describe('what goes wrong at Stripe', () => {
  const effects = ['lost', 'answer_lost', 'failed', 'done_and_failed', 'too_many'] as const;
  // Longer than one attempt: the next one finds it open.
  const late = { late_ms: 4_500 };
  for (const on of [makesCardholders, makesCards])
    for (const effect of on === makesCards ? [...effects, late] : effects)
      test(`comes to one cardholder and one card in the end: ${on} ${JSON.stringify(effect)}`, async (t) => {
        if (effect !== late) repeatAtOnce(t);
        const order = anOrder();
        await stripe.injectFault({ on, nth: 1, effect });
        await codeOf(issuer.issue(order));
        const { outcome } = await issuer.issue(order);
        assert.equal(outcome, 'issued');
        assert.deepEqual(await made(order), { cardholders: 1, cards: ['active'] });
      });

  test('is found again by looking where Stripe has forgotten the key', async (t) => {
    repeatAtOnce(t);
    const order = anOrder({ ordered_at: new Date(Date.now() - 25 * 3_600_000).toISOString() });
    for (const on of [makesCardholders, makesCards])
      for (let nth = 1; nth <= 3; nth++)
        await stripe.injectFault({ on, nth, effect: 'answer_lost' });
    assert.equal(await codeOf(issuer.issue(order)), 'unavailable');
    await stripe.forget();
    assert.equal(await codeOf(issuer.issue(order)), 'unavailable');
    await stripe.forget();
    assert.equal((await issuer.issue(order)).outcome, 'issued');
    assert.deepEqual(await made(order), { cardholders: 1, cards: ['active'] });
    const { seen } = await stripe.known();
    assert.ok(seen.some((asked) => asked === 'GET /v1/issuing/cards'));
  });

  test('while an order is voided leaves no card, whether it was made or not', async (t) => {
    repeatAtOnce(t);
    for (const effect of ['lost', 'answer_lost', 'failed', 'done_and_failed'] as const) {
      const order = anOrder();
      for (let nth = 1; nth <= 3; nth++) await stripe.injectFault({ on: makesCards, nth, effect });
      await codeOf(issuer.issue(order));
      await issuer.void(order.id);
      assert.deepEqual(await issuer.issue(order), { outcome: 'voided' });
      const { cards } = await made(order);
      assert.ok(
        cards.every((status) => status === 'canceled'),
        `${effect}: ${cards}`,
      );
    }
  });

  test('slowly while an order is voided leaves no card: the order answers that it is voided', async () => {
    const order = anOrder();
    await stripe.injectFault({ on: makesCards, nth: 1, effect: 'held' });
    const asked = await whenAsked(makesCards);
    const issuing = issuer.issue(order);
    await asked();
    // A void asks for the same card, and again while the order is open.
    const askedAgain = await whenAsked(makesCards);
    const voiding = issuer.void(order.id);
    await askedAgain();
    await stripe.release();
    await voiding;
    assert.deepEqual(await issuing, { outcome: 'voided' });
    assert.deepEqual(await made(order), { cardholders: 1, cards: ['canceled'] });
  });

  test('slowly while a newer version is sent ends in the newer one', async () => {
    const order = anOrder();
    const { issuer_reference: reference } = issuedOf(await issuer.issue(order));
    const changes = `${makesCards}/${reference}`;
    const reported = {
      reference,
      id: order.id,
      cancellation_reason: null,
      limits: order.limits,
      currency: 'USD',
    } as const;
    await stripe.injectFault({ on: changes, nth: 1, effect: 'held' });
    const asked = await whenAsked(changes);
    const pushing = issuer.push({ ...reported, version: 2, status: 'inactive' });
    await asked();
    await issuer.push({ ...reported, version: 3, status: 'active' });
    await stripe.release();
    await pushing;
    assert.deepEqual((await made(order)).cards, ['active']);
  });

  test('is a key that is rejected, of live, or none: it is read again, and never part of an error', async () => {
    const known = stripe.secrets.get(apiKeySecret) ?? assert.fail();
    stripe.secrets.set(apiKeySecret, { current: 'sk_test_revoked' });
    forgetKey();
    const order = anOrder();
    await assert.rejects(
      issuer.issue(order),
      /^Error: Stripe rejects our requests: StripeAuthenticationError$/,
    );
    stripe.secrets.set(apiKeySecret, { current: 'rk_live_of_live' });
    process.env.ENVIRONMENT = 'sandbox';
    await assert.rejects(
      issuer.issue(order),
      /^Error: the key of Stripe is of live, and this is the sandbox$/,
    );
    forgetKey();
    stripe.secrets.delete(apiKeySecret);
    await assert.rejects(issuer.issue(order), /names no secret/);
    forgetKey();
    stripe.secrets.set(apiKeySecret, known);
    assert.equal((await issuer.issue(order)).outcome, 'issued');
  });
});

describe('a process that is killed before any of its calls', () => {
  /** Does something until it wants to make its n-th call, to whomever; says whether it came so far. */
  const killedAt = async (nth: number, doing: () => Promise<unknown>): Promise<boolean> => {
    const dying = new AbortController();
    let calls = 0;
    const now = () => {
      calls += 1;
      if (calls >= nth) dying.abort();
      return new Date(calls < nth ? 0 : 2);
    };
    const deadline = { now: new Date(0), deadline: 1 };
    await until(deadline, { now }, dying.signal, doing).catch(() => undefined);
    return calls >= nth;
  };

  test('leaves one cardholder and one card to a retry, or none to a void', async () => {
    let deaths = 0;
    for (let nth = 1; ; nth++) {
      const [again, voided] = [anOrder(), anOrder()];
      const died = await killedAt(nth, () => issuer.issue(again));
      if (!died) break;
      deaths += 1;
      await killedAt(nth, () => issuer.issue(voided));
      assert.equal((await issuer.issue(again)).outcome, 'issued');
      assert.deepEqual(await made(again), { cardholders: 1, cards: ['active'] });
      await issuer.void(voided.id);
      const { cardholders, cards } = await made(voided);
      assert.ok(
        cardholders <= 1 && cards.every((status) => status === 'canceled'),
        `${nth}: ${cards}`,
      );
    }
    assert.ok(deaths >= 6, `${deaths} calls`);
  });

  test('while it voids or pushes leaves the rest to the next one', async () => {
    for (let nth = 1; ; nth++) {
      const order = anOrder();
      const { issuer_reference: reference } = issuedOf(await issuer.issue(order));
      const pushed = {
        reference,
        id: order.id,
        version: 2,
        status: 'inactive',
        cancellation_reason: null,
      } as const;
      const push = () => issuer.push({ ...pushed, limits: order.limits, currency: 'USD' });
      const pushing = await killedAt(nth, push);
      await push();
      assert.deepEqual((await made(order)).cards, ['inactive']);
      const voiding = await killedAt(nth, () => issuer.void(order.id));
      await issuer.void(order.id);
      assert.deepEqual((await made(order)).cards, ['canceled']);
      if (!pushing && !voiding) break;
    }
  });
});
