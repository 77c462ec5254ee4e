import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { CustomerCreate } from '../../../../functions/identity/customers/input.ts';
import { newCustomer, toCustomerResource } from '../../../../functions/identity/customers/model.ts';
import { last4Of, profileOf } from '../../../../functions/identity/customers/profile.ts';
import { CustomerResource } from '../../../../functions/identity/customers/schema.ts';
import { anAddress, anIndividual } from '../../../helpers/fixtures/customers.ts';
import { describe, test } from '../../../helpers/tests.ts';

describe('the last four of a tax id', () => {
  for (const [taxId, last4] of [
    ['123-45-6789', '6789'],
    ['AB 12', '12'],
    ['12-3 4 5', '345'],
    ['12/345/67890', '7890'],
    ['DE 811 907 98-0', '7980'],
    ['ÄÖÜßÄÖ', 'ÜßÄÖ'],
    ['𝟘𝟙𝟚𝟛𝟜', '𝟚𝟛𝟜'],
  ] as const)
    test(`of ${taxId} is ${last4}`, () => assert.equal(last4Of(taxId), last4));
});

test('whatever tax id is taken can be shown', () => {
  const characters = fc.constantFrom('a', '1', 'ß', '京', '𝟙', '𐐀', ' ', '-', '/', '.', '+', '&');
  const create = (tax_id: string) =>
    z.safeParse(CustomerCreate, {
      type: 'individual',
      first_name: 'Ada',
      last_name: 'King',
      tax_id,
    });
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 34 }), (taxId) => {
      const { success, data } = create(taxId);
      const letters = [...taxId].filter((character) => /[\p{L}\p{N}]/u.test(character)).length;
      const length = [...taxId].length;
      assert.equal(success, letters >= 4 && length >= 4 && length <= 32, taxId);
      if (!data) return;
      assert.ok([...last4Of(taxId)].length < letters);
      const encrypted = {
        tax_id_last4: last4Of(taxId),
        tax_id_encrypted: 'c2VhbGVk',
        tax_id_fingerprint: 'bWFj',
      };
      const id = 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w';
      const { after: customer } = newCustomer(profileOf(data, encrypted), id, 'biz', new Date());
      assert.ok(z.safeParse(CustomerResource, toCustomerResource(customer)).success, taxId);
    }),
  );
});

test('what was stored under other rules can still be shown', () => {
  const old = anIndividual({
    first_name: 'A\u200bda',
    last_name: '-',
    middle_name: 'x'.repeat(300),
    date_of_birth: '1815-12-10',
    nationality: 'AN',
    email: 'ada',
    phone: '0',
    external_id: '\u202e',
    metadata: { '\u200b': '4242424242424242' },
    tax_id_last4: '12345',
    address: anAddress({ country: 'AN', postal_code: '\u0000' }),
  });
  assert.deepEqual(z.parse(CustomerResource, toCustomerResource(old)), toCustomerResource(old));
});
