import { withdrawnDetail } from '../functions/core/currencies.ts';
import { CalendarDate, CurrencyCode } from '../functions/core/fields.ts';
import { catalogueNamed } from '../functions/identity/catalogues/catalogue.ts';
import type { Catalogue, Feature } from '../functions/identity/catalogues/model.ts';
import { CountryCode } from '../functions/identity/customers/address-schema.ts';
import { verificationLevels } from '../functions/identity/customers/persons.ts';
import { documentTypes } from '../functions/identity/documents/states.ts';
import type { Environment } from './environments.ts';
import { daily_cap_max } from './issuer-and-verifier-settings.ts';

/** A place of a catalogue, and what it must be or have. */
type Rule = readonly [holds: boolean, sentence: string];

/**
 * The errors in an environment's catalogue: in the catalogue itself, and against the environment's
 * other settings.
 */
export const environmentCatalogueErrors = (
  environment: Environment,
  isDeployed: boolean,
): string[] => {
  const { identityVerifier, dailyCaps = {}, heldFeatures } = environment;
  const catalogue = catalogueNamed(environment.catalogue);
  const { standard } = catalogue.proofs.person;
  const ids = catalogue.features.map(({ id }) => id);
  const compares = identityVerifier === 'aws' || identityVerifier === 'onfido';
  return [
    ...catalogueErrors(catalogue),
    ...broken([
      ...(isDeployed ? heldFeatures : []).map(
        (id): Rule => [
          ids.includes(id),
          `features must have ${id}, which customers may have: give it retired_on, and leave it until that day is over`,
        ],
      ),
      ...(isDeployed ? ids : []).map(
        (id): Rule => [
          heldFeatures.includes(id),
          `the setting heldFeatures must have ${id}, so that it is not removed while customers have it`,
        ],
      ),
      [
        !compares || (standard.includes('government_id') && standard.includes('selfie')),
        `proofs.person.standard must have government_id and selfie, which ${identityVerifier} compares`,
      ],
      ...Object.keys(dailyCaps).map(
        (code): Rule => [
          Object.hasOwn(catalogue.daily_caps, code),
          `daily_caps must have ${code}, of which the setting dailyCaps has an amount`,
        ],
      ),
    ]),
  ];
};

/** The errors in a catalogue: sentences that name the place and say what it must be. */
export const catalogueErrors = (catalogue: Catalogue): string[] =>
  broken([
    ...capRules(catalogue),
    ...proofRules(catalogue),
    ...cardRules(catalogue),
    ...catalogue.features.flatMap((feature, position) =>
      featureRules(catalogue, feature, position),
    ),
  ]);

const broken = (rules: readonly Rule[]): string[] =>
  rules.flatMap(([holds, sentence]) => (holds ? [] : [sentence]));

