import type { Write } from '../dynamodb/writes.ts';
import type { CardIssuer } from '../issuers/issuer.ts';
import { durations, saved } from '../jobs/batch.ts';
import type { Work } from '../unit-of-work.ts';
import { type IssuingIntent, isGivenUp } from './order.ts';
import { claimIntent, dropIntent, findIntent, type Order } from './orders-table.ts';

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

/** Gives up an order that nobody finished. */
export const voidIntent = async (order: Order, work: Work, issuer: Pick<CardIssuer, 'void'>): Promise<void> => {
  const intent = await findIntent(work.db, order);
  if (!intent || !isGivenUp(intent, work.deadline.now, durations)) return;
  await callOff(intent, (write) => saved(work, [write]), issuer);
};
