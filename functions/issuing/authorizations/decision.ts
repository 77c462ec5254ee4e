import type { Interval } from '../../core/limits.ts';
import type { Limit } from '../../identity/features/model.ts';
import { isPastCancelAfter } from '../cards/cancel-after.ts';
import type { Card } from '../cards/model.ts';
import { isExpired } from '../cards/model.ts';
import {
  type CardLimit,
  countersAt,
  isTooOften,
  limitFor,
  type SpendingCounters,
  spentAfter,
  withSpent,
} from '../cards/spending.ts';
import type { CardPresence, PinEntry } from '../cards/states.ts';
import { statusOf } from '../cards/transitions.ts';

/** The request of a merchant for an amount. */
export type AuthorizationRequest = {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Merchant category code, four digits (ISO 18245); null where it is unknown, which no list of allowed ones includes. */
  readonly category: string | null;
  /** Where the merchant is, ISO 3166-1 alpha-2; null as above. */
  readonly country: string | null;
  /** The merchant's identifier at the card network; null as above. */
  readonly network_id: string | null;
  /** Null as above. */
  readonly card_presence: CardPresence | null;
  /** The currency that the merchant charges, ISO 4217; null as above. */
  readonly merchant_currency: string | null;
  /** Null or absent where no PIN was entered, or the issuer has checked it. */
  readonly pin?: PinEntry | null;
};

/** The inputs of an authorization's decision besides itself. */
export type Spending = {
  /** The amounts spent with the card before. */
  readonly counters: SpendingCounters;
  /** The caps of all that its customer's features grant the card. */
  readonly granted: readonly Limit[];
};

type DecisionInput = {
  readonly card: Card;
  readonly request: AuthorizationRequest;
  readonly spent: SpendingCounters;
  readonly granted: readonly Limit[];
};
type Rule = {
  readonly declines: (asked: DecisionInput, now: Date) => boolean;
  readonly description: string;
};

const status = (declined: ReturnType<typeof statusOf>, description: string): Rule => ({
  declines: ({ card }) => statusOf(card) === declined,
  description,
});

const limit = (interval: Interval, description: string): Rule => ({
  declines: ({ card, request, spent, granted }) => {
    const most = limitFor(card, granted, interval);
    return most !== undefined && spentAfter(spent, interval, request.amount) > most;
  },
  description,
});

/** Why an authorization is declined, in the order of the checks: the first that holds is the reason. */
export const declineRules = {
  card_closed: status('closed', 'The card is closed.'),
  card_blocked: status('blocked', 'The customer or the feature of the card is suspended.'),
  card_frozen: status('frozen', 'The card is frozen.'),
  card_inactive: status('inactive', 'The card is not activated yet.'),
  pin_blocked: {
    declines: ({ card }) => card.pin_status === 'blocked',
    description: 'The PIN of the card is blocked after wrong PINs.',
  },
  card_expired: {
    declines: ({ card }, now) => isExpired(card, now),
    description: 'The last month of the card is over.',
  },
  cancel_after_reached: {
    declines: ({ card, spent }, now) => isPastCancelAfter(card.cancel_after, spent, now),
    description: 'The card was issued for fewer authorizations, or until an earlier day.',
  },
  pin_incorrect: {
    declines: ({ card, request }) =>
      request.pin === 'incorrect' || (request.pin === 'correct' && card.pin_status === 'unset'),
    description: 'The PIN that was entered is wrong, or the card has none.',
  },
  currency_mismatch: {
    declines: ({ card, request }) => request.currency !== card.currency,
    description: 'The amount is not in the currency of the card.',
  },
  country_not_allowed: {
    declines: ({ card, request }) =>
      excludes(card.spending_controls.allowed_countries, request.country),
    description: 'The merchant is in a country that the card does not allow.',
  },
  category_not_allowed: {
    declines: ({ card, request }) =>
      excludes(card.spending_controls.allowed_categories, request.category),
    description: 'The merchant is of a category that the card does not allow.',
  },
  category_blocked: {
    declines: ({ card, request }) =>
      card.spending_controls.blocked_categories.some((category) => category === request.category),
    description: 'The merchant is of a category that the card blocks.',
  },
  merchant_not_allowed: {
    declines: ({ card, request }) =>
      excludes(card.spending_controls.allowed_merchants, request.network_id),
    description: 'The card does not allow this merchant.',
  },
  merchant_blocked: {
    declines: ({ card, request }) =>
      card.spending_controls.blocked_merchants.some((id) => id === request.network_id),
    description: 'The card blocks this merchant.',
  },
  card_presence_not_allowed: {
    declines: ({ card, request }) =>
      excludes(card.spending_controls.allowed_card_presences, request.card_presence),
    description: 'The card was present, or was not, and its controls do not allow that.',
  },
  merchant_currency_not_allowed: {
    declines: ({ card, request }) =>
      excludes(card.spending_controls.allowed_currencies, request.merchant_currency),
    description: 'The merchant charges a currency that the card does not allow.',
  },
  velocity_limit_exceeded: {
    declines: ({ card, spent }) => isTooOften(card, spent),
    description: 'As many authorizations as an interval allows were approved already.',
  },
  per_authorization_limit_exceeded: limit(
    'per_authorization',
    'The amount is above the limit of one authorization.',
  ),
  daily_limit_exceeded: limit('daily', 'With this amount the day’s spending is above its limit.'),
  weekly_limit_exceeded: limit(
    'weekly',
    'With this amount the week’s spending is above its limit.',
  ),
  monthly_limit_exceeded: limit(
    'monthly',
    'With this amount the month’s spending is above its limit.',
  ),
  yearly_limit_exceeded: limit(
    'yearly',
    'With this amount the year’s spending is above its limit.',
  ),
  all_time_limit_exceeded: limit('all_time', 'With this amount all spending is above its limit.'),
} as const satisfies Record<string, Rule>;

