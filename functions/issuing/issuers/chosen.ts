import type { CardIssuer, PinIssuer, PinKeyIssuer } from './issuer.ts';
import { simulatedPinKey, simulatedPins } from './simulated-pins.ts';
import { cardSimulator } from './simulator.ts';
import { stripeIssuer, stripePinKey, stripePins } from './stripe/issuer.ts';

/** The issuer of this environment (`CARD_ISSUER`). Once per process. */
export const cardIssuer = (): CardIssuer =>
  chosen({ simulator: cardSimulator, stripe: stripeIssuer });

/** The key of PINs of the same issuer. */
export const pinKeyIssuer = (): PinKeyIssuer =>
  chosen({ simulator: simulatedPinKey, stripe: stripePinKey });

/** The part that sets PINs at the same issuer. */
export const pinIssuer = (): PinIssuer => chosen({ simulator: simulatedPins, stripe: stripePins });

/** Every issuer that lib/environments.ts can name. */
type Issuers<T> = { readonly simulator: () => T; readonly stripe: () => T };

const chosen = <T>(issuers: Issuers<T>): T => {
  const name = process.env.CARD_ISSUER ?? '';
  if (!isNamed(issuers, name))
    throw new Error(
      'CARD_ISSUER names no issuer: this function does not declare that it needs one',
    );
  return issuers[name]();
};

const isNamed = <T>(issuers: Issuers<T>, name: string): name is keyof Issuers<T> =>
  Object.hasOwn(issuers, name);
