import assert from 'node:assert/strict';
import { Stripe } from 'stripe';
import { signedEvent } from '../../../../functions/issuing/issuers/stripe/signature.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { anEvent, card } from '../../../helpers/stripe-notices.ts';
import { describe, test } from '../../../helpers/tests.ts';

describe('who says an event is believed', () => {
  const payload = JSON.stringify(anEvent('issuing_card.updated', card));
  const secrets = {
    current: `whsec_${'0123456789abcdef'.repeat(2)}`,
    previous: `whsec_${'fedcba9876543210'.repeat(2)}`,
  };
  const seconds = Math.floor(now.getTime() / 1000);
  const signatureOf = (secret: string, timestamp = seconds) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const received = async (
    signature: string,
    body = payload,
    known: Partial<typeof secrets> = secrets,
  ) => {
    const reader = {
      read: async (_: string, stage: 'current' | 'previous' = 'current') => known[stage],
      forget: () => {},
    };
    const signing = { secrets: reader, name: 'stripe/signing', stripe: Stripe };
    return (await signedEvent({ body: Buffer.from(body), signature }, signing, { now: () => now }))
      ?.id;
  };

  test('by the secret of now, and by the one before it for as long as there is one', async () => {
    assert.equal(await received(signatureOf(secrets.current)), 'evt_1');
    assert.equal(await received(signatureOf(secrets.previous)), 'evt_1');
    assert.equal(
      await received(signatureOf(secrets.previous), payload, { current: secrets.current }),
      undefined,
    );
  });

  test('not by another secret, of other bytes, without a signature, or without a secret to compare with', async () => {
    assert.equal(await received(signatureOf(`whsec_${'0123456789abcdeg'.repeat(2)}`)), undefined);
    assert.equal(await received(signatureOf(secrets.current), `${payload} `), undefined);
    for (const signature of ['', 't=1', 'v1=00', 'nonsense'])
      assert.equal(await received(signature), undefined);
    assert.equal(await received(signatureOf(secrets.current), payload, {}), undefined);
  });

  test('not where a member stands twice in what is signed', async () => {
    const body = payload.replace('{', '{"id":"evt_0",');
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: secrets.current,
      timestamp: seconds,
    });
    assert.equal(await received(signature, body), undefined);
  });

  test('and never by a placeholder, which anybody may know', async () => {
    for (const placeholder of [
      'placeholder',
      'whsec_...',
      'whsec_placeholder',
      `whsec_${'x'.repeat(32)}`,
      'changeme',
    ]) {
      const known = { current: placeholder, previous: placeholder };
      assert.equal(
        await received(signatureOf(placeholder), payload, known),
        undefined,
        placeholder,
      );
    }
  });

  test('for five minutes, before and after', async () => {
    for (const [seconds_off, id] of [
      [-300, 'evt_1'],
      [-301, undefined],
      [300, 'evt_1'],
      [302, undefined],
    ] as const)
      assert.equal(
        await received(signatureOf(secrets.current, seconds + seconds_off)),
        id,
        `${seconds_off}`,
      );
  });
});
