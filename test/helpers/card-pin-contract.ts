import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ApiError } from '../../functions/core/api-error.ts';
import type { CardIssuer, PinIssuer } from '../../functions/issuing/issuers/issuer.ts';
import { issuedOf } from './card-issuer-contract.ts';
import { anOrder } from './fixtures/cards.ts';
import { describe, test } from './tests.ts';

/** The issuer of PINs under test, with a look at the issuer's own records. */
export type PinsUnderTest = {
  readonly issuer: CardIssuer;
  readonly pins: PinIssuer;
  readonly encrypt: (pin: string) => Promise<string>;
  /** The PIN of a card in the issuer's records: the PIN, or only that there is one. */
  readonly pinOf: (reference: string) => Promise<string | undefined>;
};

/**
 * The rules that an issuer of PINs keeps to; each adapter runs them. `kept` is what its records
 * have of a PIN.
 */
export const cardPinContract = (
  name: string,
  kept: (pin: string) => string,
  underTest: () => PinsUnderTest,
): void => {
  const rejected = (asked: Promise<void>) =>
    asked.then(
      () => 'set',
      ({ code }: ApiError) => code,
    );

  describe(`${name} has of a PIN`, () => {
    test('the one that was set last, as often as it is set', async () => {
      const { issuer, pins, encrypt, pinOf } = underTest();
      const { issuer_reference: card } = issuedOf(await issuer.issue(anOrder()));
      for (const pin of ['4711', '0000'])
        for (let times = 0; times < 2; times++) {
          await pins.setPin(card, await encrypt(pin));
          assert.equal(await pinOf(card), kept(pin));
        }
    });

    test('nothing of what it cannot decrypt, and of what is no PIN', async () => {
      const { issuer, pins, encrypt, pinOf } = underTest();
      const { issuer_reference: card } = issuedOf(await issuer.issue(anOrder()));
      const before = await pinOf(card);
      const wrong = await Promise.all(
        ['', '123', '1234567890123', '12a4', ' 1234', '١٢٣٤'].map(encrypt),
      );
      const [header, ...rest] = (await encrypt('4711')).split('.');
      const altered = [
        [header, ...rest.slice(0, -1), 'AAAAAAAAAAAAAAAAAAAAAA'].join('.'),
        'a.b.c.d.e',
        '....',
      ];
      for (const one of [...wrong, ...altered])
        assert.match(
          await rejected(pins.setPin(card, one)),
          /^(validation_failed|issuer_refused)$/,
        );
      assert.equal(await pinOf(card), before);
    });

    test('nothing of a card that it has ended, or never made', async () => {
      const { issuer, pins, encrypt } = underTest();
      const { id } = anOrder();
      const { issuer_reference: card } = issuedOf(await issuer.issue(anOrder({ id })));
      const canceled = {
        version: 2,
        status: 'canceled',
        cancellation_reason: null,
        limits: [],
        currency: 'USD',
      } as const;
      await issuer.push({ reference: card, id, ...canceled });
      for (const reference of [card, `card_${randomUUID()}`])
        assert.equal(
          await rejected(pins.setPin(reference, await encrypt('4711'))),
          'issuer_refused',
        );
    });
  });
};
