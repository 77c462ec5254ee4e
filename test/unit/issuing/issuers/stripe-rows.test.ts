import assert from 'node:assert/strict';
import { UnreadableItem } from '../../../../functions/core/dynamodb/stored-form.ts';
import {
  readCardholderRow,
  readOrderRow,
  readStripeTokenRow,
} from '../../../../functions/issuing/issuers/stripe/stored-form.ts';
import { describe, test } from '../../../helpers/tests.ts';

// Rows of Stripe's orders are read by their form: without its attempt an order would be sent under a key that Stripe does not know.

const requested = {
  tenant_id: 'biz_1',
  customer_id: 'cus_1',
  ordered_at: '2026-11-28T00:00:00.000Z',
  attempt: 1,
};
const card = {
  issuer_reference: 'ic_1',
  brand: 'visa',
  bin: '400000',
  last4: '1234',
  exp_month: 1,
  exp_year: 2030,
};
const order = { ...requested, state: 'issued', card: { ...card, pin_status: 'unset' } };
const cardholder = { ...requested, state: 'made', reference: 'ich_1' };
const token = { latest: { reference: 'tok_1', id: 'ctok_1', status: 'active', version: 2 } };

const without = <Row extends object>(row: Row, name: string): object =>
  Object.fromEntries(Object.entries(row).filter(([one]) => one !== name));

describe('a row is unreadable without', () => {
  const cases = [
    ...Object.keys({ ...requested, state: '' }).flatMap((name) => [
      [`${name} of an order`, readOrderRow, without(order, name), name] as const,
      [`${name} of a cardholder`, readCardholderRow, without(cardholder, name), name] as const,
    ]),
    ...(['issuer_reference', 'brand', 'last4', 'exp_month', 'exp_year'] as const).map(
      (name) =>
        [
          `${name} of a card`,
          readOrderRow,
          { ...order, card: without(order.card, name) },
          `card.${name}`,
        ] as const,
    ),
    [
      'the version of a token',
      readStripeTokenRow,
      { latest: without(token.latest, 'version') },
      'latest.version',
    ] as const,
    ...(['ordering', 'issued', 'voiding'] as const).map(
      (state) =>
        [
          `attempt while ${state}`,
          readOrderRow,
          { ...without(order, 'attempt'), state },
          'attempt',
        ] as const,
    ),
  ];
  for (const [name, read, row, field] of cases)
    test(name, () =>
      assert.throws(
        () => read({ pk: 'card_1', ...row }),
        (error: Error) =>
          error instanceof UnreadableItem && error.message.endsWith(` has no ${field}`),
      ),
    );
});

describe('a row is read as it is stored', () => {
  const { bin, ...early } = card;
  const cases = [
    ['an issued order', readOrderRow, order, order],
    [
      'one in creation',
      readOrderRow,
      { ...requested, state: 'ordering', parameters: { type: 'virtual' } },
    ],
    ['one that was voided before anybody ordered it', readOrderRow, { state: 'voided' }],
    ['one that was voided later', readOrderRow, { ...requested, state: 'voided' }],
    [
      'a card that lacks what it got later',
      readOrderRow,
      { ...order, card: early },
      { ...order, card: { ...early, bin: null, pin_status: 'unset' } },
    ],
    ['a cardholder', readCardholderRow, cardholder],
    ['a cardholder whose data were removed', readCardholderRow, { ...requested, state: 'made' }],
    ['a token', readStripeTokenRow, token],
  ] as const;
  for (const [name, read, row, expected = row] of cases)
    test(name, () => assert.deepEqual(read(row), expected));
});
