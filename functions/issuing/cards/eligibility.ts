import { ApiError } from '../../core/api-error.ts';
import { withdrawnDetail } from '../../core/currencies.ts';
import { currentCatalogue } from '../../identity/catalogues/catalogue.ts';
import type { Catalogue, FeatureId } from '../../identity/catalogues/model.ts';
import type { Customer } from '../../identity/customers/model.ts';
import { type Activation, featureOf, type Limit, limitsIn } from '../../identity/features/model.ts';
import { type CustomerSnapshot, isEligible } from '../../identity/features/qualification.ts';
import type { Card, CardTransition } from './model.ts';
import { aboveCaps, requireWithinCaps } from './spending.ts';
import { blockCard, statusOf, transitionCard } from './transitions.ts';

/** Stands for the feature of cards that the catalogue does not offer: nobody has it. */
const not_offered = 'not_offered';

/** The features that a customer needs for a card: that of its type, and another where it is not in the account's currency. */
export const cardFeatures = (
  { type, currency }: Pick<Card, 'type' | 'currency'>,
  accountCurrency: string,
): FeatureId[] => [
  currentCatalogue.cards[type] ?? not_offered,
  ...(currency === accountCurrency ? [] : [currentCatalogue.cards.foreign_currency ?? not_offered]),
];

/** Requires that the catalogue offers such cards to an account of this currency at all. */
export const requireOffered = (
  { type, currency }: CardKind,
  accountCurrency: string,
  { foreign_currency, ...byType }: Catalogue['cards'] = currentCatalogue.cards,
): void => {
  const offered = (['virtual', 'physical'] as const).filter((one) => byType[one] !== null);
  // A replacement has the currency of its card, which may have been withdrawn since.
  const withdrawn = withdrawnDetail(currency);
  const errors = [
    ...(byType[type] === null
      ? [
          {
            pointer: '/type',
            code: 'invalid_value',
            detail: `Must be ${offered.join(' or ')}.`,
          } as const,
        ]
      : []),
    ...(withdrawn
      ? [{ pointer: '/currency', code: 'invalid_value', detail: withdrawn } as const]
      : []),
    ...(foreign_currency === null && currency !== accountCurrency
      ? [
          {
            pointer: '/currency',
            code: 'invalid_value',
            detail: `Must be ${accountCurrency}, the account’s.`,
          } as const,
        ]
      : []),
  ];
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
};

/** The features that let a card spend more than its own feature does. */
export const raisingCaps: readonly FeatureId[] = currentCatalogue.cards.raising_caps;

/**
 * The features that a customer has of those that a card needs and those that raise its caps: these
 * hold for the card now.
 */
export const grantingFeatures = (
  card: Pick<Card, 'type' | 'currency'>,
  activations: readonly Pick<Activation, 'feature' | 'status'>[],
  accountCurrency: string,
): FeatureId[] =>
  [...cardFeatures(card, accountCurrency), ...raisingCaps].filter((feature) =>
    hasFeature(activations, feature),
  );

/** Whether a feature is among those of a customer, and can be used. */
export const hasFeature = (
  activations: readonly Pick<Activation, 'feature' | 'status'>[],
  asked: FeatureId,
): boolean => activations.some(({ feature, status }) => feature === asked && status === 'active');

/** The caps that features grant the cards of a currency. */
export const capsOf = (granting: readonly FeatureId[], currency: string): readonly Limit[] =>
  currentCatalogue.features
    .filter(({ id }) => granting.includes(id))
    .flatMap((one) => limitsIn(one, currency));

type CardKind = Pick<Card, 'type' | 'currency'>;

/**
 * The first feature that a customer lacks for a card; undefined where it may have one. A new card needs all that the
 * activation needed, as the customer and the rules are now.
 */
export const missingFeature = (
  snapshot: CustomerSnapshot,
  card: CardKind,
  accountCurrency: string,
  now: Date,
): FeatureId | undefined =>
  cardFeatures(card, accountCurrency).find(
    (feature) =>
      !hasFeature(snapshot.activations, feature) || !isEligible(featureOf(feature), snapshot, now),
  );

/**
 * The grants of a customer's features to a card: which features they are, and the caps of all of
 * them.
 */
export const grantsFor = (
  card: CardKind,
  { activations }: CustomerSnapshot,
  accountCurrency: string,
) => {
  const granting = grantingFeatures(card, activations, accountCurrency);
  return { granting, granted: capsOf(granting, card.currency) };
};

/** The features that could allow limits which are raised above what the card's own feature grants; none where all fit. */
export const featuresToRaise = (card: Card, read: Card): readonly FeatureId[] => {
  const own = capsOf(cardFeatures(card, card.currency), card.currency);
  return aboveCaps(card.spending_controls, own, read.spending_controls.limits).length === 0
    ? []
    : raisingCaps;
};

/** Requires that limits which are raised are within what the card's own feature and these grant. */
export const requireRaisedWithin = (
  card: Card,
  read: Card,
  raising: readonly FeatureId[],
): void => {
  const granted = [
    ...capsOf(cardFeatures(card, card.currency), card.currency),
    ...capsOf(raising, card.currency),
  ];
  requireWithinCaps(card.spending_controls, granted, read.spending_controls.limits);
};

/** The data that decides whether the cards of a customer can be used. */
export type CardContext = {
  readonly customer: Pick<Customer, 'status'>;
  readonly activations: readonly Pick<Activation, 'feature' | 'status'>[];
  /** ISO 4217; a card in another currency needs a feature more. */
  readonly account_currency: string;
};

/** The reason of cards that close with their customer. */
const closing_reason = 'customer_closed';

/**
 * The transition that the context requires, if any. It goes by the current context and not by what changed it, so that any
 * order of causes ends in the same card.
 */
export const reconciledCard = (
  card: Card,
  context: CardContext,
  now: Date,
): CardTransition | undefined => {
  const { customer, activations, account_currency } = context;
  if (card.state === 'closed') return undefined;
  if (customer.status === 'closed') return transitionCard(card, 'close', closing_reason, now);
  const blocks = {
    customer_suspended: customer.status === 'suspended',
    feature_suspended: !cardFeatures(card, account_currency).every((feature) =>
      hasFeature(activations, feature),
    ),
  };
  return blockCard(card, blocks, now);
};

/**
 * The card as it may be used now: what the context forbids counts before the job has reconciled the card, and a block counts
 * until the job lifts it.
 */
export const effectiveCard = (card: Card, context: CardContext, now: Date): Card => {
  const reconciled = reconciledCard(card, context, now)?.after ?? card;
  return statusOf(card) === 'blocked' && reconciled.state !== 'closed' ? card : reconciled;
};
