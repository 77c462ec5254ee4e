import { isGivenUp } from '../domain/cards/issuing-intent.ts';
import type { CardIssuer } from '../ports/card-issuer/card-issuer.ts';
import { claimIntent, dropIntent, findIntent, type Order } from '../store/cards/issuing-intents.ts';
import { saved, type Work } from './work.ts';

/**
 * Gives up an order that nobody finished: from the claim on it cannot become a card, then the issuer is told, then it goes.
 * Dying between two steps leaves it due, and each step may be done twice.
 */
export const voidIntent = async (
  order: Order,
  work: Work,
  issuer: Pick<CardIssuer, 'void'>,
  waitDivisor: number,
): Promise<void> => {
  const intent = await findIntent(work.db, order);
  if (!intent || !isGivenUp(intent, work.deadline.now, waitDivisor)) return;
  if (intent.standing === 'open' && !(await saved(work, [claimIntent(intent)]))) return;
  await issuer.void(intent.card_id);
  await saved(work, [dropIntent(intent)]);
};
