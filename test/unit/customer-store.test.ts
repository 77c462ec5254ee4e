import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Customer } from '../../functions/domain/customers/customer.ts';
import type { Write } from '../../functions/store/change.ts';
import { readCustomer, saveCustomer } from '../../functions/store/customers/customers.ts';
import { aPartition } from '../helpers/memory-table.ts';
import { anIndividual } from '../helpers/some-customers.ts';

/** A write in a few words: `put customer`, `delete external_id A`. */
const inWords = ({ kind, key: { pk, sk } }: Write) => {
  if (pk.includes('/closed-external-id/')) return `${kind} closed ${pk.split('/').at(-1)} ${sk}`;
  return `${kind} ${pk.endsWith('/customer') ? 'customer' : `external_id ${sk}`}`;
};
const writes = (customer: Customer, read?: Customer) => saveCustomer(customer, read).map(inWords);

const id = 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w';
const open = (external_id: string | null, over: object = {}) => anIndividual({ external_id, ...over });
const closed = (external_id: string | null) => open(external_id, { status: 'closed' });

describe('the mark of an external_id moves with its customer', () => {
  const cases: readonly [string, Customer, Customer | undefined, readonly string[]][] = [
    ['none at all', open(null), undefined, []],
    ['a new customer takes it', open('A'), undefined, ['put external_id A']],
    ['a change of something else leaves it', open('A', { version: 2 }), open('A'), []],
    ['a customer takes its first', open('A'), open(null), ['put external_id A']],
    ['a customer swaps it', open('B'), open('A'), ['delete external_id A', 'put external_id B']],
    ['a customer drops it', open(null), open('A'), ['delete external_id A']],
    [
      'closing frees it, and it stays with the closed',
      closed('A'),
      open('A'),
      ['delete external_id A', `put closed A ${id}`],
    ],
    [
      'closing a suspended customer frees it',
      closed('A'),
      open('A', { status: 'suspended' }),
      ['delete external_id A', `put closed A ${id}`],
    ],
    ['suspending keeps it', open('A', { status: 'suspended' }), open('A'), []],
    ['closing without one frees nothing', closed(null), open(null), []],
    ['a closed customer has none to free', closed('A'), closed('A'), []],
  ];
  for (const [name, customer, read, expected] of cases)
    test(name, () => assert.deepEqual(writes(customer, read), ['put customer', ...expected]));
});

test('an external_id of another customer is refused, one of this very customer only means that it has changed', () => {
  const [, marker] = saveCustomer(open('A'));
  assert.equal(marker?.unless?.code, 'external_id_taken');
  assert.deepEqual(marker?.when, {
    expression: 'attribute_not_exists(pk) OR #owner = :owner',
    names: { '#owner': 'customer_id' },
    values: { ':owner': id },
  });
});

test('only the mark that is the customer’s own is freed, or the decision is stale', () => {
  const [, freed] = saveCustomer(open(null), open('A'));
  assert.deepEqual(freed?.when, {
    expression: '#attribute = :value',
    names: { '#attribute': 'customer_id' },
    values: { ':value': id },
  });
  assert.equal(freed?.unless, undefined);
});

test('a new customer is put where none is, a changed one over the version that was read', () => {
  const [created] = saveCustomer(open(null));
  assert.equal(created?.when.expression, 'attribute_not_exists(pk)');
  const [changed] = saveCustomer(open(null, { version: 4 }), open(null, { version: 3 }));
  assert.deepEqual(changed?.when, {
    expression: '#version = :read',
    names: { '#version': 'version' },
    values: { ':read': 3 },
  });
});

test('an e-mail address is indexed without regard to case, and no address is not indexed', () => {
  const itemOf = (email: string | null) => {
    const [put] = saveCustomer(anIndividual({ email }));
    return put?.kind === 'put' ? put.item : undefined;
  };
  const tenant = anIndividual().tenant_id;
  assert.equal(itemOf('Ada@Example.COM')?.email_key, `${tenant}/customer/ada@example.com`);
  assert.equal(itemOf('Ada@Example.COM')?.email, 'Ada@Example.COM');
  assert.ok(!Object.hasOwn(itemOf(null) ?? {}, 'email_key'));
});

test('what is read is what was saved, without keys and index attributes', async () => {
  const customer = anIndividual({ email: 'ada@example.com', external_id: 'A' });
  const [put] = saveCustomer(customer);
  assert.ok(put?.kind === 'put');
  const { db } = aPartition([{ ...put.item, pk: put.key.pk, sk: put.key.sk }]);
  assert.deepEqual(await readCustomer(db, customer.tenant_id, customer.id), customer);
});

test('a customer that is not there is refused', async () => {
  await assert.rejects(readCustomer(aPartition([]).db, 'biz', id), { code: 'customer_not_found' });
});
