import '../../process.ts';
import assert from 'node:assert/strict';
import { verifyEvent } from '../../../../client/src/webhooks.ts';
import { done, seen } from '../../../helpers/call.ts';
import { purchase } from '../../../helpers/examples/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';
import { aBusinessThat, type Decide, decidedOf } from './deciding.ts';

const { clock } = await world();

describe('a business without funds', () => {
  /** It holds what it approves, once for each question. */
  const aLedger = (funds: number): Decide => {
    const holds = new Map<string, number>();
    return ({ authorization_id, amount }) => {
      const held = [...holds.values()].reduce((sum, one) => sum + one, 0);
      if (held + amount > funds)
        return {
          decision: 'decline',
          reason: 'insufficient_funds',
          metadata: { left: `${funds - held}` },
        };
      holds.set(authorization_id, amount);
      return { decision: 'approve' };
    };
  };

  test('declines by its endpoint, and the authorization says why', async (t) => {
    const { tenant, endpoint, made, asked, spent } = await aBusinessThat(t, aLedger(5_000));
    const [one, other] = [await asked({ amount: 4_250 }), await asked({ amount: 751 })];
    assert.deepEqual(decidedOf(one), [true, null, 'business', null]);
    assert.deepEqual(decidedOf(other), [false, 'declined_by_business', 'business', null]);
    const { response_ms, ...answered } = other.business_response;
    assert.deepEqual(answered, { decision: 'decline', amount: null, reason: 'insufficient_funds' });
    assert.deepEqual(other.metadata, { left: '750' });
    assert.ok(other.decision_ms >= response_ms && response_ms >= 0);
    assert.deepEqual(await seen(tenant, `/authorizations/${other.id}`), other);
    assert.equal(await spent(), 4_250);
    for (const { body, headers, reported } of endpoint.arrivals) {
      assert.deepEqual(verifyEvent(made.secret, body, headers), reported);
      assert.throws(() => verifyEvent(made.secret, `${body} `, headers));
      assert.equal(headers['webhook-id'], reported.id);
    }
    const { created_at, environment, data, ...rest } = (await endpoint.arrived(2)).reported;
    assert.deepEqual(rest, { id: rest.id, type: 'authorization.requested', test: false });
    assert.equal(Date.parse(data.respond_by) - Date.parse(created_at), made.timeout_ms);
    assert.deepEqual(
      [
        environment,
        data.authorization_id,
        data.amount,
        data.approved_amount,
        data.merchant.category,
      ],
      ['sandbox', other.id, 751, 0, purchase.category],
    );
  });

  test('is not asked about what the rules decline', async (t) => {
    const { tenant, card, endpoint, asked } = await aBusinessThat(t, aLedger(5_000));
    await done(tenant, `/cards/${card}/freeze`);
    assert.deepEqual(decidedOf(await asked({})), [false, 'card_frozen', 'rules', null]);
    assert.equal(endpoint.arrivals.length, 0);
  });

  test('is not asked about an amount of 0, with which a merchant checks the card', async (t) => {
    const { endpoint, asked, spent, health } = await aBusinessThat(t, () => undefined, {
      timeout_ms: 150,
    });
    for (let times = 0; times < 4; times++)
      assert.deepEqual(decidedOf(await asked({ amount: 0 })), [true, null, 'rules', null]);
    assert.deepEqual(
      [endpoint.arrivals.length, await spent(), (await health()).open_until],
      [0, 0, null],
    );
  });

  test('approves a part where the merchant takes one, and nothing less elsewhere', async (t) => {
    const { asked, spent } = await aBusinessThat(t, () => ({ decision: 'approve', amount: 600 }));
    const pump = await asked({ amount: 10_000, is_amount_controllable: true });
    assert.deepEqual(
      [pump.approved, pump.amount, pump.requested_amount, await spent()],
      [true, 600, 10_000, 600],
    );
    const shop = await asked({ amount: 10_000 });
    assert.deepEqual(decidedOf(shop), [
      false,
      'authorization_endpoint_failed',
      'fallback',
      'bad_response',
    ]);
  });

  test('rotates its secret, and both sign until the grace ends', async (t) => {
    const { tenant, endpoint, made, asked } = await aBusinessThat(t, aLedger(5_000));
    const { secret } = await done(tenant, `/authorization-endpoints/${made.id}/rotate-secret`, {
      grace_seconds: 60,
    });
    await asked({ amount: 1 });
    const { body, headers } = await endpoint.arrived(1);
    for (const key of [secret, made.secret])
      assert.equal(verifyEvent(key, body, headers).id, headers['webhook-id']);
  });

  test('can try its endpoint, which decides nothing', async (t) => {
    const { tenant, endpoint, made, spent } = await aBusinessThat(t, aLedger(5_000));
    const tried = await done(tenant, `/authorization-endpoints/${made.id}/test`, { amount: 9_000 });
    assert.deepEqual(
      [tried.response.decision, tried.error, tried.request.test],
      ['decline', null, true],
    );
    assert.deepEqual(JSON.parse(endpoint.arrivals[0]?.body ?? ''), tried.request);
    assert.equal(await spent(), 0);
  });

  test('that is disabled leaves the decision to the rules', async (t) => {
    const { tenant, endpoint, made, asked } = await aBusinessThat(t, aLedger(0));
    await done(tenant, `/authorization-endpoints/${made.id}/disable`);
    assert.deepEqual(decidedOf(await asked({})), [true, null, 'rules', null]);
    await done(tenant, `/authorization-endpoints/${made.id}/enable`);
    assert.deepEqual(decidedOf(await asked({})), [false, 'declined_by_business', 'business', null]);
    assert.equal(endpoint.arrivals.length, 1);
  });
});