const isWhole = (value: number, least: number, most = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most;

const isListed = (value: string, all: readonly string[]): boolean => all.includes(value);

const capRules = ({ currency, daily_caps, multiples, features }: Catalogue): Rule[] => {
  const { weekly, monthly, yearly } = multiples;
  const highest = Math.max(1, ...features.map(({ caps }) => caps));
  const most = Math.floor(Number.MAX_SAFE_INTEGER / daily_cap_max);
  return [
    [Object.hasOwn(daily_caps, currency), 'currency must be one of daily_caps'],
    ...Object.entries(daily_caps).flatMap(([code, amount]): Rule[] => [
      [
        CurrencyCode.safeParse(code).success,
        `daily_caps.${code} must be a currency of ISO 4217 in capitals, such as USD`,
      ],
      [
        withdrawnDetail(code) === undefined,
        `daily_caps must not have ${code}, which was withdrawn (currencies.ts)`,
      ],
      [
        isWhole(amount, 1, daily_cap_max),
        `daily_caps.${code} must be a whole number from 1 to ${daily_cap_max}`,
      ],
    ]),
    [isWhole(weekly, 1), 'multiples.weekly must be a whole number from 1'],
    [isWhole(monthly, weekly), 'multiples.monthly must be a whole number, at least that of weekly'],
    [isWhole(yearly, monthly), 'multiples.yearly must be a whole number, at least that of monthly'],
    [
      yearly * highest <= most,
      `multiples.yearly times the highest caps of a feature must be at most ${most}`,
    ],
  ];
};

const proofRules = ({ documents, proofs: { person, business } }: Catalogue): Rule[] => {
  const asked = Object.entries({ ...person, business });
  return [
    ...Object.entries(documents).flatMap(([proof, types]): Rule[] => [
      [
        types.length > 0,
        `documents.${proof} must have a type of document, or nobody could prove it`,
      ],
      [new Set(types).size === types.length, `documents.${proof} must have each type once`],
      ...types.map(
        (type): Rule => [
          isListed(type, documentTypes),
          `documents.${proof} must have types of documents instead of ${type}: ${documentTypes.join(', ')}`,
        ],
      ),
    ]),
    ...asked.flatMap(([place, proofs]) =>
      proofs.map(
        (proof): Rule => [
          Object.hasOwn(documents, proof),
          `proofs of ${place} must be of documents instead of ${proof}: ${Object.keys(documents).join(', ')}`,
        ],
      ),
    ),
    [person.standard.length > 0, 'proofs.person.standard must have one proof at least'],
    [
      person.standard.every((proof) => person.enhanced.includes(proof)),
      'proofs.person.enhanced must have all that standard has: each level includes those before it',
    ],
  ];
};

const cardRules = ({ cards, features }: Catalogue): Rule[] => {
  const ids = features.map(({ id }) => id);
  const { raising_caps, ...needed } = cards;
  const named = [
    ...Object.entries(needed),
    ...raising_caps.map((id) => ['raising_caps', id] as const),
  ];
  return [
    [
      cards.virtual !== null || cards.physical !== null,
      'cards must have a feature for virtual or for physical cards',
    ],
    ...named.map(
      ([place, id]): Rule => [
        id === null || ids.includes(id),
        `cards.${place} must be a feature of the catalogue instead of ${id}: ${ids.join(', ')}`,
      ],
    ),
    ...features
      .filter(({ id }) => id === cards.virtual || id === cards.physical)
      .map(
        ({ id, caps }): Rule => [
          caps >= 1,
          `features.${id}.caps must be at least 1: without, its cards had no caps`,
        ],
      ),
  ];
};

const featureRules = ({ features }: Catalogue, feature: Feature, position: number): Rule[] => {
  const {
    id,
    version,
    customer_types,
    countries,
    minimum_age,
    level,
    caps,
    agreements,
    retired_on,
  } = feature;
  const place = `features.${id}`;
  return [
    [
      /^[a-z][a-z0-9_]{1,39}$/.test(id) && id !== 'not_offered',
      `features[${position}].id must be 2 to 40 small letters, digits and _, beginning with a letter`,
    ],
    [features.findIndex((one) => one.id === id) === position, `${place} must be there once`],
    [isWhole(version, 1), `${place}.version must be a whole number from 1`],
    [customer_types.length > 0, `${place}.customer_types must have individual or business`],
    [countries.length > 0, `${place}.countries must have a country`],
    ...countries.map(
      (code): Rule => [
        CountryCode.safeParse(code).success,
        `${place}.countries must have codes of ISO 3166-1 in capitals, such as GB, instead of ${code}`,
      ],
    ),
    [isWhole(minimum_age, 18, 120), `${place}.minimum_age must be a whole number from 18 to 120`],
    [
      isListed(level, verificationLevels),
      `${place}.level must be ${verificationLevels.join(' or ')} instead of ${level}`,
    ],
    [
      retired_on === undefined || CalendarDate.safeParse(retired_on).success,
      `${place}.retired_on must be a day such as 2027-03-31 instead of ${retired_on}`,
    ],
    [isWhole(caps, 0), `${place}.caps must be a whole number from 0`],
    ...agreements.map(
      ({ document, version }): Rule => [
        /^[a-z][a-z0-9_]*$/.test(document) && /^\d+(\.\d+)*$/.test(version),
        `${place}.agreements must have a name such as card_user_terms and a version such as 1.2`,
      ],
    ),
  ];
};
