import { ApiError, type ApiErrorItem } from '../api-error.ts';
import { type Interval, intervals, type Limit } from '../features/catalogue.ts';

/** The most that a card may spend within an interval, the amount itself included; minor units of the card's currency. */
export type SpendingLimit = { readonly amount: number; readonly interval: Interval };

/** What a card may be used for. Empty lists allow everything. */
export type SpendingControls = {
  readonly limits: readonly SpendingLimit[];
  /** Merchant category codes, four digits (ISO 18245). Never together with blocked ones. */
  readonly allowed_categories: readonly string[];
  readonly blocked_categories: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly allowed_countries: readonly string[];
};

/** What a business says of controls: what is left out or null is not restricted. */
export type SpendingControlsInput = {
  readonly [field in keyof SpendingControls]?: SpendingControls[field] | null | undefined;
};

/** Holds wherever a card has no daily limit of its own (product.md, Cards): minor units. */
export const default_daily_limit: SpendingLimit = { amount: 500_000, interval: 'daily' };

/** Controls with every list there; without any limits the default daily one is written down. */
export const spendingControls = (said: SpendingControlsInput | null | undefined): SpendingControls => ({
  limits: said?.limits ?? [default_daily_limit],
  allowed_categories: said?.allowed_categories ?? [],
  blocked_categories: said?.blocked_categories ?? [],
  allowed_countries: said?.allowed_countries ?? [],
});

/** The limits of a card as they hold: where it has no daily one of its own, the default is one of them. */
export const limitsInForce = ({ limits }: Pick<SpendingControls, 'limits'>): readonly SpendingLimit[] =>
  limits.some(({ interval }) => interval === 'daily') ? limits : [...limits, default_daily_limit];

/**
 * What bounds the spending of a card within an interval: its own limit, for the day else the default, and the cap of what its
 * customer has now. One authorization is under the day's cap like all others of the day, so that a refusal names the limit
 * that is shown.
 */
export const boundsFor = (controls: SpendingControls, granted: readonly Limit[], interval: Interval) => ({
  limit: limitsInForce(controls).find((limit) => limit.interval === interval)?.amount,
  cap: interval === 'per_authorization' ? undefined : highestCaps(granted).get(interval),
});

/** The most that a card may spend within an interval: what lost its feature spends less, and neither does saying nothing spend more. */
export const limitFor = (...asked: Parameters<typeof boundsFor>): number | undefined => {
  const { limit, cap } = boundsFor(...asked);
  const amounts = [limit, cap].filter((amount) => amount !== undefined);
  return amounts.length > 0 ? Math.min(...amounts) : undefined;
};

/** The highest cap of each interval, of all that the customer's features grant. */
export const highestCaps = (granted: readonly Limit[]): ReadonlyMap<Interval, number> =>
  new Map(
    intervals.flatMap((interval): [Interval, number][] => {
      const amounts = granted.filter((limit) => limit.interval === interval).map(({ amount }) => amount);
      return amounts.length > 0 ? [[interval, Math.max(...amounts)]] : [];
    }),
  );

/**
 * What is wrong with limits above the caps that the customer's features grant, but for those that stay as they were. A cap is a number of minor units: without a
 * rate of exchange it is compared as it stands, whatever the card's currency.
 */
export const aboveCaps = (
  { limits }: SpendingControls,
  granted: readonly Limit[],
  before: readonly SpendingLimit[] = [],
): ApiErrorItem[] => {
  const caps = highestCaps(granted);
  return limits.flatMap(({ amount, interval }, position): ApiErrorItem[] => {
    const cap = caps.get(interval);
    const stays = before.some((limit) => limit.interval === interval && limit.amount === amount);
    if (cap === undefined || amount <= cap || stays) return [];
    const detail = `Must be at most ${cap}, the cap of the interval ${interval}; other features may raise it.`;
    return [{ pointer: `/spending_controls/limits/${position}/amount`, code: 'above_cap', detail }];
  });
};

/** Refuses limits above the caps that the customer's features grant, but for those that stay as they were. */
export const requireWithinCaps = (
  controls: SpendingControls,
  granted: readonly Limit[],
  before?: readonly SpendingLimit[],
): void => {
  const errors = aboveCaps(controls, granted, before);
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
};
