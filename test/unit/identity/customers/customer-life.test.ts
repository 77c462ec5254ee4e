import assert from 'node:assert/strict';
import { transitionCustomer } from '../../../../functions/identity/customers/model.ts';
import {
  type CustomerAction,
  type CustomerStatus,
  customerActions,
} from '../../../../functions/identity/customers/states.ts';
import { anIndividual } from '../../../helpers/fixtures/customers.ts';
import { describe, test } from '../../../helpers/tests.ts';

const statuses: readonly CustomerStatus[] = ['active', 'suspended', 'closed'];
const actions: readonly CustomerAction[] = ['suspend', 'reactivate', 'close'];
const now = new Date('2026-11-20T15:04:05.123Z');

/** Written by hand: the table must say just this. */
const golden: Readonly<Record<string, string>> = {
  'active suspend': 'suspended customer.suspended',
  'active close': 'closed customer.closed',
  'suspended reactivate': 'active customer.reactivated',
  'suspended close': 'closed customer.closed',
};

for (const status of statuses) {
  describe(`a customer that is ${status}`, () => {
    for (const action of actions) {
      const expected = golden[`${status} ${action}`];
      const customer = anIndividual({ status, status_reason: 'before', version: 7 });
      if (expected)
        test(`becomes by ${action} what the table says, one version on`, () => {
          const moved = transitionCustomer(customer, action, 'because', now);
          assert.equal(`${moved.after.status} ${moved.event}`, expected);
          const { status: _status, ...rest } = moved.after;
          const { status: _before, ...kept } = customer;
          assert.deepEqual(rest, {
            ...kept,
            status_reason: 'because',
            updated_at: now.toISOString(),
            version: 8,
          });
        });
      else
        test(`cannot ${action}, and the error says what it can`, () => {
          const details = { current_status: status, allowed_actions: customerActions(status) };
          assert.throws(() => transitionCustomer(customer, action, null, now), {
            code: 'action_not_allowed',
            details,
          });
        });
    }
  });
}

test('a move without a reason clears the reason of the move before', () => {
  const suspended = anIndividual({ status: 'suspended', status_reason: 'chargebacks' });
  assert.equal(transitionCustomer(suspended, 'reactivate', null, now).after.status_reason, null);
});

test('a move leaves the customer that was read as it was', () => {
  const customer = Object.freeze(anIndividual());
  transitionCustomer(customer, 'suspend', null, now);
  assert.equal(customer.status, 'active');
});
