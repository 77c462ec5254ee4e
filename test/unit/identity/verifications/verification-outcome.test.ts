import assert from 'node:assert/strict';
import type { VerificationSummary } from '../../../../functions/identity/customers/persons.ts';
import type { Decision } from '../../../../functions/identity/verifications/decision.ts';
import {
  applyDecision,
  outcomeOfClosing,
  reviewerDecision,
} from '../../../../functions/identity/verifications/decision.ts';
import {
  codesLeadingTo,
  verificationErrorCodes,
} from '../../../../functions/identity/verifications/errors.ts';
import { summaryAfter } from '../../../../functions/identity/verifications/model.ts';
import { anAddress, verified } from '../../../helpers/fixtures/customers.ts';
import {
  aStoredVerification,
  aSubmittedCase,
  pending,
} from '../../../helpers/fixtures/verifications.ts';
import { describe, test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const approval: Decision = { outcome: 'verified' };
const decided = (read: ReturnType<typeof aSubmittedCase>, decision: Decision = approval) =>
  applyDecision(read, decision, now) ?? assert.fail('there is something to decide');

const none: VerificationSummary = { status: 'unverified', level: null, verified_at: null };
const rejected: VerificationSummary = { status: 'rejected', level: null, verified_at: null };
const enhanced: VerificationSummary = { ...verified, level: 'enhanced' };
const at = now.toISOString();

describe('what a customer’s verifications add up to', () => {
  const table: readonly [
    string,
    VerificationSummary,
    Parameters<typeof summaryAfter>[1],
    VerificationSummary,
  ][] = [
    [
      'pending when the first is submitted',
      none,
      { status: 'processing', level: 'standard' },
      pending,
    ],
    [
      'pending again after a rejection',
      rejected,
      { status: 'processing', level: 'standard' },
      pending,
    ],
    [
      'proven while a higher level is submitted',
      verified,
      { status: 'processing', level: 'enhanced' },
      verified,
    ],
    [
      'proven while a higher level needs input',
      verified,
      { status: 'requires_input', level: 'enhanced' },
      verified,
    ],
    [
      'proven when a higher level is canceled',
      verified,
      { status: 'canceled', level: 'enhanced' },
      verified,
    ],
    [
      'unverified when better input is needed',
      pending,
      { status: 'requires_input', level: 'standard' },
      none,
    ],
    [
      'unverified when what was pending is canceled',
      pending,
      { status: 'canceled', level: 'standard' },
      none,
    ],
    [
      'rejected where it was, when nothing was pending',
      rejected,
      { status: 'canceled', level: 'standard' },
      rejected,
    ],
    [
      'verified',
      pending,
      { status: 'verified', level: 'standard' },
      { ...verified, verified_at: at },
    ],
    [
      'verified further',
      verified,
      { status: 'verified', level: 'enhanced' },
      { ...enhanced, verified_at: at },
    ],
    [
      'never verified less than before',
      enhanced,
      { status: 'verified', level: 'standard' },
      { ...enhanced, verified_at: at },
    ],
    [
      'rejected, whatever was proven',
      verified,
      { status: 'rejected', level: 'enhanced' },
      rejected,
    ],
  ];
  for (const [what, before, moved, after] of table)
    test(what, () => assert.deepEqual(summaryAfter(before, moved, now), after));
});

describe('a decision', () => {
  test('proves the identity that was submitted, one version on in both', () => {
    const read = aSubmittedCase();
    const { verification: move, customer, requirements } = decided(read);
    const { after: verification } = move;
    assert.deepEqual(
      [verification.status, verification.decided_at, move.event],
      ['verified', at, 'verification.verified'],
    );
    assert.deepEqual(customer.verification, {
      status: 'verified',
      level: 'standard',
      verified_at: at,
    });
    assert.deepEqual([customer.version, verification.version], [read.customer.version + 1, 3]);
    assert.deepEqual(requirements.currently_due, []);
  });

  test('never proves another identity than the one that was looked at', () => {
    const { verification } = aSubmittedCase();
    const changes = [
      [{ last_name: 'Byron' }, 'name_mismatch'],
      [{ middle_name: 'Augusta' }, 'name_mismatch'],
      [{ nationality: 'FR' }, 'name_mismatch'],
      [{ date_of_birth: '1991-04-23' }, 'date_of_birth_mismatch'],
      [{ last_name: 'Byron', date_of_birth: '1991-04-23' }, 'name_mismatch'],
    ] as const;
    for (const [change, code] of changes) {
      const { verification: move, customer } = decided({ ...aSubmittedCase(change), verification });
      const { after } = move;
      assert.deepEqual([after.status, after.last_error?.code], ['requires_input', code]);
      assert.equal(customer.verification.status, 'unverified');
    }
  });

  test('proves an identity and an address that were submitted with blanks, which the customer has lost since', () => {
    const untidy = {
      first_name: 'Ada ',
      last_name: ' King  Noel',
      address: anAddress({ postal_code: ' 75001 ' }),
    };
    const { verification } = aSubmittedCase(untidy, 'enhanced');
    const tidy = {
      first_name: 'Ada',
      last_name: 'King Noel',
      address: anAddress({ postal_code: '75001' }),
    };
    const { verification: transition } = decided({ ...aSubmittedCase(tidy), verification });
    assert.equal(transition.after.status, 'verified');
  });

  test('never proves another address than the one that was looked at', () => {
    const { verification } = aSubmittedCase({}, 'enhanced');
    for (const address of [
      null,
      anAddress({ line1: '2 St James’s Square', city: 'London', country: 'GB' }),
    ]) {
      const { verification: transition, customer } = decided({
        ...aSubmittedCase({ address }),
        verification,
      });
      const { after } = transition;
      assert.deepEqual(
        [after.status, after.last_error?.code],
        ['requires_input', 'address_mismatch'],
      );
      assert.equal(customer.verification.status, 'unverified');
    }
  });

  test('may pass over what a verification does not vouch for', () => {
    const { verification } = aSubmittedCase();
    const address = anAddress({ line1: '2 St James’s Square', city: 'London', country: 'GB' });
    const read = {
      ...aSubmittedCase({ phone: '+441632960961', metadata: { a: 'b' }, address }),
      verification,
    };
    assert.equal(decided(read).verification.after.status, 'verified');
  });

  for (const code of verificationErrorCodes)
    test(`for ${code} leads where the catalogue says`, () => {
      const outcome = codesLeadingTo('rejected').includes(code) ? 'rejected' : 'requires_input';
      const { verification: move, customer } = decided(aSubmittedCase(), { outcome, code });
      const { after: verification } = move;
      assert.equal(verification.status, outcome);
      assert.deepEqual(
        [verification.last_error?.code, verification.last_error?.retryable],
        [code, outcome !== 'rejected'],
      );
      assert.equal(
        customer.verification.status,
        outcome === 'rejected' ? 'rejected' : 'unverified',
      );
    });

  test('leaves a customer alone whose summary it does not change', () => {
    const read = aSubmittedCase({ verification: verified }, 'enhanced');
    const { customer, summary } = decided(read, {
      outcome: 'requires_input',
      code: 'address_mismatch',
    });
    assert.deepEqual([summary, customer], [undefined, read.customer]);
  });

  test('is made in processing only: elsewhere it is rejected with what is allowed, guards included', () => {
    for (const status of ['requires_input', 'verified', 'rejected', 'canceled'] as const) {
      const read = { ...aSubmittedCase(), verification: aStoredVerification({ status }) };
      assert.equal(applyDecision(read, approval, now), undefined);
      const allowed_actions = status === 'requires_input' ? ['cancel'] : [];
      assert.throws(() => reviewerDecision(read, approval, now), {
        code: 'action_not_allowed',
        details: { current_status: status, allowed_actions },
      });
    }
  });
});

test('the end of a customer cancels what is open, and nothing stays pending', () => {
  const { verification, customer } = aSubmittedCase();
  const closing = outcomeOfClosing(verification, customer, now) ?? assert.fail();
  assert.deepEqual(
    [closing.verification.after.status, closing.summary?.after.verification],
    ['canceled', none],
  );
  assert.equal(
    outcomeOfClosing(aStoredVerification({ status: 'verified' }), customer, now),
    undefined,
  );
});
