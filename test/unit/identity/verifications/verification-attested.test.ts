import assert from 'node:assert/strict';
import { erased } from '../../../../functions/app/redactions/model.ts';
import {
  addressesOf,
  changeCustomer,
  identityOf,
} from '../../../../functions/identity/customers/model.ts';
import { outcomeOfAttestation } from '../../../../functions/identity/verifications/decision.ts';
import { attestedVerification } from '../../../../functions/identity/verifications/model.ts';
import { aCompletePerson } from '../../../helpers/fixtures/customers.ts';
import { attestation } from '../../../helpers/fixtures/verifications.ts';
import { describe, test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const ids = { id: 'idv_1', tenant_id: 'biz_1', customer_id: 'cus_1' };
const person = aCompletePerson();
const madeAt = (
  verified_at: string,
  customer: Parameters<typeof attestedVerification>[1] = person,
) =>
  attestedVerification(
    ids,
    customer,
    { ...attestation({ verified_at }), attested_by: 'key_1' },
    now,
  );
const made = madeAt('2026-11-20T15:00:00+02:00');

describe('a verification that was made elsewhere', () => {
  test('is verified from the start, of what the profile states now', () => {
    const { status, identity, addresses, attestation, submitted_at, decided_at } = made.after;
    assert.deepEqual(
      [made.event, status, submitted_at, decided_at],
      ['verification.verified', 'verified', null, now.toISOString()],
    );
    assert.deepEqual([identity, addresses], [identityOf(person), addressesOf(person)]);
    assert.deepEqual(
      [attestation?.attested_by, attestation?.verified_at],
      ['key_1', '2026-11-20T13:00:00.000Z'],
    );
  });

  test('proves its level until the profile changes', () => {
    const { customer } = outcomeOfAttestation(made, person, now);
    assert.deepEqual(
      [customer.verification.status, customer.verification.level],
      ['verified', 'standard'],
    );
    const renamed = changeCustomer(customer, { ...person, last_name: 'Byron' }, now);
    assert.equal(renamed?.after.verification.status, 'unverified');
  });

  test('is neither of the future nor older than 365 days', () => {
    for (const at of ['2026-11-20T15:04:05.123Z', '2025-11-20T15:04:05.123Z'])
      assert.equal(madeAt(at).after.version, 1);
    for (const at of [
      '2026-11-20T15:04:05.124Z',
      '2025-11-20T15:04:05.122Z',
      '2026-11-20T15:04:05-01:00',
    ])
      assert.throws(
        () => madeAt(at),
        ({ code, details }) => {
          const [{ pointer, detail }] = details.errors;
          assert.equal(
            detail,
            'Must be between 2025-11-20T15:04:05.123Z and 2026-11-20T15:04:05.123Z.',
          );
          return code === 'validation_failed' && pointer === '/verified_at';
        },
      );
  });

  test('needs a complete profile, and names the calls that complete it', () => {
    const incomplete = aCompletePerson({ date_of_birth: null, address: null });
    assert.throws(
      () => madeAt('2026-11-20T15:00:00Z', incomplete),
      ({ code, details }) => {
        const calls = details.requirements.currently_due.map(
          ({ code: what, resolve_with }: never) => [what, resolve_with],
        );
        const path = `customers/${incomplete.id}`;
        assert.deepEqual(calls[0], [
          'profile.date_of_birth',
          { method: 'PATCH', path, body: { date_of_birth: null } },
        ]);
        return code === 'verification_requirements_due' && calls.length === 2;
      },
    );
  });

  test('keeps who said so when its customer is redacted, and nothing that leads to the person', () => {
    const { attestation, identity } = erased('verification', made.after);
    assert.deepEqual(
      [identity, attestation],
      [null, { ...made.after.attestation, reference: null }],
    );
  });
});
