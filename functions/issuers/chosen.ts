import type { CardIssuer } from './issuer.ts';
import { cardSimulator } from './simulator.ts';
import { stripeIssuer } from './stripe/issuer.ts';

/** Every issuer that lib/environments.ts can name. */
const issuers: Readonly<Record<string, () => CardIssuer>> = {
  simulator: cardSimulator,
  stripe: stripeIssuer,
};

/** The issuer of this environment (`CARD_ISSUER`). Once per process. */
export const cardIssuer = (): CardIssuer => {
  const open = issuers[process.env.CARD_ISSUER ?? ''];
  if (!open) throw new Error('CARD_ISSUER names no issuer: this function does not declare that it needs one');
  return open();
};
