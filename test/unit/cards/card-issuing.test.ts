import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../../functions/api-error.ts';
import { orderCard } from '../../../functions/cards/issue.ts';
import { issuerRefused } from '../../../functions/cards/issuer-state.ts';
import { cardholderFrom, newIntent } from '../../../functions/cards/order.ts';
import type { Write } from '../../../functions/dynamodb/writes.ts';
import { idsAt } from '../../../functions/new-id.ts';
import { durations } from '../../helpers/durations.ts';
import { aCard, now } from '../../helpers/fixtures/cards.ts';
import { anIndividual } from '../../helpers/fixtures/customers.ts';

const newId = idsAt(now);
const { tenant_id, customer_id, type, currency, spending_controls } = aCard();
const asked = { operation: 'cards.create', path_ids: [], idempotency_key: 'key', request_hash: 'hash' };
const order = { tenant_id, ...asked };
const input = { customer_id, type, currency, cardholder_name: 'Ada King', spending_controls, destination: null };
const customer = anIndividual();

/** An order of a card at an issuer that answers so, and everything that happened, in turn. */
const ordered = async (issued: () => Promise<never>, found?: ReturnType<typeof newIntent>) => {
  const happened: string[] = [];
  const told: unknown[] = [];
  const checkpoint = async ({ writes }: { readonly writes: readonly Write[] }) => {
    happened.push(...writes.map((write) => write.kind));
  };
  const issuer = {
    name: 'an issuer',
    issue: async (_: unknown, say: unknown) => {
      happened.push('issue');
      told.push(say);
      return issued();
    },
    void: async () => {
      happened.push('void');
    },
  };
  const replacement = { of: 'ic_1', reason: 'lost' } as const;
  const failure = await orderCard({ now, newId, checkpoint }, { order, found, durations }, issuer, async () => ({
    input,
    customer,
    replacement,
    conditions: [],
  })).then(
    () => assert.fail('it was issued'),
    ({ code }: ApiError) => code,
  );
  return { failure, happened, told };
};

describe('an order that the issuer', () => {
  const refused = () => Promise.reject(issuerRefused('not_accepted'));

  test('never takes is called off before the refusal is told, so that its key is free', async () => {
    const { failure, happened, told } = await ordered(refused);
    assert.equal(failure, 'issuer_refused');
    assert.deepEqual(happened, ['put', 'issue', 'set', 'void', 'delete']);
    const cardholder = cardholderFrom(customer);
    assert.deepEqual(told, [{ ...input, cardholder, replacement: { of: 'ic_1', reason: 'lost' } }]);
  });

  test('does not take when it is gone on with is called off too', async () => {
    const found = newIntent(order, { ...input, card_id: newId('card') }, now, durations);
    const { happened } = await ordered(refused, found);
    assert.deepEqual(happened, ['issue', 'set', 'void', 'delete']);
  });

  for (const failure of [new ApiError('unavailable'), new ApiError('timeout'), new Error('connection lost')])
    test(`has not answered (${failure.message}) stays as it is`, async () => {
      const { happened } = await ordered(() => Promise.reject(failure));
      assert.deepEqual(happened, ['put', 'issue']);
    });
});
