import assert from 'node:assert/strict';
import type { Feature } from '../../../../functions/identity/catalogues/model.ts';
import type { Customer } from '../../../../functions/identity/customers/model.ts';
import { noProgress } from '../../../../functions/identity/features/eligibility.ts';
import { toFeatureResource } from '../../../../functions/identity/features/model.ts';
import type { Agreements } from '../../../../functions/identity/features/qualification.ts';
import { missingFeature } from '../../../../functions/issuing/cards/eligibility.ts';
import {
  aBusinessCustomer,
  anAddress,
  anIndividual,
  aRepresentative,
  verified,
} from '../../../helpers/fixtures/customers.ts';
import { aDocumentReference } from '../../../helpers/fixtures/documents.ts';
import {
  nothingAgreed,
  someActivations,
  someProgress,
} from '../../../helpers/fixtures/features.ts';
import {
  address,
  codes,
  found,
  higher_limits,
  now,
  person,
  physical_cards,
  virtual_cards,
} from '../../../helpers/requirements.ts';
import { describe, test } from '../../../helpers/tests.ts';

const enhanced = { ...verified, level: 'enhanced' } as const;

const reasons = (...args: Parameters<typeof found>) =>
  found(...args).ineligible_reasons.map(({ code }) => code);

describe('a customer is ineligible, and nothing is asked of it', () => {
  const cases: [reason: string, Customer][] = [
    ['customer_closed', anIndividual({ ...person, status: 'closed' })],
    [
      'customer_suspended',
      anIndividual({ ...person, status: 'suspended', verification: verified }),
    ],
    ['country_not_supported', anIndividual({ ...person, address: anAddress({ country: 'KP' }) })],
    ['country_not_supported', aBusinessCustomer({ incorporation_country: 'KP' })],
    [
      'under_minimum_age',
      aBusinessCustomer({ persons: [aRepresentative({ date_of_birth: '2010-01-01' })] }),
    ],
    [
      'identity_rejected',
      anIndividual({
        ...person,
        verification: { status: 'rejected', level: null, verified_at: null },
      }),
    ],
  ];
  for (const [reason, customer] of cases) {
    test(`${reason}: ${customer.type}`, () => {
      assert.deepEqual(reasons(customer), [reason]);
      assert.equal(found(customer).eligibility, 'ineligible');
      assert.deepEqual(codes(customer), [[], []]);
    });
  }

  test('for a type that the feature is not for', () => {
    const forPeople = {
      ...virtual_cards,
      customer_types: ['individual'],
    } as unknown as typeof virtual_cards;
    assert.deepEqual(reasons(aBusinessCustomer(), noProgress, forPeople), [
      'customer_type_not_supported',
    ]);
  });
});

test('what is not known yet excludes nobody', () => {
  assert.deepEqual(reasons(anIndividual()), []);
  assert.equal(found(anIndividual()).eligibility, 'requirements_due');
});

test('a verified customer is eligible for what its level proves', () => {
  assert.equal(found(anIndividual({ ...person, verification: verified })).eligibility, 'eligible');
  assert.equal(
    found(anIndividual({ ...person, verification: enhanced }), noProgress, higher_limits)
      .eligibility,
    'eligible',
  );
  assert.deepEqual(
    codes(anIndividual({ ...person, verification: verified }), noProgress, higher_limits),
    [
      [
        'document.government_id',
        'document.selfie',
        'document.proof_of_address',
        'verification.enhanced',
      ],
      [],
    ],
  );
});

test('a physical card needs a phone number and an address besides', () => {
  const customer = anIndividual({ ...person, address: null, verification: verified });
  assert.deepEqual(codes(customer, noProgress, physical_cards), [
    ['profile.phone', 'profile.address'],
    [],
  ]);
  assert.deepEqual(
    codes({ ...customer, address, phone: '+441632960961' }, noProgress, physical_cards),
    [[], []],
  );
});

test('a new card needs all that the activation needed, whatever is still active', () => {
  const holder = anIndividual({ ...person, phone: '+441632960961', verification: verified });
  const active = someActivations(holder, ['virtual_cards', 'physical_cards'], now);
  const missing = (
    over: Partial<typeof holder>,
    type: 'virtual' | 'physical' = 'physical',
    agreements: Agreements = nothingAgreed,
  ) => {
    const snapshot = {
      customer: { ...holder, ...over },
      activations: active,
      agreements,
      openVerificationId: undefined,
    };
    return missingFeature(snapshot, { type, currency: 'USD' }, 'USD', now);
  };
  assert.equal(missing({}), undefined);
  assert.deepEqual(
    [missing({ phone: null }), missing({ phone: null }, 'virtual')],
    ['physical_cards', undefined],
  );
  assert.equal(missing({ address: anAddress({ country: 'KP' }) }, 'virtual'), 'virtual_cards');
  assert.equal(missing({ address: null }, 'virtual'), 'virtual_cards');
  assert.equal(missing({ status: 'suspended' }, 'virtual'), 'virtual_cards');
  assert.equal(missing({}, 'virtual', { required: true, accepted: [] }), 'virtual_cards');
});

