import assert from 'node:assert/strict';
import { scenarios } from '../../../../functions/app/simulations/catalogue.ts';
import {
  verificationErrorCodes,
  verificationErrors,
} from '../../../../functions/identity/verifications/errors.ts';
import { chosenVerifier } from '../../../../functions/identity/verifiers/chosen.ts';
import {
  verificationScenario,
  verificationScenarios,
} from '../../../../functions/identity/verifiers/scenarios.ts';
import {
  shippingStatuses,
  shippingTransitions,
} from '../../../../functions/issuing/cards/states.ts';
import {
  shippingScenarios,
  simulatedStatus,
} from '../../../../functions/issuing/issuers/scenarios.ts';
import {
  aBusinessCustomer,
  aCompletePerson,
  aPerson,
  aRepresentative,
} from '../../../helpers/fixtures/customers.ts';
import { aSubject, subjectOfCustomer } from '../../../helpers/fixtures/subjects.ts';
import { test } from '../../../helpers/tests.ts';

test('every code of a verification has its scenario, which leads where the code does', () => {
  for (const code of verificationErrorCodes)
    assert.deepEqual(
      verificationScenarios
        .filter(({ outcome }) => outcome.code === code)
        .map(({ outcome }) => outcome.status),
      [verificationErrors[code].leads_to],
    );
  for (const field of ['id', 'when'] as const)
    assert.equal(
      new Set(scenarios.map((one) => JSON.stringify(one[field]))).size,
      scenarios.length,
    );
});

test('a last name that nobody thought of is verified', () => {
  assert.deepEqual(verificationScenario('Lovelace'), { status: 'verified', code: null });
  assert.deepEqual(verificationScenario(''), { status: 'verified', code: null });
});

test('the simulator goes by the last name that was submitted, of a business by that of its representative', async () => {
  const simulator = chosenVerifier('simulator');
  const [one, other] = [
    aRepresentative({ last_name: 'name mismatch' }),
    aPerson({ id: 'prs_2', roles: ['controller'] }),
  ];
  const subjects = [
    [aCompletePerson({ last_name: 'Name Mismatch' }), 'requires_input'],
    [aCompletePerson({ first_name: 'Name Mismatch' }), 'verified'],
    [aCompletePerson({ last_name: 'UNDECIDED' }), 'undecided'],
    [aBusinessCustomer({ persons: [other, one] }), 'requires_input'],
    [
      aBusinessCustomer({ persons: [{ ...other, last_name: 'Name Mismatch' }, aRepresentative()] }),
      'verified',
    ],
    [aBusinessCustomer({ legal_name: 'Name Mismatch' }), 'verified'],
  ] as const;
  for (const [customer, outcome] of subjects) {
    assert.equal((await simulator.look('reference', subjectOfCustomer(customer))).outcome, outcome);
  }
});

test('review leaves everything to people, and what the environment names must be known', async () => {
  const answer = await chosenVerifier('review').look('reference', aSubject());
  assert.deepEqual(answer, { outcome: 'review', evidence: null });
  for (const name of ['', 'toString', 'simulated'])
    assert.throws(() => chosenVerifier(name), /IDENTITY_VERIFIER/);
});

test('every parcel that can be made to fail is in the catalogue, as the simulation honours it', () => {
  const listed = scenarios.filter((one) => one.applies_to === 'shipping');
  assert.equal(listed.length, Object.keys(shippingScenarios).length);
  for (const { when, outcome } of listed)
    for (const line1 of [when.value, when.value.toUpperCase()]) {
      const steps = shippingStatuses.filter((status) => simulatedStatus(line1, status) !== status);
      assert.deepEqual(
        steps.map((status) => simulatedStatus(line1, status)),
        [outcome.status],
      );
      assert.ok(
        shippingStatuses.some((from) =>
          [...steps, outcome.status].every((to) =>
            shippingTransitions[from].some((one) => one === to),
          ),
        ),
        'both can follow on one status',
      );
    }
  for (const status of shippingStatuses)
    for (const line1 of ['12 St James’s Square', '', null])
      assert.equal(simulatedStatus(line1, status), status);
});
