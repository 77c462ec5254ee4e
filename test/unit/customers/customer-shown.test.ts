import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { CustomerCreate } from '../../../functions/customers/input.ts';
import { newCustomer } from '../../../functions/customers/model.ts';
import { last4Of, profileOf } from '../../../functions/customers/profile.ts';
import { CustomerResource, toCustomerResource } from '../../../functions/customers/schema.ts';

describe('the last four of a tax id', () => {
  for (const [taxId, last4] of [
    ['123-45-6789', '6789'],
    ['AB 12', 'AB12'],
    ['12-3 4', '1234'],
    ['DE 811 907 98-0', '7980'],
    ['ÄÖÜß', 'ÄÖÜß'],
    ['𝟘𝟙𝟚𝟛𝟜', '𝟙𝟚𝟛𝟜'],
  ] as const)
    test(`of ${taxId} is ${last4}`, () => assert.equal(last4Of(taxId), last4));
});

test('whatever tax id is taken can be shown', () => {
  const characters = fc.constantFrom('a', '1', 'ß', '京', '𝟙', '𐐀', ' ', '-');
  const create = (tax_id: string) =>
    z.safeParse(CustomerCreate, { type: 'individual', first_name: 'Ada', last_name: 'King', tax_id });
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 34 }), (taxId) => {
      const { success, data } = create(taxId);
      const letters = [...taxId].filter((character) => /[\p{L}\p{N}]/u.test(character)).length;
      const length = [...taxId].length;
      assert.equal(success, letters >= 4 && length >= 4 && length <= 32, taxId);
      if (!data) return;
      const encrypted = { tax_id_last4: last4Of(taxId), tax_id_encrypted: 'c2VhbGVk', tax_id_fingerprint: 'bWFj' };
      const id = 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w';
      const { after: customer } = newCustomer(profileOf(data, encrypted), id, 'biz', new Date());
      assert.ok(z.safeParse(CustomerResource, toCustomerResource(customer)).success, taxId);
    }),
  );
});
