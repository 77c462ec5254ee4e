import type { CardIssuer } from './issuer.ts';
import { cardSimulator } from './simulator.ts';
import { stripeIssuer } from './stripe/issuer.ts';

/** The issuer of this environment (`CARD_ISSUER`). Once per process. */
export const cardIssuer = (): CardIssuer =>
  chosen({ simulator: cardSimulator, stripe: stripeIssuer });

/** Every issuer that lib/environments.ts can name. */
type Issuers<T> = { readonly simulator: () => T; readonly stripe: () => T };

/** The part of the issuer of this environment; each function names the one part that it calls. */
export const chosen = <T>(issuers: Issuers<T>): T => {
  const name = process.env.CARD_ISSUER ?? '';
  if (!isNamed(issuers, name))
    throw new Error(
      'CARD_ISSUER names no issuer: this function does not declare that it needs one',
    );
  return issuers[name]();
};

const isNamed = <T>(issuers: Issuers<T>, name: string): name is keyof Issuers<T> =>
  Object.hasOwn(issuers, name);
