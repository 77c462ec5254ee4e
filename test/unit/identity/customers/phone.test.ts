import assert from 'node:assert/strict';
import type { ApiError } from '../../../../functions/core/api-error.ts';
import {
  isPossiblePhone,
  requirePossiblePhone,
} from '../../../../functions/identity/customers/phone.ts';
import { test } from '../../../helpers/tests.ts';

test('a phone number of a plan that is in use, of a length that its country uses, is possible', () => {
  const possible = [
    ...[
      '+441632960961',
      '+447911123456',
      '+12125550123',
      '+49301234567',
      '+4915112345678',
      '+33123456789',
    ],
    // Italy keeps the 0, Argentina has a 9 before a mobile number; freephone and satellite numbers have no country.
    ...[
      '+390612345678',
      '+5491112345678',
      '+80012345678',
      '+870773111632',
      '+8613800138000',
      '+77011234567',
    ],
  ];
  for (const phone of possible) assert.ok(isPossiblePhone(phone), phone);
});

test('a phone number is refused that nobody can have, or that has the 0 of national calls', () => {
  const impossible = [
    ...[
      '+4407911123456',
      '+9999999999999',
      '+4901512345678',
      '+330123456789',
      '+1212555012',
      '+121255501234',
    ],
    ...[
      '+1234567',
      '+2101234567',
      '+441632',
      '+44163296096112',
      '+5215512345678',
      '+441632960961;ext=4',
      '+44 1632 960961',
    ],
  ];
  for (const phone of impossible) assert.ok(!isPossiblePhone(phone), phone);
});

test('the refusal points at the number and says what is expected; a number that is stored may be sent again', () => {
  assert.throws(
    () => requirePossiblePhone({ phone: '+9999999999999' }),
    ({ code, details }: ApiError) => {
      const [{ detail, ...item } = assert.fail()] = details.errors ?? [];
      assert.deepEqual(
        [code, item],
        ['validation_failed', { pointer: '/phone', code: 'invalid_format' }],
      );
      return detail.includes('E.164') && detail.includes('+441632960961');
    },
  );
  const stored = { phone: '+9999999999999' };
  for (const sent of [{}, { phone: null }, { phone: stored.phone }])
    requirePossiblePhone(sent, stored);
  assert.throws(() => requirePossiblePhone({ phone: '+9999999999998' }, stored), {
    code: 'validation_failed',
  });
});
