import assert from 'node:assert/strict';
import type { Item } from '../../../../functions/core/dynamodb/client.ts';
import { acceptanceKey } from '../../../../functions/identity/agreements/table.ts';
import { customerKeys, saveCustomer } from '../../../../functions/identity/customers/table.ts';
import { readCustomerSnapshot } from '../../../../functions/identity/features/table.ts';
import { anIndividual, verified } from '../../../helpers/fixtures/customers.ts';
import { pending } from '../../../helpers/fixtures/verifications.ts';
import { putting, testDatabase } from '../../../helpers/test-database.ts';
import { test } from '../../../helpers/tests.ts';

const mark = { verification_id: 'ver_01k0ge2xy4e8rtmxkz0f6d9c7t' };
const { tenant_id, id } = anIndividual();
const now = new Date('2026-11-20T15:04:05.123Z');

type Standing = readonly [verification: typeof pending | typeof verified, mark?: Item];
const writes = ([verification, item]: Standing) => [
  ...saveCustomer(anIndividual({ verification })),
  ...(item ? [putting(customerKeys.openVerification(tenant_id, id), item)] : []),
];

/** Reads a holder who is as the first says, and as the next says before each further read. */
const reading = (first: Standing, ...next: Standing[]) => {
  const tables = testDatabase(writes(first), {
    before: () => {
      if (tables.sent.length > 1)
        tables.give(...writes(next.shift() ?? assert.fail('asked once more than it may')));
    },
  });
  return {
    read: () => readCustomerSnapshot(tables.db, tenant_id, id, now),
    asked: () => tables.sent.length,
  };
};

test('a decision in the middle of the read is not taken for a customer of whom nothing is open', async () => {
  const { read, asked } = reading([pending], [verified]);
  const { customer, openVerificationId } = await read();
  assert.deepEqual(
    [customer.verification.status, openVerificationId, asked()],
    ['verified', undefined, 2],
  );
});

test('what fits together is read once', async () => {
  for (const answer of [[pending, mark], [verified], [verified, mark]] as const) {
    const { read, asked } = reading(answer);
    assert.equal((await read()).openVerificationId, answer[1]?.verification_id);
    assert.equal(asked(), 1);
  }
});

test('what was accepted comes with the customer, and whether that is required with the environment', async () => {
  const acceptance = { document: 'card_user_terms', version: '2', agreement_id: 'agr_1' };
  const accepted = putting(acceptanceKey(tenant_id, id, acceptance.document), acceptance);
  const { db } = testDatabase([...writes([verified]), accepted]);
  const read = async () => (await readCustomerSnapshot(db, tenant_id, id, now)).agreements;
  assert.deepEqual(await read(), { required: false, accepted: [acceptance] });
  process.env.AGREEMENTS = 'required';
  try {
    assert.deepEqual(await read(), { required: true, accepted: [acceptance] });
  } finally {
    delete process.env.AGREEMENTS;
  }
});
