import type { IssuingIntent } from '../domain/cards/issuing-intent.ts';
import { claimIntent, dropIntent } from '../store/cards/issuing-intents.ts';
import type { Write } from '../store/change.ts';

/**
 * Calls an order off: from the claim on it cannot become a card, then the issuer is told, then it goes. `save` says whether
 * it could be written. Dying between two steps leaves it due, and each step may be done twice.
 */
export const callOff = async (
  intent: IssuingIntent,
  save: (write: Write) => Promise<boolean>,
  issuer: { readonly void: (id: string) => Promise<void> },
): Promise<void> => {
  if (intent.standing === 'open' && !(await save(claimIntent(intent)))) return;
  await issuer.void(intent.card_id);
  await save(dropIntent(intent));
};