describe('the same question', () => {
  test('is not asked again where the card changes before the answer is committed', async (t) => {
    const { endpoint, call, key, spent, tenant, card } = await aBusinessThat(t, () => undefined, {
      timeout_ms: 1_200,
    });
    const [asked, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    endpoint.answer(async (response) => {
      asked.resolve();
      await clock.during(changed.promise);
      response.end('{"decision":"approve"}');
    });
    const decided = call({}, key());
    await asked.promise;
    const { status } = await tenant.call({
      method: 'PATCH',
      path: `/cards/${card}`,
      body: { nickname: 'Changed' },
    });
    changed.resolve();
    const { body } = await decided;
    assert.deepEqual([status, ...decidedOf(body)], [200, true, null, 'business', null]);
    assert.deepEqual([endpoint.arrivals.length, await spent()], [1, purchase.amount]);
  });

  test('is answered the same again without being asked twice', async (t) => {
    const { endpoint, call, key, spent } = await aBusinessThat(t, () => ({ decision: 'approve' }));
    const headers = key();
    const [one, again] = [await call({}, headers), await call({}, headers)];
    assert.deepEqual([again.text, again.headers['idempotent-replayed']], [one.text, 'true']);
    assert.deepEqual([endpoint.arrivals.length, await spent()], [1, purchase.amount]);
  });

  test('is asked once although it comes again while the business thinks', async (t) => {
    const { endpoint, call, key, spent } = await aBusinessThat(t, () => undefined, {
      timeout_ms: 1_200,
    });
    endpoint.answer((response) => setTimeout(() => response.end('{"decision":"approve"}'), 300));
    const headers = key();
    const first = call({}, headers);
    await endpoint.arrived(1);
    const answers = await Promise.all([first, call({}, headers), call({}, headers)]);
    assert.deepEqual(
      new Set(answers.map(({ text }) => text)).size,
      1,
      answers.map(({ text }) => text).join(),
    );
    assert.deepEqual([endpoint.arrivals.length, await spent()], [1, purchase.amount]);
  });
});

test('twenty at once stay exact, against a limit here and funds there', async (t) => {
  const held = new Map<string, number>();
  const { call, key, endpoint, spent, tenant, card } = await aBusinessThat(
    t,
    ({ authorization_id, amount }) => {
      if (held.size >= 12) return { decision: 'decline', reason: 'insufficient_funds' };
      held.set(authorization_id, amount);
      return { decision: 'approve' };
    },
    { timeout_ms: 1_200 },
  );
  const limits = [{ interval: 'daily', amount: 1_000 }];
  await tenant.call({
    method: 'PATCH',
    path: `/cards/${card}`,
    body: { spending_controls: { limits } },
  });
  const answers = await Promise.all(Array.from({ length: 20 }, () => call({ amount: 100 }, key())));
  assert.deepEqual(
    new Set(answers.map(({ status }) => status)),
    new Set([200]),
    'each gets its answer',
  );
  const all = answers.map(({ body }) => body);
  const approved = all.filter((one) => one.approved);
  // On a busy machine the fallback may decline some.
  assert.ok(approved.length > 0 && approved.length <= 10, `${approved.length} were approved`);
  assert.equal(await spent(), approved.length * 100);
  for (const { id, decided_by } of approved)
    assert.deepEqual([held.get(id), decided_by], [100, 'business']);
  const reasons = ['declined_by_business', 'daily_limit_exceeded', 'authorization_endpoint_failed'];
  for (const { decline_reason } of all.filter((one) => !one.approved))
    assert.ok(reasons.includes(decline_reason));
  const named = endpoint.arrivals.map(
    ({ id, reported }) => `${id} ${reported.data.authorization_id}`,
  );
  const ids = new Set(endpoint.arrivals.map(({ id }) => id));
  assert.equal(
    new Set(named).size,
    ids.size,
    'a question names the same authorization, however often it is asked',
  );
});