describe('where agreements are required', () => {
  const accepting = (...versions: string[]): Agreements => ({
    required: true,
    accepted: versions.map((version) => ({
      document: 'card_user_terms',
      version,
      agreement_id: 'agr_1',
    })),
  });
  const proven = anIndividual({ ...person, verification: verified });

  test('cards need the terms of their issuer, with the call that records them', () => {
    assert.deepEqual(
      found(proven, noProgress, virtual_cards, accepting()).requirements.currently_due,
      [
        {
          code: 'agreement.card_user_terms',
          description: 'The customer has accepted card_user_terms, version 1 or later.',
          resolve_with: {
            method: 'POST',
            path: `customers/${proven.id}/agreements`,
            body: { document: 'card_user_terms', version: '1', accepted_at: null, ip: null },
          },
          alternatives: [],
        },
      ],
    );
    assert.equal(
      found(proven, noProgress, virtual_cards, accepting('2026-11-01')).eligibility,
      'eligible',
    );
    assert.equal(
      found(proven, noProgress, virtual_cards, accepting('0.9')).eligibility,
      'requirements_due',
    );
    assert.equal(
      toFeatureResource(virtual_cards, true).requirements.at(-1)?.code,
      'agreement.card_user_terms',
    );
  });

  test('other features need none, nor do cards where they are not', () => {
    const enhancedOne = anIndividual({ ...person, verification: enhanced });
    assert.equal(
      found(enhancedOne, noProgress, higher_limits, accepting()).eligibility,
      'eligible',
    );
    assert.equal(found(proven).eligibility, 'eligible');
    assert.equal(toFeatureResource(virtual_cards, false).requirements.length, 1);
  });

  test('what a lower minimum let through stays active', () => {
    assert.deepEqual(found(proven, noProgress, virtual_cards, accepting()).suspension_causes, []);
  });
});

test('a fresh business is asked for those who act for it, its owners and its registration', () => {
  assert.deepEqual(codes(aBusinessCustomer()), [
    [
      'profile.address',
      'persons.representative',
      'persons.controller',
      'persons.owners_declared',
      'document.company_registration',
      'verification.standard',
    ],
    [],
  ]);
});

test('of a business the representative proves an identity, at the level enhanced each by whom it is known', () => {
  const persons = [
    aRepresentative({ id: 'prs_1', roles: ['representative'] }),
    aRepresentative({ id: 'prs_2', roles: ['controller'] }),
    aRepresentative({ id: 'prs_3', roles: ['owner'], ownership_percent: 25 }),
    aRepresentative({ id: 'prs_4', roles: ['owner', 'director'], ownership_percent: 24 }),
  ];
  const company = aBusinessCustomer({ address, owners_declared_at: now.toISOString(), persons });
  const proofsAsked = (feature: Feature) =>
    codes(company, noProgress, feature)[0]?.filter((code) => code.includes('document.'));
  const of = (id: string, ...proofs: string[]) =>
    proofs.map((proof) => `persons.${id}.document.${proof}`);
  const all = ['government_id', 'selfie', 'proof_of_address'];
  assert.deepEqual(proofsAsked(virtual_cards), [
    'document.company_registration',
    ...of('prs_1', 'government_id', 'selfie'),
  ]);
  assert.deepEqual(proofsAsked(higher_limits), [
    'document.company_registration',
    ...['prs_1', 'prs_2', 'prs_3'].flatMap((id) => of(id, ...all)),
  ]);
});

test('a document of one person proves nothing of another', () => {
  const company = aBusinessCustomer({ address, persons: [aRepresentative({ id: 'prs_1' })] });
  const open = (person: string | null) => {
    const passport = aDocumentReference('passport', 'accepted', 'front', person);
    return codes(company, someProgress([passport]))[0]?.filter((code) =>
      code.endsWith('document.government_id'),
    );
  };
  assert.deepEqual(
    [open('prs_1'), open('prs_2'), open(null)],
    [[], ...Array(2).fill(['persons.prs_1.document.government_id'])],
  );
});
