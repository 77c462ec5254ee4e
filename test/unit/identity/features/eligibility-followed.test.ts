import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ResolvingCall } from '../../../../functions/core/requirement-schema.ts';
import { currentCatalogue } from '../../../../functions/identity/catalogues/catalogue.ts';
import type { Feature } from '../../../../functions/identity/catalogues/model.ts';
import {
  addressesOf,
  type Customer,
  identityOf,
} from '../../../../functions/identity/customers/model.ts';
import type { Person } from '../../../../functions/identity/customers/persons.ts';
import { eligibilityOf } from '../../../../functions/identity/features/eligibility.ts';
import { isEligible } from '../../../../functions/identity/features/qualification.ts';
import type {
  DocumentReference,
  LastDecision,
} from '../../../../functions/identity/verifications/documents.ts';
import {
  codesLeadingTo,
  type VerificationErrorCode,
} from '../../../../functions/identity/verifications/errors.ts';
import {
  aBusinessCustomer,
  anAddress,
  anIndividual,
  aPerson,
} from '../../../helpers/fixtures/customers.ts';
import { aDocumentReference } from '../../../helpers/fixtures/documents.ts';
import { neverDecided, someProgress } from '../../../helpers/fixtures/features.ts';
import { afterCall, type World } from '../../../helpers/following.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { trials } from '../../../helpers/trials.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const personIds = ['prs_1', 'prs_2', 'prs_3'] as const;
const maybe = <T>(value: T) => fc.constantFrom(value, null);

const address = fc.option(
  fc.record({
    line1: maybe('a'),
    city: maybe('b'),
    postal_code: maybe('SW1Y 4JH'),
    country: fc.constantFrom('GB', 'KP', null),
  }),
  { nil: null },
);
const addressed = address.map((members) => members && anAddress(members));
const shared = {
  status: fc.constantFrom('active', 'active', 'active', 'suspended', 'closed'),
  phone: maybe('+441632960961'),
  address: addressed,
  verification: fc.constantFrom(
    { status: 'unverified', level: null, verified_at: null },
    { status: 'pending', level: null, verified_at: null },
    { status: 'rejected', level: null, verified_at: null },
    { status: 'verified', level: 'standard', verified_at: '2026-02-03T04:05:06.789Z' },
    { status: 'verified', level: 'enhanced', verified_at: '2026-02-03T04:05:06.789Z' },
  ),
} as const;
const birth = fc.constantFrom('1990-04-23', '2015-01-01', null);
const individual = fc
  .record({ ...shared, date_of_birth: birth, nationality: maybe('GB') })
  .map((fields) => anIndividual(fields as Parameters<typeof anIndividual>[0]));
const someone = fc
  .record({
    roles: fc.constantFrom(
      ['representative'],
      ['controller'],
      ['representative', 'controller'],
      ['director'],
      ['owner'],
    ),
    ownership_percent: fc.constantFrom(10, 30),
    date_of_birth: birth,
    nationality: maybe('GB'),
    address: addressed,
  })
  .map((fields) => fields as Partial<Person>);
const isRepresentative = ({ roles = [] }: Partial<Person>) => roles.includes('representative');
/** One represents the business at most. */
const persons = fc
  .array(someone, { maxLength: 3 })
  .map((all) => all.filter((one) => !isRepresentative(one) || one === all.find(isRepresentative)))
  .map((all) => all.map((one, position) => aPerson({ ...one, id: personIds[position] ?? '' })));
const business = fc
  .record({
    ...shared,
    persons,
    incorporation_country: fc.constantFrom('GB', 'KP'),
    owners_declared_at: maybe('2026-02-03T04:05:06.789Z'),
    ownership_exemption: maybe('listed'),
  })
  .map((fields) => aBusinessCustomer(fields as Parameters<typeof aBusinessCustomer>[0]));
const customer: fc.Arbitrary<Customer> = fc.oneof(individual, business);

const paper = fc
  .tuple(
    fc.constantFrom(
      'passport',
      'national_id',
      'selfie',
      'proof_of_address',
      'company_registration',
    ),
    fc.constantFrom('awaiting_upload', 'processing', 'accepted', 'rejected', 'expired'),
    fc.constantFrom('front', 'back'),
    fc.constantFrom(null, null, ...personIds),
  )
  .map(([type, status, side, person]) =>
    aDocumentReference(
      type as 'passport',
      status as 'accepted',
      type === 'passport' ? 'front' : type === 'national_id' ? (side as 'front') : null,
      person,
    ),
  );
const progress = fc
  .tuple(
    fc.array(paper, { maxLength: 6 }),
    fc.nat(6),
    fc.constantFrom(undefined, 'standard', 'enhanced'),
    fc.constantFrom('requires_input', 'processing'),
  )
  .map(([documentReferences, some, level, status]) =>
    someProgress(
      documentReferences,
      level && {
        level: level as 'standard',
        status: status as 'processing',
        named: documentReferences.slice(0, some),
      },
    ),
  );
