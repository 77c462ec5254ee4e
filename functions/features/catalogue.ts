import { card_user_terms, type DocumentVersion } from '../agreements/model.ts';
import type { ReadonlyDeep } from '../json.ts';
import type { VerificationLevel } from '../verifications/states.ts';
import { dailyCapIn } from './daily-caps.ts';
import type { FeatureResource } from './schema.ts';
import type { FeatureId } from './states.ts';

/** A feature and its rules: the fields of its resource. They are data: a change of them is a new `version`, and nothing else of the code. */
export type Feature = ReadonlyDeep<Omit<FeatureResource, 'object' | 'requirements' | 'limits'>> & {
  /** How many times the usual caps it allows; 0: it sets none. */
  readonly caps: number;
  /** The identity check that is needed. */
  readonly level: VerificationLevel;
  /** What of a profile it needs beyond what the identity check asks for. */
  readonly profile: readonly ('phone' | 'address')[];
  /** The texts that the customer has accepted, in this version or a later one; where the environment requires agreements. */
  readonly agreements: readonly DocumentVersion[];
};

/** The most that may be spent within an interval, in minor units. */
export type Limit = ReadonlyDeep<FeatureResource['limits'][number]>;

/** The European Economic Area, and those with which its payment schemes are shared. */
const singleEuroPaymentsArea = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'LI', 'LT'],
  ...['LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'CH', 'GB', 'AD', 'MC', 'SM', 'VA'],
];
const served = [...singleEuroPaymentsArea, 'US', 'CA', 'AU', 'NZ', 'SG', 'JP'].sort();

/** The caps that a feature sets for the cards of a currency. */
export const limitsIn = ({ caps }: Pick<Feature, 'caps'>, currency: string): readonly Limit[] => {
  const daily = caps * dailyCapIn(currency);
  const amounts = { per_authorization: daily, daily, weekly: 4 * daily, monthly: 10 * daily, yearly: 100 * daily };
  const names = Object.keys(amounts) as (keyof typeof amounts)[];
  return caps === 0 ? [] : names.map((interval) => ({ amount: amounts[interval], currency, interval }));
};

const everybody = { customer_types: ['individual', 'business'], countries: served, minimum_age: 18 } as const;

/** What Stripe asks of cardholders. A later minimum is asked of everybody who wants another card. */
const cardTerms = [{ document: card_user_terms, version: '1' }] as const;

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
    agreements: cardTerms,
    caps: 1,
  },
  physical_cards: {
    ...everybody,
    id: 'physical_cards',
    name: 'Physical cards',
    description: 'Cards that are produced and sent by post.',
    version: 1,
    level: 'standard',
    profile: ['phone', 'address'],
    agreements: cardTerms,
    caps: 1,
  },
  foreign_currency_cards: {
    ...everybody,
    id: 'foreign_currency_cards',
    name: 'Foreign currency cards',
    description: 'Cards in another currency than the account’s, in addition to the feature of the card’s type.',
    version: 1,
    level: 'standard',
    profile: [],
    agreements: [],
    caps: 0,
  },
  higher_limits: {
    ...everybody,
    id: 'higher_limits',
    name: 'Higher limits',
    description: 'Ten times the usual spending caps.',
    version: 1,
    level: 'enhanced',
    profile: [],
    agreements: [],
    caps: 10,
  },
};

/** The texts that features can require, and whose acceptance is read with the customer. */
export const agreedDocuments: readonly string[] = [
  ...new Set(Object.values(features).flatMap(({ agreements }) => agreements.map(({ document }) => document))),
];

/** Whether features require agreements in this environment (`AGREEMENTS`). */
export const agreementsRequired = (environment: Readonly<Record<string, string | undefined>>): boolean =>
  environment.AGREEMENTS === 'required';

/** What a required text is called among requirements. */
export const agreementNeed = ({ document, version }: DocumentVersion) => ({
  code: `agreement.${document}`,
  description: `The customer has accepted ${document}, version ${version} or later.`,
});

const requirements = {
  standard: { code: 'verification.standard', description: 'The identity is verified.' },
  enhanced: { code: 'verification.enhanced', description: 'The identity and the address are verified.' },
  phone: { code: 'profile.phone', description: 'A phone number.' },
  address: { code: 'profile.address', description: 'A postal address.' },
} as const;

/** Limits of features are shown in this currency; those of a card are in its own. */
export const shown_currency = 'USD';

/** The one projection of the catalogue. What the schema does not name is removed when it is checked. */
export const toFeatureResource = (feature: Feature, agreementsRequired: boolean): FeatureResource => {
  const resource: ReadonlyDeep<FeatureResource> = {
    ...feature,
    object: 'feature',
    limits: limitsIn(feature, shown_currency),
    requirements: [
      ...[feature.level, ...feature.profile].map((need) => requirements[need]),
      ...(agreementsRequired ? feature.agreements : []).map(agreementNeed),
    ],
  };
  return resource as FeatureResource;
};
