import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { kmsCipher } from '../../functions/core/aws/kms.ts';
import { webhookSecretCipher } from '../../functions/delivery/webhooks/encryption.ts';
import { newEndpoint } from '../../functions/issuing/authorization-endpoints/model.ts';
import { saveEndpoint } from '../../functions/issuing/authorization-endpoints/table.ts';
import { anEndpoint, verifies } from '../helpers/an-endpoint.ts';
import { webhookKeyAlias } from '../helpers/store-machine.ts';
import { pushedCard } from './objects.ts';
import {
  anIssuedCard,
  answerTo,
  asks,
  authorizationOf,
  notify,
  recordedOf,
  spentWith,
  stores,
  withoutTables,
} from './receiver.ts';

describe('what Stripe asks', () => {
  test('is approved within the limits of the card, recorded, and answered alike when it is asked again', async () => {
    const card = await anIssuedCard();
    const [one, other] = [
      authorizationOf(card, { amount: 600 }),
      authorizationOf(card, { amount: 401 }),
    ];
    assert.deepEqual([await asks(one), await asks(one), await asks(other)], [true, true, false]);
    assert.deepEqual([await spentWith(card), await recordedOf(card)], [600, 2]);
  });

  test('is declined if the card is unknown, or in doubt', async () => {
    const card = await anIssuedCard();
    assert.equal(await asks(authorizationOf({ ...card, id: 'card_unknown' })), false);
    assert.equal(
      await asks(authorizationOf(card, { card: pushedCard(card, { metadata: {} }) })),
      false,
    );
    assert.equal(await withoutTables(() => asks(authorizationOf(card))), false);
    assert.equal(await spentWith(card), 0);
  });

  test('is declined and recorded in an unknown currency', async () => {
    const card = await anIssuedCard();
    assert.equal(await asks(authorizationOf(card, { currency: 'zzz' })), false);
    assert.equal(await recordedOf(card), 1);
  });

  test('is declined for a frozen card immediately, whatever Stripe has of it', async () => {
    assert.equal(await asks(authorizationOf(await anIssuedCard({ state: 'frozen' }))), false);
  });
});

describe('what Stripe asks is decided with the business', () => {
  /** A card of a business whose endpoint answers so. */
  const aCardDecidedBy = async (t: TestContext, answer: object | undefined, timeout_ms = 1_000) => {
    const card = await anIssuedCard();
    const endpoint = await anEndpoint(
      t,
      (response) => void (answer && response.end(JSON.stringify(answer))),
    );
    const { tenant_id } = card;
    const id = stores.newId('authorization_endpoint');
    const { secret = '', ...key } = await webhookSecretCipher(kmsCipher(webhookKeyAlias))(
      tenant_id,
      id,
      'hmac',
    );
    const making = { id, tenant_id, key, now: new Date() };
    await stores.put([saveEndpoint(newEndpoint({ url: endpoint.url, timeout_ms }, making).after)]);
    return { card, endpoint, secret };
  };

  test('which declines for lack of funds, once for each request of Stripe', async (t) => {
    const answer = { decision: 'decline', reason: 'insufficient_funds' };
    const { card, endpoint, secret } = await aCardDecidedBy(t, answer);
    const authorization = authorizationOf(card);
    assert.deepEqual([await asks(authorization), await asks(authorization)], [false, false]);
    assert.deepEqual(
      [endpoint.arrivals.length, await spentWith(card), await recordedOf(card)],
      [1, 0, 1],
    );
    assert.ok(verifies(secret, await endpoint.arrived(1)));
  });

  test('which approves a part, by Stripe’s parameter, also when Stripe asks again', async (t) => {
    const { card, endpoint } = await aCardDecidedBy(t, { decision: 'approve', amount: 150 });
    const pump = authorizationOf(card, { amount: 900 });
    const controllable = { is_amount_controllable: true };
    const part = { approved: true, amount: 150 };
    assert.deepEqual(
      [await answerTo(pump, controllable), await answerTo(pump, controllable)],
      [part, part],
    );
    assert.deepEqual([endpoint.arrivals.length, await spentWith(card)], [1, 150]);
    assert.equal(await asks(authorizationOf(card, { amount: 900 })), false, 'nowhere else');
  });

  test('whose endpoint hangs: the fallback declines while Stripe still waits', async (t) => {
    const { card } = await aCardDecidedBy(t, undefined, 1_200);
    assert.equal(await asks(authorizationOf(card)), false);
    assert.deepEqual([await spentWith(card), await recordedOf(card)], [0, 1]);
  });

  test('and is recorded as decided by the issuer where Stripe has decided alone', async (t) => {
    const { card, endpoint } = await aCardDecidedBy(t, { decision: 'approve' });
    await notify(authorizationOf(card), {});
    assert.deepEqual([endpoint.arrivals.length, await spentWith(card)], [0, 400]);
  });
});
