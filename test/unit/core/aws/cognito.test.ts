import assert from 'node:assert/strict';
import { knownBy } from '../../../../functions/core/aws/cognito.ts';
import { test } from '../../../helpers/tests.ts';

const attributes = [
  { Name: 'sub', Value: '0190a5c4-8c5f-7a3b-9d2e-1f4c6b8a7e5d' },
  { Name: 'custom:tenant_id', Value: 'biz_1' },
];

test('a person has a second factor once an authenticator app is among their settings, and is active once they chose a password', () => {
  const seen = (status: string, factors?: string[]) => {
    const { active, has_second_factor, tenant_id } = knownBy(attributes, status, factors);
    assert.equal(tenant_id, 'biz_1');
    return [active, has_second_factor];
  };
  assert.deepEqual(seen('FORCE_CHANGE_PASSWORD'), [false, false]);
  assert.deepEqual(seen('CONFIRMED'), [true, false]);
  assert.deepEqual(seen('CONFIRMED', ['EMAIL_OTP']), [true, false]);
  assert.deepEqual(seen('RESET_REQUIRED', ['SOFTWARE_TOKEN_MFA']), [true, true]);
});
