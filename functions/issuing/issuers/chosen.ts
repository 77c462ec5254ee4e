import type { CardIssuer } from './issuer.ts';
import { cardSimulator } from './simulator.ts';
import { stripeIssuer } from './stripe/issuer.ts';

// The bundler knows `CARD_ISSUER` (lib/function-bundles.ts): a bundle has the code of one issuer.
// esbuild leaves the other issuer out because it can evaluate these comparisons.

/** The issuer of this environment (`CARD_ISSUER`). Once per process. */
export const cardIssuer = (): CardIssuer => {
  if (process.env.CARD_ISSUER === 'simulator') return cardSimulator();
  if (process.env.CARD_ISSUER === 'stripe') return stripeIssuer();
  throw noIssuer();
};

/** The error of a function that calls an issuer without the setting `cardIssuer`. */
export const noIssuer = (): Error =>
  new Error('CARD_ISSUER names no issuer: this function does not declare that it needs one');
