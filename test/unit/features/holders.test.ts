import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database, Item } from '../../../functions/dynamodb/client.ts';
import { readCustomerSnapshot } from '../../../functions/features/table.ts';
import { anIndividual, verified } from '../../helpers/fixtures/customers.ts';
import { pending } from '../../helpers/fixtures/verifications.ts';
import { aPartition } from '../../helpers/memory-table.ts';

/** Answers of batches, one after another, of a customer and the mark of its open verification. */
const answering = (...answers: readonly (readonly [verification: typeof pending | typeof verified, mark?: Item])[]) => {
  let asked = 0;
  const batch: Database['batch'] = async (keys) => {
    const [verification, mark] = answers[asked++] ?? assert.fail('asked once more than it may');
    return keys.map((_, position) => [anIndividual({ verification }) as Item, mark][position]);
  };
  const { tenant_id, id } = anIndividual();
  return { read: () => readCustomerSnapshot({ ...aPartition([]).db, batch }, tenant_id, id), asked: () => asked };
};

const mark = { verification_id: 'ver_01k0ge2xy4e8rtmxkz0f6d9c7t' };

test('a decision in the middle of the read is not taken for a customer of whom nothing is under way', async () => {
  const { read, asked } = answering([pending], [verified]);
  const { customer, openVerificationId } = await read();
  assert.deepEqual([customer.verification.status, openVerificationId, asked()], ['verified', undefined, 2]);
});

test('what fits together is read once', async () => {
  for (const answer of [[pending, mark], [verified], [verified, mark]] as const) {
    const { read, asked } = answering(answer);
    assert.equal((await read()).openVerificationId, answer[1]?.verification_id);
    assert.equal(asked(), 1);
  }
});
