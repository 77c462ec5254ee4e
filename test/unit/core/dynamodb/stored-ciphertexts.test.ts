import assert from 'node:assert/strict';
import type { Any } from '../../../helpers/printed-document.ts';
import { storedItems } from '../../../helpers/stored/fixtures.ts';
import { decryptedByKept } from '../../../helpers/stored/kept-keys.ts';
import { test } from '../../../helpers/tests.ts';

// Ciphertexts of a release are opened with its keys, under the context that the code of today
// names.

type Ciphertext = {
  readonly name: string;
  readonly encrypted: string;
  readonly tenant: string;
  readonly resource: string;
};

/** Every ciphertext in an item: of the resource itself, or of what it has. */
const ciphertextsIn = (item: Any): Ciphertext[] => {
  const tenant = String(item.pk).split('/')[0] ?? '';
  const taxIds = [item, ...(item.persons ?? [])]
    // Customers that tests put have no ciphertext.
    .filter(({ tax_id_encrypted }) => tax_id_encrypted && !/^s+$/.test(tax_id_encrypted))
    .map(({ id, tax_id_encrypted }) => ({
      name: 'tax id',
      encrypted: tax_id_encrypted,
      resource: id,
    }));
  const secrets = (item.secrets ?? []).map(({ encrypted }: Any) => ({ name: 'secret', encrypted }));
  const headers = Object.values<Any>(JSON.parse(item.headers ?? '{}')).map(({ encrypted }) => {
    return { name: 'header', encrypted };
  });
  return [...taxIds, ...secrets, ...headers].map((one) => ({ resource: item.id, ...one, tenant }));
};

const ciphertexts = storedItems
  .filter(({ kind }) => ['customer', 'webhook', 'authorization-endpoint'].includes(kind))
  .flatMap(({ item }) => ciphertextsIn(item));

test('every tax id, secret and header that a release encrypted is opened, and under no other context', async () => {
  const opened = new Map<string, string[]>();
  for (const { name, encrypted, tenant, resource } of ciphertexts) {
    const plain = await decryptedByKept(encrypted, { tenant, resource });
    opened.set(name, [...(opened.get(name) ?? []), plain.toString()]);
    await assert.rejects(decryptedByKept(encrypted, { tenant, resource: `${resource}0` }), {
      code: 'InvalidCiphertextException',
    });
  }
  // The release stored no webhook with a header of its own.
  assert.deepEqual([...opened.keys()].toSorted(), ['secret', 'tax id']);
  for (const secret of opened.get('secret') ?? []) assert.match(secret, /^[\w+/=-]{20,}$/);
  for (const taxId of opened.get('tax id') ?? []) assert.match(taxId, /^[\dA-Z-]{4,}$/);
});
