import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal, type RefusalDetails } from '../../../client/src/refusal.ts';
import { problemExample } from '../../../openapi/problem.ts';

/** What each code promises besides; one that is missing here does not compile. */
const promised: { readonly [C in keyof RefusalDetails]: readonly (keyof RefusalDetails[C])[] } = {
  action_not_allowed: ['current_status', 'allowed_actions'],
  verification_requirements_due: ['requirements'],
  feature_requirements_due: ['feature', 'requirements'],
  feature_not_active: ['feature', 'requirements'],
  feature_ineligible: ['feature', 'ineligible_reasons'],
  insufficient_scope: ['required_scope'],
  last4_mismatch: ['attempts_left'],
  issuer_refused: ['issuer_reason'],
  activation_locked: ['retry_after_seconds'],
  order_in_progress: ['retry_after_seconds'],
  rate_limited: ['retry_after_seconds'],
  unavailable: ['retry_after_seconds'],
};

test('what a code promises is in its refusal, as the reference shows it', () => {
  for (const [code, members] of Object.entries(promised)) {
    const problem = problemExample(code as keyof RefusalDetails);
    const refusal = new Refusal(problem.status, new Headers(), problem);
    for (const member of members)
      assert.deepEqual(refusal[member as keyof Refusal], problem[member as keyof typeof problem] ?? assert.fail(code));
  }
});

/** Never called: tsc reads it. */
export const whatCompiles = (error: unknown) => {
  if (!(error instanceof Refusal)) return;
  // @ts-expect-error any refusal may have none
  error.attempts_left.toFixed();
  if (error.code === 'last4_mismatch') error.attempts_left.toFixed();
  if (error.code === 'feature_not_active') error.requirements.currently_due[0]?.resolve_with?.path.toUpperCase();
  // @ts-expect-error no such code
  if (error.code === 'no_such_code') return;
};

test('a refusal is told from other errors, also from one of another copy of this library', () => {
  const refusal = new Refusal(404, new Headers(), {});
  assert.ok(refusal instanceof Refusal && refusal instanceof Error);
  assert.ok(Object.assign(new Error('of another copy'), { name: 'Refusal' }) instanceof Refusal);
  for (const other of [new Error('other'), null, undefined, 'Refusal', {}]) assert.ok(!(other instanceof Refusal));
});

test('a gateway that answers with the header alone says how long to wait too', () => {
  const waits = (value: string) => new Refusal(429, new Headers({ 'retry-after': value }), {}).retry_after_seconds;
  assert.deepEqual([waits('7'), waits('Fri, 31 Dec 1999 23:59:59 GMT'), waits('soon')], [7, null, null]);
});