const refusal = fc.constantFrom(undefined, ...codesLeadingTo('requires_input'));
/** Something open, which may have been decided against: then over the customer as it is, and some of its documents. */
const world: fc.Arbitrary<World> = fc
  .tuple(customer, progress, refusal, fc.nat(6), fc.boolean())
  .map(([customer, { verification, documentReferences }, code, tried, required]) => ({
    customer,
    agreements: { required, accepted: [] },
    progress: {
      documentReferences,
      verification: verification && {
        ...verification,
        ...refusedFor(code, customer, documentReferences.named.slice(0, tried)),
      },
    },
  }));

const refusedFor = (
  code: VerificationErrorCode | undefined,
  customer: Customer,
  tried: readonly DocumentReference[],
): LastDecision =>
  code === undefined
    ? neverDecided
    : {
        ...neverDecided,
        last_error: { code, message: '', retryable: true },
        identity: identityOf(customer),
        addresses: addressesOf(customer),
        tried_document_ids: tried.map(({ id }) => id),
      };
const feature: fc.Arbitrary<Feature> = fc.constantFrom(...currentCatalogue.features);

const lookAt = (world: World, feature: Feature) =>
  eligibilityOf(feature, { ...world, activations: [] }, world.progress, now);
/** Whether a requirement is of the person that a call adds, or whose roles it changes. */
const isOfPersonBy = (
  { path, body }: ResolvingCall,
  { customer }: World,
  code: string,
): boolean => {
  const changed = path.endsWith('/persons')
    ? `prs_${customer.persons.length + 1}`
    : path.replace('persons/', '');
  return body !== null && 'roles' in body && code.startsWith(`persons.${changed}.`);
};
const codesOf = (world: World, feature: Feature) => {
  const { currently_due, pending_verification } = lookAt(world, feature).requirements;
  return [...currently_due, ...pending_verification].map(({ code }) => code);
};

describe('for every customer and whatever is open', () => {
  test('meeting a requirement never adds another, but of a person who has come by it', () => {
    fc.assert(
      fc.property(world, feature, (before, feature) => {
        const asked = codesOf(before, feature);
        for (const { resolve_with, alternatives } of lookAt(before, feature).requirements
          .currently_due) {
          for (const call of [resolve_with, ...alternatives]) {
            if (!call) continue;
            const left = codesOf(afterCall(before, call, feature), feature);
            assert.deepEqual(
              left.filter((code) => !asked.includes(code) && !isOfPersonBy(call, before, code)),
              [],
              `${call.method} ${call.path}`,
            );
          }
        }
      }),
      { numRuns: trials(2_000) },
    );
  });

  test('no requirement stands twice, and each that is due has a call with real ids', () => {
    fc.assert(
      fc.property(world, feature, (world, feature) => {
        const codes = codesOf(world, feature);
        assert.equal(new Set(codes).size, codes.length);
        const { currently_due, pending_verification } = lookAt(world, feature).requirements;
        for (const { resolve_with } of currently_due)
          assert.match(resolve_with?.path ?? '', /^[a-z]+\/(cus|doc|idv|prs)_/);
        for (const { resolve_with } of pending_verification) assert.equal(resolve_with, null);
      }),
      { numRuns: trials(2_000) },
    );
  });

  test('who is ineligible is asked for nothing, and who is eligible has nothing left', () => {
    fc.assert(
      fc.property(world, feature, (world, feature) => {
        const { eligibility, ineligible_reasons } = lookAt(world, feature);
        assert.equal(eligibility === 'ineligible', ineligible_reasons.length > 0);
        assert.equal(eligibility === 'requirements_due', codesOf(world, feature).length > 0);
        assert.equal(
          isEligible(feature, { ...world, activations: [] }, now),
          eligibility === 'eligible',
        );
      }),
      { numRuns: trials(2_000) },
    );
  });

  test('making the first call again and again leads to the feature, unless the way ends in waiting or in a reason', () => {
    fc.assert(
      fc.property(world, feature, (start, feature) => {
        let world = start;
        for (let calls = 0; calls < 100; calls++) {
          const { eligibility, requirements } = lookAt(world, feature);
          const [first] = requirements.currently_due;
          if (eligibility !== 'requirements_due' || !first?.resolve_with) {
            const waits = requirements.pending_verification.length > 0;
            assert.ok(eligibility !== 'requirements_due' || waits);
            return;
          }
          world = afterCall(world, first.resolve_with, feature);
        }
        assert.fail('a hundred calls did not suffice');
      }),
      { numRuns: trials(2_000) },
    );
  });
});
