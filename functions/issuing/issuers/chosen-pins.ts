import { chosen } from './chosen.ts';
import type { PinIssuer, PinKeyIssuer } from './issuer.ts';
import { simulatedPinKey, simulatedPins } from './simulated-pins.ts';
import { stripePinKey, stripePins } from './stripe/pins.ts';

/** The key of PINs of the issuer of this environment. */
export const pinKeyIssuer = (): PinKeyIssuer =>
  chosen({ simulator: simulatedPinKey, stripe: stripePinKey });

/** The part that sets PINs at the same issuer. */
export const pinIssuer = (): PinIssuer => chosen({ simulator: simulatedPins, stripe: stripePins });
