import { settleLines } from '../contract/workers.ts';
import { ApiError } from '../domain/api-error.ts';
import type { Card } from '../domain/cards/card.ts';
import { type IssuerSync, type IssuerSyncError, isAlarming, synced, toldInVain } from '../domain/cards/issuer-sync.ts';
import { pushedCard } from '../domain/cards/pushed-card.ts';
import { described } from '../domain/described.ts';
import type { IssuerControl } from '../ports/card-issuer/card-issuer.ts';
import { logger } from '../runtime/logger.ts';
import { findCards, saveIssuerSync } from '../store/cards/cards.ts';
import type { Work } from '../unit-of-work/unit-of-work.ts';
import { clock, savedAlone } from './work.ts';

/** A card that changed in what its issuer has to know. */
type ChangedCard = { readonly tenant_id: string; readonly card_id: string };

/**
 * Tells the issuer how a card stands now, whatever changed, and notes that it knows. A change meanwhile is told by its own
 * event; who dies in between leaves what is due, and of what is told twice the newer counts.
 */
export const tellIssuer = async (
  { tenant_id, card_id }: ChangedCard,
  work: Work,
  issuer: Pick<IssuerControl, 'push'>,
  waitDivisor: number,
): Promise<void> => {
  const [card] = await findCards(work.db, tenant_id, [card_id]);
  if (!card || card.issuer_sync.status === 'synced') return;
  const told = await push(card, issuer, waitDivisor);
  if (isAlarming(told, clock.now())) logger.error(settleLines.notTold, { tenant_id, card_id, error: told.error });
  await savedAlone(work, saveIssuerSync(card, told));
};

const push = async (card: Card, issuer: Pick<IssuerControl, 'push'>, waitDivisor: number): Promise<IssuerSync> => {
  const inVain = (error: IssuerSyncError) => toldInVain(card.issuer_sync, error, { now: clock.now(), waitDivisor });
  try {
    await issuer.push(pushedCard(card));
    return synced(card.version, clock.now());
  } catch (error) {
    const { issuer_reason } = error instanceof ApiError ? error.details : {};
    if (issuer_reason !== undefined) return inVain(issuer_reason as IssuerSyncError);
    logger.warn('the issuer does not answer', { card_id: card.id, error: described(error) });
    return inVain('unreachable');
  }
};
