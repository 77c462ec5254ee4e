import { issuerRefused } from '../../cards/model.ts';
import type { PinIssuer, PinKeyIssuer } from '../issuer.ts';
import { atStripe, isUnknown, translated } from './client.ts';

/** Stripe's key and how it is used (docs.stripe.com/issuing/cards/pin-management). It may change without notice. */
const pinKey = {
  alg: 'RSA-OAEP',
  enc: 'A128CBC-HS256',
  public_key: null,
  public_key_url: 'https://issuing-key.stripe.com/v1/keys',
} as const;

/** Names Stripe's key. */
export const stripePinKey = (): PinKeyIssuer => ({ name: 'stripe', pinKey: async () => pinKey });

/** Passes encrypted PINs on to Stripe, which alone can decrypt them. */
export const stripePins = (): PinIssuer => ({
  setPin: (reference, encrypted_number) =>
    translated(async () => {
      const asked = atStripe(({ issuing }) =>
        issuing.cards.update(reference, { pin: { encrypted_number } }),
      );
      await asked.catch((error: unknown) => {
        throw isUnknown(error) ? issuerRefused('card_unknown') : error;
      });
    }),
});
