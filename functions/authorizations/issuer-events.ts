import { card } from '../cards/changes.ts';
import type { Card } from '../cards/model.ts';
import { findCards, saveIssuerSync } from '../cards/table.ts';
import { issuerCardChange, parcelTransitions } from '../cards/transitions.ts';
import { retryOnConflict } from '../dynamodb/retry-on-conflict.ts';
import { commitWork, type UnitOfWork, type Work } from '../unit-of-work.ts';
import type { IssuerNotice, OfCard } from './issuer-notice.ts';

type Notice<Kind extends IssuerNotice['kind']> = Omit<Extract<IssuerNotice, { readonly kind: Kind }>, 'kind'>;

/** Applies the status of a card at its issuer. */
export const receiveCardNotice = (work: Work, { status, ...of }: Notice<'card'>): Promise<void> =>
  applied(work, of, (found, now) => {
    const change = issuerCardChange(found, status, now);
    if (!change) return undefined;
    return 'transition' in change ? card(change.transition) : saveIssuerSync(found, change.issuer_sync);
  });

/** Applies the status of a card's parcel. */
export const receiveParcelNotice = (work: Work, { status, tracking, ...of }: Notice<'parcel'>): Promise<void> =>
  applied(work, of, (found, now) => {
    const [first, ...more] = parcelTransitions(found, status, now, tracking);
    return first && card(first, ...more);
  });

type Change = UnitOfWork['changes'][number];

/** Commits what a notice comes to for its card, if anything. One that nobody knows here, or not yet, is none of ours. */
const applied = (work: Work, of: OfCard, comesTo: (card: Card, now: Date) => Change | undefined): Promise<void> =>
  retryOnConflict(async () => {
    const [found] = await findCards(work.db, of.tenant_id, [of.card_id]);
    const change = found && comesTo(found, work.deadline.now);
    if (change) await commitWork(work, { changes: [change], conditions: [] });
  });
