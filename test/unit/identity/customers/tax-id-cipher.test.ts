import assert from 'node:assert/strict';
import { noTaxId } from '../../../../functions/identity/customers/profile.ts';
import { taxIdCipher } from '../../../../functions/identity/customers/tax-id.ts';
import { test } from '../../../helpers/tests.ts';

const owner = { tenant: 'biz', resource: 'cus' };

/** Encrypted values that are never equal, and fingerprints that can be read. */
const aCipher = () => {
  const encrypted: unknown[] = [];
  const seal = async (plain: string, context: object) =>
    `encrypted #${encrypted.push([plain, context])}`;
  const of = async (plain: string, { tenant, resource }: typeof owner) =>
    `${tenant} ${resource} ${plain}`;
  return { encrypted, encryptTaxId: taxIdCipher({ seal }, { of }) };
};

test('a tax id is encrypted as it was sent, for its tenant and customer, and its last four are kept', async () => {
  const { encrypted, encryptTaxId } = aCipher();
  assert.deepEqual(await encryptTaxId('12-34 56', owner), {
    tax_id_last4: '3456',
    tax_id_encrypted: 'encrypted #1',
    tax_id_fingerprint: 'biz cus 12-34 56',
  });
  assert.deepEqual(encrypted, [['12-34 56', owner]]);
});

test('another tax id is encrypted in its place, also one of the same last four', async () => {
  const { encryptTaxId } = aCipher();
  const stored = await encryptTaxId('12-34 56', owner);
  for (const other of ['99-34 56', '1234 56', '12-34 5 6'])
    assert.notEqual(
      (await encryptTaxId(other, owner, stored)).tax_id_encrypted,
      stored.tax_id_encrypted,
      other,
    );
});

test('a tax id that is null or absent is none, and asks nobody', async () => {
  const nobody = { seal: () => assert.fail('encrypted'), of: () => assert.fail('fingerprinted') };
  for (const none of [null, undefined])
    assert.deepEqual(await taxIdCipher(nobody, nobody)(none, owner), noTaxId);
});
