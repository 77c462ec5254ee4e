import type { ReadonlyDeep } from '../json.ts';
import type { VerificationLevel } from '../verifications/states.ts';
import type { FeatureResource } from './schema.ts';
import type { FeatureId } from './states.ts';

/** A feature and its rules: the fields of its resource. They are data: a change of them is a new `version`, and nothing else of the code. */
export type Feature = ReadonlyDeep<Omit<FeatureResource, 'object' | 'requirements'>> & {
  /** The identity check that is needed. */
  readonly level: VerificationLevel;
  /** What of a profile it needs beyond what the identity check asks for. */
  readonly profile: readonly ('phone' | 'address')[];
};

/** The most that may be spent within an interval, in minor units. */
export type Limit = Feature['limits'][number];

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

const requirements = {
  standard: { code: 'verification.standard', description: 'The identity is verified.' },
  enhanced: { code: 'verification.enhanced', description: 'The identity and the address are verified.' },
  phone: { code: 'profile.phone', description: 'A phone number.' },
  address: { code: 'profile.address', description: 'A postal address.' },
} as const;

/** The one projection of the catalogue. What the schema does not name is removed when it is checked. */
export const toFeatureResource = (feature: Feature): FeatureResource => {
  const resource: ReadonlyDeep<FeatureResource> = {
    ...feature,
    object: 'feature',
    requirements: [feature.level, ...feature.profile].map((need) => requirements[need]),
  };
  return resource as FeatureResource;
};
