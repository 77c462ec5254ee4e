import { isGivenUp } from '../domain/cards/issuing-intent.ts';
import type { CardIssuer } from '../ports/card-issuer/card-issuer.ts';
import { findIntent, type Order } from '../store/cards/issuing-intents.ts';
import { callOff } from '../unit-of-work/calling-off.ts';
import type { Work } from '../unit-of-work/unit-of-work.ts';
import { saved } from './work.ts';

/** Gives up an order that nobody finished. */
export const voidIntent = async (
  order: Order,
  work: Work,
  issuer: Pick<CardIssuer, 'void'>,
  waitDivisor: number,
): Promise<void> => {
  const intent = await findIntent(work.db, order);
  if (!intent || !isGivenUp(intent, work.deadline.now, waitDivisor)) return;
  await callOff(intent, (write) => saved(work, [write]), issuer);
};
