import assert from 'node:assert/strict';
import { ApiError, type ApiErrorMembers } from '../../../client/src/api-error.ts';
import { problemExample } from '../../../openapi/problem.ts';
import { test } from '../../helpers/tests.ts';

/** The members that each code promises besides; one that is missing here does not compile. */
const promised: { readonly [C in keyof ApiErrorMembers]: readonly (keyof ApiErrorMembers[C])[] } = {
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

test('an error has the members that its code promises, as in the reference', () => {
  for (const [code, members] of Object.entries(promised)) {
    const problem = problemExample(code as keyof ApiErrorMembers);
    const error = new ApiError(problem.status, new Headers(), problem);
    for (const member of members)
      assert.deepEqual(
        error[member as keyof ApiError],
        problem[member as keyof typeof problem] ?? assert.fail(code),
      );
  }
});

/** Never called: tsc reads it. */
export const whatCompiles = (error: unknown) => {
  if (!(error instanceof ApiError)) return;
  // @ts-expect-error any error may have none
  error.attempts_left.toFixed();
  if (error.code === 'last4_mismatch') error.attempts_left.toFixed();
  if (error.code === 'feature_not_active')
    error.requirements.currently_due[0]?.resolve_with?.path.toUpperCase();
  // @ts-expect-error no such code
  if (error.code === 'no_such_code') return;
};

test('an error of the API is recognised, also one of another copy of this library', () => {
  const error = new ApiError(404, new Headers(), {});
  assert.ok(error instanceof ApiError && error instanceof Error);
  assert.ok(Object.assign(new Error('of another copy'), { name: 'ApiError' }) instanceof ApiError);
  for (const other of [new Error('other'), null, undefined, 'ApiError', {}])
    assert.ok(!(other instanceof ApiError));
});

test('a gateway that answers with the header alone says how long to wait too', () => {
  const waits = (value: string) =>
    new ApiError(429, new Headers({ 'retry-after': value }), {}).retry_after_seconds;
  assert.deepEqual(
    [waits('7'), waits('Fri, 31 Dec 1999 23:59:59 GMT'), waits('soon')],
    [7, null, null],
  );
});
