import type { Database } from '../../core/dynamodb/client.ts';
import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import {
  changed,
  commitWork,
  type Registration,
  type Work,
} from '../../core/outbox/unit-of-work.ts';
import { cardUnchanged } from '../cards/table.ts';
import {
  afterCardClosed,
  type CardToken,
  type CardTokenReport,
  type CardTokenTransition,
  cardTokenActions,
  newCardToken,
  reportedCardToken,
} from './model.ts';
import { CardTokenResource } from './schema.ts';
import { readReported, saveCardToken } from './table.ts';

/**
 * The one projection from a stored token to its resource. The schema's check removes members that
 * it does not name.
 */
export const toCardTokenResource = (token: CardToken): CardTokenResource => ({
  ...token,
  object: 'card_token',
  allowed_actions: cardTokenActions(token),
});

const registration: Registration<CardToken, typeof CardTokenResource> = {
  object: 'card_token',
  schema: CardTokenResource,
  toResource: toCardTokenResource,
  save: saveCardToken,
  customerOf: ({ customer_id }) => customer_id,
};

/** The result of transitions of one token. */
export const cardToken = (
  ...transitions: readonly [CardTokenTransition, ...CardTokenTransition[]]
) => changed(registration, ...transitions);

/** Applies a report of an issuer about a token; nothing where its card is not here. */
export const applyTokenReport = (work: Work, report: CardTokenReport): Promise<void> =>
  retryOnConflict(async () => {
    const { unit } = await reportedUnit(work.db, report, work.deadline.now);
    if (unit) await commitWork(work, unit);
  }, work.deadline);

/** The unit of work of a report, if it says anything new. A token of a closed card is deleted at once. */
export const reportedUnit = async (db: Database, report: CardTokenReport, now: Date) => {
  const { id, recorded, card } = await readReported(db, report);
  if (recorded) {
    const transition = reportedCardToken(recorded, report, now);
    const unit = transition && ({ changes: [cardToken(transition)], conditions: [] } as const);
    return { unit };
  }
  if (!card) return { unit: undefined };
  const created = newCardToken(report, { id, customer_id: card.customer_id }, now);
  const deleted = card.state === 'closed' ? afterCardClosed(created.after, now) : undefined;
  const change = cardToken(created, ...(deleted ? [deleted] : []));
  return { unit: { changes: [change], conditions: [cardUnchanged(card)] } as const };
};
