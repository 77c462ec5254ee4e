import type { DocumentVersion } from '../agreements/model.ts';
import { currentCatalogue, dailyCapIn } from '../catalogue.ts';
import type { Feature } from '../catalogues/model.ts';
import type { ReadonlyDeep } from '../json.ts';
import type { FeatureResource } from './schema.ts';
import type { FeatureId } from './states.ts';

/** The most that may be spent within an interval, in minor units. */
export type Limit = ReadonlyDeep<FeatureResource['limits'][number]>;

/** The feature of an id of the catalogue; the schemas of input let no other id in. */
export const featureOf = (asked: FeatureId): Feature => {
  const found = currentCatalogue.features.find(({ id }) => id === asked);
  if (!found) throw new Error(`The catalogue has no feature ${asked}.`);
  return found;
};

/** The caps that a feature sets for the cards of a currency. */
export const limitsIn = ({ caps }: Pick<Feature, 'caps'>, currency: string): readonly Limit[] => {
  const daily = caps * dailyCapIn(currency);
  const multiples = { per_authorization: 1, daily: 1, ...currentCatalogue.multiples };
  const names = Object.keys(multiples) as (keyof typeof multiples)[];
  return caps === 0 ? [] : names.map((interval) => ({ amount: multiples[interval] * daily, currency, interval }));
};

/** The texts that features can require, and whose acceptance is read with the customer. */
export const agreedDocuments: readonly string[] = [
  ...new Set(currentCatalogue.features.flatMap(({ agreements }) => agreements.map(({ document }) => document))),
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

/** The one projection of the catalogue. What the schema does not name is removed when it is checked. */
export const toFeatureResource = (feature: Feature, agreementsRequired: boolean): FeatureResource => {
  const resource: ReadonlyDeep<FeatureResource> = {
    ...feature,
    object: 'feature',
    retired_on: feature.retired_on ?? null,
    limits: limitsIn(feature, currentCatalogue.currency),
    requirements: [
      ...[feature.level, ...feature.profile].map((need) => requirements[need]),
      ...(agreementsRequired ? feature.agreements : []).map(agreementNeed),
    ],
  };
  return resource as FeatureResource;
};
