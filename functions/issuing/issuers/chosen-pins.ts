import { noIssuer } from './chosen.ts';
import type { PinIssuer, PinKeyIssuer } from './issuer.ts';
import { simulatedPinKey, simulatedPins } from './simulated-pins.ts';
import { stripePinKey, stripePins } from './stripe/pins.ts';

/** The key of PINs of the issuer of this environment. */
export const pinKeyIssuer = (): PinKeyIssuer => {
  if (process.env.CARD_ISSUER === 'simulator') return simulatedPinKey();
  if (process.env.CARD_ISSUER === 'stripe') return stripePinKey();
  throw noIssuer();
};

/** The part that sets PINs at the same issuer. */
export const pinIssuer = (): PinIssuer => {
  if (process.env.CARD_ISSUER === 'simulator') return simulatedPins();
  if (process.env.CARD_ISSUER === 'stripe') return stripePins();
  throw noIssuer();
};
