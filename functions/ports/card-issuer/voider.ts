import type { CardIssuer } from './card-issuer.ts';
import { simulatedBooks } from './simulated-books.ts';

/** The one call of an issuer that orders nobody finished are given up with; it takes no key of the issuer's. */
export type CardVoider = Pick<CardIssuer, 'void'>;

/** Every issuer that lib/environments.ts can name. */
const voiders: Readonly<Record<string, () => CardVoider>> = { simulator: simulatedBooks };

/** The voiding side of this environment's issuer (`CARD_ISSUER`). Once per process. */
export const cardVoider = (): CardVoider => {
  const open = voiders[process.env.CARD_ISSUER ?? ''];
  if (!open) throw new Error('CARD_ISSUER names no issuer: this function does not declare that it needs one');
  return open();
};
