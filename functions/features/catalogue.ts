import type { Customer } from '../customers/model.ts';
import type { VerificationLevel } from '../verifications/model.ts';

/** What a customer may be given, in the order of the reference. */
export const featureIds = ['virtual_cards', 'physical_cards', 'foreign_currency_cards', 'higher_limits'] as const;
export type FeatureId = (typeof featureIds)[number];

/** The spans that a limit can cover, from the shortest. */
export const intervals = ['per_authorization', 'daily', 'weekly', 'monthly', 'yearly', 'all_time'] as const;
export type Interval = (typeof intervals)[number];

/** The most that may be spent within an interval, in minor units. */
export type Limit = { readonly amount: number; readonly currency: string; readonly interval: Interval };

/** What of a profile a feature needs beyond what the identity check asks for. */
export type ProfileNeed = 'phone' | 'address';

/** A feature and its rules. They are data: a change of them is a new `version`, and nothing else of the code. */
export type Feature = {
  readonly id: FeatureId;
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly customer_types: readonly Customer['type'][];
  /** ISO 3166-1 alpha-2: where an individual lives, or a business is incorporated. */
  readonly countries: readonly string[];
  /** In years: of an individual, or of the representative of a business. */
  readonly minimum_age: number;
  /** The identity check that is needed. */
  readonly level: VerificationLevel;
  readonly profile: readonly ProfileNeed[];
  /** What activating it allows. */
  readonly limits: readonly Limit[];
};

/** The European Economic Area, and those with which its payment schemes are shared. */
const singleEuroPaymentsArea = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'LI', 'LT'],
  ...['LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'CH', 'GB', 'AD', 'MC', 'SM', 'VA'],
];
const served = [...singleEuroPaymentsArea, 'US', 'CA', 'AU', 'NZ', 'SG', 'JP'].sort();

/** Caps in minor units of the account's currency. */
const limits = (daily: number): readonly Limit[] => [
  { amount: daily, currency: 'USD', interval: 'per_authorization' },
  { amount: daily, currency: 'USD', interval: 'daily' },
  { amount: 4 * daily, currency: 'USD', interval: 'weekly' },
  { amount: 10 * daily, currency: 'USD', interval: 'monthly' },
  { amount: 100 * daily, currency: 'USD', interval: 'yearly' },
];

const everybody = { customer_types: ['individual', 'business'], countries: served, minimum_age: 18 } as const;

/** The catalogue. */
export const features: { readonly [Id in FeatureId]: Feature & { readonly id: Id } } = {
  virtual_cards: {
    ...everybody,
    id: 'virtual_cards',
    name: 'Virtual cards',
    description: 'Cards that exist only as a number, active immediately.',
    version: 1,
    level: 'standard',
    profile: [],
    limits: limits(500_000),
  },
  physical_cards: {
    ...everybody,
    id: 'physical_cards',
    name: 'Physical cards',
    description: 'Cards that are produced and sent by post.',
    version: 1,
    level: 'standard',
    profile: ['phone', 'address'],
    limits: limits(500_000),
  },
  foreign_currency_cards: {
    ...everybody,
    id: 'foreign_currency_cards',
    name: 'Foreign currency cards',
    description: 'Cards in another currency than the account’s, in addition to the feature of the card’s type.',
    version: 1,
    level: 'standard',
    profile: [],
    limits: [],
  },
  higher_limits: {
    ...everybody,
    id: 'higher_limits',
    name: 'Higher limits',
    description: 'Ten times the usual spending caps.',
    version: 1,
    level: 'enhanced',
    profile: [],
    limits: limits(5_000_000),
  },
};
