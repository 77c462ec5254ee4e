import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mergePatch } from '../../functions/core/json.ts';
import { catalogues } from '../../functions/identity/catalogues/catalogue.ts';
import type { Catalogue, Feature } from '../../functions/identity/catalogues/model.ts';
import { catalogueErrors } from '../../lib/catalogue-errors.ts';
import { chosenEnvironments } from '../../lib/settings.ts';

const { standard } = catalogues;

/** The standard catalogue with changes, as somebody could write it who casts. */
const changed = (changes: object): Catalogue => mergePatch(standard, changes) as Catalogue;

const withFeature = (changes: object): Catalogue => {
  const [first, ...others] = standard.features;
  return { ...standard, features: [{ ...first, ...changes } as Feature, ...others] };
};

describe('a catalogue', () => {
  for (const [name, catalogue] of Object.entries(catalogues))
    test(`${name} is valid`, () => assert.deepEqual(catalogueErrors(catalogue), []));

  const broken: [Catalogue, string | RegExp][] = [
    [changed({ currency: 'XAU' }), 'currency must be one of daily_caps'],
    [changed({ daily_caps: { EURO: 1 } }), /^daily_caps\.EURO must be a currency of ISO 4217/],
    [
      changed({ daily_caps: { HRK: 1 } }),
      'daily_caps must not have HRK, which was withdrawn (currencies.ts)',
    ],
    [
      changed({ daily_caps: { EUR: -1 } }),
      /^daily_caps\.EUR must be a whole number from 1 to 1000000000000$/,
    ],
    [changed({ daily_caps: { EUR: 1e13 } }), /^daily_caps\.EUR must be/],
    [changed({ multiples: { weekly: 0 } }), 'multiples.weekly must be a whole number from 1'],
    [
      changed({ multiples: { monthly: 3 } }),
      /^multiples\.monthly must be a whole number, at least that of weekly/,
    ],
    [
      changed({ multiples: { yearly: 1000 } }),
      'multiples.yearly times the highest caps of a feature must be at most 9007',
    ],
    [changed({ documents: { selfie: [] } }), /^documents\.selfie must have a type of document/],
    [
      changed({ documents: { selfie: ['selfie', 'selfie'] } }),
      'documents.selfie must have each type once',
    ],
    [
      changed({ documents: { selfie: ['portrait'] } }),
      /^documents\.selfie must have types .* instead of portrait: passport/,
    ],
    [
      changed({ proofs: { business: ['trust_deed'] } }),
      /^proofs of business must be of documents instead of trust_deed/,
    ],
    [
      changed({ proofs: { person: { enhanced: ['selfie'] } } }),
      /^proofs\.person\.enhanced must have all that standard has/,
    ],
    [
      { ...standard, cards: { ...standard.cards, virtual: null, physical: null } },
      /^cards must have a feature for virtual or/,
    ],
    [
      changed({ cards: { physical: 'metal_cards' } }),
      /^cards\.physical must be a feature .* instead of metal_cards: virtual/,
    ],
    [
      changed({ cards: { raising_caps: ['more'] } }),
      /^cards\.raising_caps must be a feature .* instead of more/,
    ],
    [withFeature({ caps: 0 }), /^features\.virtual_cards\.caps must be at least 1/],
    [withFeature({ id: 'higher_limits' }), 'features.higher_limits must be there once'],
    [withFeature({ id: 'Cards' }), /^features\[0]\.id must be 2 to 40 small letters/],
    [
      withFeature({ level: 'gold' }),
      /^features\.virtual_cards\.level must be standard or enhanced instead of gold/,
    ],
    [
      withFeature({ countries: ['GB', 'UK'] }),
      /^features\.virtual_cards\.countries .* such as GB, instead of UK/,
    ],
    [
      withFeature({ retired_on: '2027-02-30' }),
      /^features\.virtual_cards\.retired_on must be a day such as/,
    ],
    [
      withFeature({ minimum_age: 16 }),
      'features.virtual_cards.minimum_age must be a whole number from 18 to 120',
    ],
    [
      withFeature({ agreements: [{ document: 'terms', version: 'v1' }] }),
      /^features\.virtual_cards\.agreements must have/,
    ],
  ];
  for (const [catalogue, sentence] of broken)
    test(`is not valid where ${sentence}`, () => {
      const errors = catalogueErrors(catalogue);
      const says =
        typeof sentence === 'string'
          ? (one: string) => one === sentence
          : (one: string) => sentence.test(one);
      assert.ok(errors.some(says), JSON.stringify(errors));
    });
});

const americans = catalogues.united_states.features.map(({ id }) => id);

describe('the setting catalogue', () => {
  const refusal = (sandbox: object) =>
    assert.throws.bind(null, () => chosenEnvironments({ settings: { sandbox } }));

  test('chooses the catalogue of an environment', () => {
    const settings = { sandbox: { catalogue: 'united_states', heldFeatures: americans } };
    assert.deepEqual(
      chosenEnvironments({ settings }).map(({ catalogue }) => catalogue),
      ['united_states', undefined],
    );
  });

  test('must be one that there is, and fit what else is set', () => {
    refusal({ catalogue: 'moon' })(
      /settings\.sandbox\.catalogue must be one of standard, united_states/,
    );
    refusal({ catalogue: 'united_states', heldFeatures: americans, dailyCaps: { EUR: 1 } })(
      /catalogue united_states is not valid for sandbox: daily_caps must have EUR, of which the setting/,
    );
  });

  test('loses no feature that customers of a deployed environment may have, and forgets none', () => {
    refusal({ catalogue: 'united_states' })(
      /for sandbox: features must have virtual_cards, which customers may have: give it retired_on, and leave it until/,
    );
    refusal({ heldFeatures: ['virtual_cards'] })(
      /the setting heldFeatures must have physical_cards, so that/,
    );
    chosenEnvironments({ local: true, settings: { sandbox: { catalogue: 'united_states' } } });
  });
});
