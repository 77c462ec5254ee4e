import type { Customer } from '../customers/model.ts';
import type { Activation } from '../features/model.ts';
import type { Job } from '../job.ts';
import { cardFeatures, hasFeature } from './eligibility.ts';
import type { Card, CardTransition } from './model.ts';
import { blockCard, statusOf, transitionCard } from './transitions.ts';

/** Cards of a customer that are to be brought to what their circumstances want: one such job at most for each customer. */
export type CardReconciliationJob = Job & { readonly tenant_id: string; readonly customer_id: string };

/** What decides over what the cards of a customer may do. */
export type CardContext = {
  readonly customer: Pick<Customer, 'status'>;
  readonly activations: readonly Pick<Activation, 'feature' | 'status'>[];
  /** ISO 4217; a card in another currency needs a feature more. */
  readonly account_currency: string;
};

/** What a card is closed for that is not closed by its business. */
const closing_reason = 'customer_closed';

/**
 * The card as its circumstances want it, or undefined where it is so already. It looks at them as they are and not at what
 * changed them, so any order of causes ends in the same card.
 */
export const reconciledCard = (card: Card, context: CardContext, now: Date): CardTransition | undefined => {
  const { customer, activations, account_currency } = context;
  if (card.state === 'closed') return undefined;
  if (customer.status === 'closed') return transitionCard(card, 'close', closing_reason, now);
  const blocks = {
    customer_suspended: customer.status === 'suspended',
    feature_suspended: !cardFeatures(card, account_currency).every((feature) => hasFeature(activations, feature)),
  };
  return blockCard(card, blocks, now);
};

/**
 * The card as whoever uses it meets it: what its circumstances forbid counts before anybody has brought the card along,
 * and what blocks it counts until it is lifted.
 */
export const effectiveCard = (card: Card, context: CardContext, now: Date): Card => {
  const reconciled = reconciledCard(card, context, now)?.after ?? card;
  return statusOf(card) === 'blocked' && reconciled.state !== 'closed' ? card : reconciled;
};