export type DeclineReason = keyof typeof declineRules;

/** Every reason, in the order of the checks. */
export const declineReasons = Object.keys(declineRules) as readonly DeclineReason[];

/** The reasons that end the checks before the PIN: a card that cannot be paid with counts none. */
const beforePin = declineReasons.slice(0, declineReasons.indexOf('pin_incorrect'));

/** Whether the checks of an authorization that ended so have come to its PIN. */
export const isPinChecked = (reason: DecidedReason | null): boolean =>
  !beforePin.some((one) => one === reason);

/** The status of an authorization. One that was declined is closed from the start. */
export const authorizationStatuses = ['pending', 'closed', 'reversed', 'expired'] as const;
export type AuthorizationStatus = (typeof authorizationStatuses)[number];

/** The reason of what its issuer declined, whatever we would have said. */
export const declined_by_issuer = 'declined_by_issuer';

/** Why an amount is declined that the rules would approve: by the business, or by its fallback while it does not answer. */
export const businessDeclineReasons = [
  'declined_by_business',
  'authorization_endpoint_failed',
] as const;

/**
 * The decider: the rules of the card, the business, its fallback while its endpoint does not
 * answer, or the issuer.
 */
export const deciders = ['rules', 'business', 'fallback', 'issuer'] as const;

/** Every reason of a decision that is made here. */
export type DecidedReason = DeclineReason | (typeof businessDeclineReasons)[number];

/**
 * The outcome of an authorization, and the amounts spent after it: a declined one leaves everything
 * as it was.
 */
export type AuthorizationDecision = {
  readonly approved: boolean;
  readonly decline_reason: DecidedReason | null;
  readonly counters: SpendingCounters;
};

/** Decides over an authorization. A limit is inclusive: what reaches it exactly is approved. */
export const authorize = (
  card: Card,
  { counters, granted }: Spending,
  request: AuthorizationRequest,
  now: Date,
): AuthorizationDecision => {
  const asked = { card, request, spent: countersAt(counters, now), granted };
  const decline_reason = declineReasons.find((reason) => declineRules[reason].declines(asked, now));
  return decline_reason === undefined
    ? { approved: true, decline_reason: null, counters: withSpent(asked.spent, request.amount) }
    : { approved: false, decline_reason, counters };
};

/** The limit that declined an amount, else the one with the least left; null: something else declined. */
export const limitAtDecision = (
  { approved, decline_reason }: AuthorizationDecision,
  limits: readonly CardLimit[],
): CardLimit | null => {
  const least = Math.min(...limits.flatMap(({ left }) => left ?? []));
  const decided = limits.find(({ interval, left, count, count_limit }) => {
    if (approved) return left === least;
    return decline_reason === 'velocity_limit_exceeded'
      ? count_limit !== null && count >= count_limit
      : decline_reason === `${interval}_limit_exceeded`;
  });
  return decided ?? null;
};

/** Whether a list that allows only what it names leaves a value out; an empty list allows everything. */
const excludes = (allowed: readonly string[], value: string | null): boolean =>
  allowed.length > 0 && !allowed.some((one) => one === value);
