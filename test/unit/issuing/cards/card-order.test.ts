import assert from 'node:assert/strict';
import type { ApiError } from '../../../../functions/core/api-error.ts';
import { cardInput } from '../../../../functions/issuing/cards/order.ts';
import {
  aBusinessCustomer,
  aCompletePerson,
  anIndividual,
} from '../../../helpers/fixtures/customers.ts';
import { describe, test } from '../../../helpers/tests.ts';

const said = { customer_id: 'cus_1', type: 'virtual', currency: 'USD' } as const;
const physical = { ...said, type: 'physical' } as const;
const halves = { first_name: '4242 4242', last_name: '4242 4242' };

/** Where a refusal points. */
const pointersOf = (order: () => unknown): string[] => {
  try {
    order();
  } catch (error) {
    const { code, details } = error as ApiError;
    assert.equal(code, 'validation_failed');
    return details.errors?.map((item) => ('pointer' in item ? item.pointer : '')) ?? [];
  }
  return [];
};

describe('a card bears', () => {
  test('no name that is blank, and none that two names only make together into the number of a card', () => {
    for (const customer of [
      anIndividual({ first_name: ' ', last_name: ' ' }),
      anIndividual(halves),
      anIndividual({ first_name: 'Ελένη', last_name: 'Παπαδοπούλου' }),
      aBusinessCustomer({ legal_name: '株式会社' }),
      aBusinessCustomer({ legal_name: ' ' }),
    ]) {
      assert.deepEqual(
        pointersOf(() => cardInput(said, customer)),
        ['/cardholder_name'],
      );
      assert.deepEqual(
        pointersOf(() => cardInput({ ...said, cardholder_name: 'A. King' }, customer)),
        [],
      );
    }
  });

  test('in another script, but a parcel may bear one', () => {
    const greek = aCompletePerson({ first_name: 'Ελένη', last_name: 'Παπαδοπούλου' });
    assert.deepEqual(
      pointersOf(() => cardInput(physical, greek)),
      ['/cardholder_name'],
    );
    const { cardholder_name, destination } = cardInput(
      { ...physical, cardholder_name: 'Eleni Papadopoulou' },
      greek,
    );
    assert.deepEqual(
      [cardholder_name, destination?.recipient],
      ['Eleni Papadopoulou', 'Ελένη Παπαδοπούλου'],
    );
  });

  test('and is not sent to such a name', () => {
    const customer = aCompletePerson(halves);
    const named = { ...physical, cardholder_name: 'A. King' };
    assert.deepEqual(
      pointersOf(() => cardInput(physical, customer)),
      ['/cardholder_name', '/shipping/recipient'],
    );
    assert.deepEqual(
      pointersOf(() => cardInput(named, customer)),
      ['/shipping/recipient'],
    );
    assert.deepEqual(
      pointersOf(() => cardInput({ ...named, shipping: { recipient: 'A. King' } }, customer)),
      [],
    );
  });
});
