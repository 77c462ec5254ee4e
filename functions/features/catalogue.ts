import { card_user_terms, type DocumentVersion } from '../agreements/model.ts';
import type { ReadonlyDeep } from '../json.ts';
import type { VerificationLevel } from '../verifications/states.ts';
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

/**
 * The usual cap of a day, by the currency of the card: minor units, each worth about 5 000 US dollars. Cards are offered in
 * these currencies. To change an amount or to add a currency is a change of this table alone.
 */
const daily_caps: Readonly<Record<string, number>> = {
  ...{ AED: 1_800_000, AUD: 750_000, BGN: 900_000, BHD: 1_900_000, BRL: 2_500_000, CAD: 700_000, CHF: 450_000 },
  ...{ CLP: 4_500_000, CNY: 3_500_000, COP: 2_000_000_000, CZK: 11_000_000, DKK: 3_500_000, EUR: 500_000 },
  ...{ GBP: 400_000, HKD: 4_000_000, HUF: 180_000_000, IDR: 8_000_000_000, ILS: 1_800_000, INR: 42_000_000 },
  ...{ ISK: 650_000, JOD: 3_500_000, JPY: 750_000, KRW: 7_000_000, KWD: 1_500_000, MXN: 9_000_000, MYR: 2_200_000 },
  ...{ NOK: 5_000_000, NZD: 850_000, OMR: 1_900_000, PEN: 1_900_000, PHP: 28_000_000, PLN: 2_000_000, QAR: 1_800_000 },
  ...{ RON: 2_300_000, SAR: 1_900_000, SEK: 5_000_000, SGD: 650_000, THB: 17_000_000, TND: 15_000_000 },
  ...{ TRY: 20_000_000, TWD: 16_000_000, UAH: 20_000_000, USD: 500_000, VND: 125_000_000, ZAR: 9_000_000 },
};

/** The currencies that cards are offered in. */
export const cardCurrencies: readonly string[] = Object.keys(daily_caps);

/** The usual cap of a day in a currency; without one nothing can be spent. */
export const dailyCapIn = (currency: string): number =>
  Object.hasOwn(daily_caps, currency) ? (daily_caps[currency] ?? 0) : 0;

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
