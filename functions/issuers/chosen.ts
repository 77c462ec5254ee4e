import type { CardIssuer } from './issuer.ts';
import { cardSimulator } from './simulator.ts';
import { stripeIssuer } from './stripe/issuer.ts';

/** Every issuer that lib/environments.ts can name. */
const issuers = { simulator: cardSimulator, stripe: stripeIssuer } as const;

/** The issuer of this environment (`CARD_ISSUER`). Once per process. */
export const cardIssuer = (): CardIssuer => {
  const name = process.env.CARD_ISSUER ?? '';
  if (!isNamed(name)) throw new Error('CARD_ISSUER names no issuer: this function does not declare that it needs one');
  return issuers[name]();
};

const isNamed = (name: string): name is keyof typeof issuers => Object.hasOwn(issuers, name);
