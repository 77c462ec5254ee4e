import assert from 'node:assert/strict';
import type { ResolvingCall } from '../../../../functions/core/requirement-schema.ts';
import type { Customer } from '../../../../functions/identity/customers/model.ts';
import type { VerificationLevel } from '../../../../functions/identity/customers/persons.ts';
import { decidedVerification } from '../../../../functions/identity/verifications/decision.ts';
import { proofsOf, sidesNeeded } from '../../../../functions/identity/verifications/documents.ts';
import {
  codesLeadingTo,
  type VerificationErrorCode,
} from '../../../../functions/identity/verifications/errors.ts';
import {
  changeDocuments,
  submittedVerification,
  type Verification,
} from '../../../../functions/identity/verifications/model.ts';
import {
  documentReferencesNaming,
  verificationRequirements,
} from '../../../../functions/identity/verifications/requirements.ts';
import { chosenVerifier } from '../../../../functions/identity/verifiers/chosen.ts';
import { durations } from '../../../helpers/durations.ts';
import {
  aBusinessCustomer,
  aCompletePerson,
  anAddress,
  aPerson,
} from '../../../helpers/fixtures/customers.ts';
import { aDocumentReference } from '../../../helpers/fixtures/documents.ts';
import { nothingAgreed } from '../../../helpers/fixtures/features.ts';
import { subjectOfCustomer } from '../../../helpers/fixtures/subjects.ts';
import { aStoredVerification } from '../../../helpers/fixtures/verifications.ts';
import { afterCall } from '../../../helpers/following.ts';
import { describe, test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const simulator = chosenVerifier('simulator');
const address = anAddress({ line1: 'a', city: 'b', postal_code: 'SW1Y 4JH', country: 'FR' });
const person = {
  first_name: 'A',
  last_name: 'B',
  date_of_birth: '1980-01-01',
  nationality: 'FR',
  address,
};

type World = {
  readonly customer: Customer;
  readonly verification: Verification;
  readonly documentReferences: Parameters<typeof documentReferencesNaming>[1];
};

/** A customer of a type by a last name, from whose verification nothing is missing. */
const ready = (type: Customer['type'], level: VerificationLevel, last_name: string): World => {
  const profile = { ...person, last_name };
  const representative = aPerson({ ...profile, id: 'prs_1', roles: ['representative'] });
  const controller = aPerson({ ...person, id: 'prs_2', roles: ['controller'] });
  const ofBusiness = {
    address,
    owners_declared_at: now.toISOString(),
    persons: [controller, representative],
  };
  const customer = type === 'individual' ? aCompletePerson(profile) : aBusinessCustomer(ofBusiness);
  const named = proofsOf(customer, level).flatMap(({ choices, person_id }) =>
    choices
      .slice(0, 1)
      .flatMap((one) =>
        sidesNeeded(one).map((side) => aDocumentReference(one, 'accepted', side, person_id)),
      ),
  );
  const verification = aStoredVerification({ level, document_ids: named.map(({ id }) => id) });
  return { customer, verification, documentReferences: { named, others: [] } };
};

const due = ({ verification, customer, documentReferences }: World) =>
  verificationRequirements(verification, customer, documentReferences);

const submitted = (world: World): World => {
  const { verification, customer } = world;
  return {
    ...world,
    verification: submittedVerification(verification, customer, due(world), { now, durations })
      .after,
  };
};

/** The verification as the sandbox decides it. */
const decided = async (world: World): Promise<World> => {
  const opinion = await simulator.look(
    'reference',
    subjectOfCustomer(world.customer, world.verification),
  );
  if (!('code' in opinion) && opinion.outcome !== 'verified') throw new Error('nobody decides');
  return {
    ...world,
    verification: decidedVerification(world.verification, world.customer, opinion, now)
      ?.after as never,
  };
};

/** The world after a caller has made a call and everything that it set going has gone well. */
const after = (
  { customer, verification, documentReferences }: World,
  call: ResolvingCall,
): World => {
  if (call.path.startsWith('verifications/')) {
    const { document_ids } = call.body as { document_ids: string[] };
    const changed = changeDocuments(verification, document_ids, now);
    return {
      customer,
      verification: changed?.after ?? verification,
      documentReferences: documentReferencesNaming(document_ids, documentReferences),
    };
  }
  const world = {
    customer,
    agreements: nothingAgreed,
    progress: { verification, documentReferences },
  };
  const next = afterCall(world, call, {} as never);
  return {
    customer: next.customer,
    verification,
    documentReferences: next.progress.documentReferences,
  };
};

/** Makes the first call, or the one given first, until nothing is due; answers what was called. */
const followed = (
  start: World,
  first?: ResolvingCall,
): { readonly world: World; readonly calls: string[] } => {
  let world = first ? after(start, first) : start;
  const calls = first ? [`${first.method} ${JSON.stringify(first.body)}`] : [];
  for (let more = 0; more < 10; more++) {
    const [next] = due(world).currently_due;
    if (!next?.resolve_with) return { world, calls };
    calls.push(next.code);
    world = after(world, next.resolve_with);
  }
  return assert.fail(`following leads nowhere: ${calls.join(', ')}`);
};

const nameOf = (code: VerificationErrorCode) => code.replaceAll('_', ' ');
const levels = ['standard', 'enhanced'] as const;
const types = ['individual', 'business'] as const;

for (const type of types)
  for (const level of levels)
    for (const code of codesLeadingTo('requires_input'))
      describe(`${code} of a ${type}, ${level}`, () => {
        const refused = () => decided(submitted(ready(type, level, nameOf(code))));

        test('asks for better input first: nothing can be submitted as it was', async () => {
          const world = await refused();
          assert.equal(world.verification.last_error?.code, code);
          assert.throws(() => submitted(world), { code: 'verification_requirements_due' });
        });

        test('is fixed by each call that is offered, followed to its end, and the sandbox verifies it', async () => {
          const world = await refused();
          const [requirement] = due(world).currently_due;
          const offered = [requirement?.resolve_with, ...(requirement?.alternatives ?? [])].filter(
            (one) => one !== null,
          );
          for (const call of offered) {
            const { world: remedied } = followed(world, call);
            assert.equal(
              (await decided(submitted(remedied))).verification.status,
              'verified',
              JSON.stringify(call),
            );
          }
        });

        test('that is decided again asks again, and for nothing that was tried', async () => {
          const { world: remedied } = followed(await refused());
          const again = submitted(remedied);
          const verification = decidedVerification(
            again.verification,
            again.customer,
            { outcome: 'requires_input', code },
            now,
          );
          const world = { ...again, verification: verification?.after as Verification };
          assert.throws(() => submitted(world), { code: 'verification_requirements_due' });
          const [requirement] = due(world).currently_due;
          assert.ok(
            requirement?.resolve_with?.method !== 'GET' &&
              requirement?.code !== 'verification.document_ids',
          );
        });
      });

describe('a new document', () => {
  const refused = (name: string) => decided(submitted(ready('individual', 'standard', name)));

  test('takes the place of the one that was tried', async () => {
    const world = await refused('selfie mismatch');
    const { world: remedied, calls } = followed(world);
    assert.deepEqual(calls, ['document.selfie', 'verification.document_ids']);
    const [passport, selfie] = world.verification.document_ids;
    assert.ok(remedied.verification.document_ids.includes(passport as string));
    assert.ok(!remedied.verification.document_ids.includes(selfie as string));
    assert.equal(remedied.verification.document_ids.length, 2);
  });

  test('is of another type where the type was the fault', async () => {
    const [requirement] = due(await refused('document type not supported')).currently_due;
    const asked = [requirement?.resolve_with, ...(requirement?.alternatives ?? [])].map(
      (call) => call?.body?.type,
    );
    assert.deepEqual(asked, ['national_id', 'drivers_license', 'residence_permit']);
  });

  test('of another person is offered only where one call sends all of it', async () => {
    const world = await decided(submitted(ready('business', 'enhanced', 'document unreadable')));
    const [requirement] = due(world).currently_due;
    const bodies = (requirement?.alternatives ?? []).map((call) => call.body);
    const others = bodies.filter(
      (body) => body?.person_id !== requirement?.resolve_with?.body?.person_id,
    );
    assert.ok(others.length > 0);
    assert.deepEqual(
      new Set(others.map((body) => body?.type)),
      new Set(['company_registration', 'passport', 'proof_of_address']),
    );
  });

  test('that lay there before does not pass for a correction of the profile', async () => {
    const { customer, verification, documentReferences } = ready(
      'individual',
      'standard',
      'name mismatch',
    );
    const older = { ...aDocumentReference('national_id', 'accepted', 'front'), id: 'doc_0' };
    const world = await decided(
      submitted({
        customer,
        verification,
        documentReferences: { ...documentReferences, others: [older] },
      }),
    );
    assert.equal(due(world).currently_due[0]?.code, 'profile.name');
  });
});

test('a profile that was corrected while it was decided needs nothing more', async () => {
  const world = submitted(ready('individual', 'standard', 'name mismatch'));
  const renamed = { ...world, customer: { ...world.customer, last_name: 'King' } as Customer };
  const refused = await decided(renamed);
  assert.equal(refused.verification.last_error?.code, 'name_mismatch');
  assert.deepEqual(due(refused).currently_due, []);
});
