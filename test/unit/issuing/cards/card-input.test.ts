import assert from 'node:assert/strict';
import type * as z from 'zod/mini';
import {
  AuthorizationSimulation,
  SettlementSimulation,
} from '../../../../functions/app/simulations/authorization-routes.ts';
import { ShippingSimulation } from '../../../../functions/app/simulations/routes.ts';
import { ReasonRequest } from '../../../../functions/core/fields.ts';
import { intervals } from '../../../../functions/core/limits.ts';
import { itemsAt } from '../../../../functions/core/validation.ts';
import {
  CardActivate,
  CardCreate,
  CardPatch,
  CardReplace,
} from '../../../../functions/issuing/cards/input.ts';
import { CardRevealRequest } from '../../../../functions/issuing/cards/reveal-schema.ts';
import { publicKey } from '../../../helpers/examples/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const cardNumber = '4242 4242 4242 4242';
const virtual = { type: 'virtual', customer_id: 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w', currency: 'USD' };
const physical = { ...virtual, type: 'physical' };
const authorization = { amount: 1, currency: 'USD', category: '5411', country: 'GB' };
const limits = (...amounts: unknown[]) => ({
  spending_controls: {
    limits: amounts.map((amount, index) => ({ amount, interval: intervals[index] })),
  },
});
/** The errors in a few words: `/nickname too_long`. */
const wrong = (schema: z.core.$ZodType, body: unknown) =>
  itemsAt(schema, body, []).map((item) => `${'pointer' in item ? item.pointer : ''} ${item.code}`);

describe('a card is asked for', () => {
  const taken: [string, object][] = [
    ['with the least', virtual],
    ['with the least, physical', physical],
    [
      'with everything',
      {
        ...physical,
        cardholder_name: 'A. King',
        nickname: 'Travel',
        metadata: { order: '4242424242424241' },
        spending_controls: {
          limits: intervals.map((interval) => ({ amount: 1_000_000_000_000, interval })),
          allowed_categories: [],
          blocked_categories: ['0742', '9999'],
          allowed_countries: ['GB'],
        },
        shipping: {
          recipient: 'Ada King',
          address: { line1: '1 A', country: 'GB' },
          method: 'express',
        },
      },
    ],
    ['with limits of nothing', { ...virtual, ...limits(0, 0, 1) }],
    [
      'with nulls',
      { ...physical, nickname: null, spending_controls: null, shipping: null, metadata: null },
    ],
    [
      'with null controls',
      { ...virtual, spending_controls: { limits: null, allowed_countries: null } },
    ],
  ];
  for (const [what, body] of taken) test(what, () => assert.deepEqual(wrong(CardCreate, body), []));

  const refused: [string, object, string[]][] = [
    ['virtual, by post', { ...virtual, shipping: {} }, ['/shipping unknown_field']],
    [
      'of another resource',
      { ...virtual, customer_id: 'doc_01jd5fq7k9e8xv3m2n4p6r8t0w' },
      ['/customer_id invalid_format'],
    ],
    [
      'with a number as nickname',
      { ...virtual, nickname: cardNumber },
      ['/nickname card_number_not_allowed'],
    ],
    [
      'with a number as name',
      { ...virtual, cardholder_name: cardNumber },
      ['/cardholder_name card_number_not_allowed'],
    ],
    [
      'in a currency that was withdrawn',
      { ...virtual, currency: 'BGN' },
      ['/currency invalid_value'],
    ],
    ['in a currency without caps', { ...virtual, currency: 'XAU' }, ['/currency invalid_value']],
    [
      'with a name in another script',
      { ...virtual, cardholder_name: 'Ελένη' },
      ['/cardholder_name invalid_format'],
    ],
    [
      'with a number beside it',
      { ...virtual, metadata: { a: cardNumber } },
      ['/metadata/a card_number_not_allowed'],
    ],
    [
      'sent to a number',
      { ...physical, shipping: { recipient: cardNumber, address: { line1: cardNumber } } },
      [
        '/shipping/recipient card_number_not_allowed',
        '/shipping/address/line1 card_number_not_allowed',
      ],
    ],
  ];
  for (const [what, body, items] of refused)
    test(`not ${what}`, () => assert.deepEqual(wrong(CardCreate, body), items));
});

describe('controls are rejected', () => {
  const at = '/spending_controls';
  const lists: [string, object, string[]][] = [
    [
      'with limits below nothing, or that are none',
      limits(-1, 0.5, '0'),
      ['too_small', 'invalid_type', 'invalid_type'].map(
        (code, nth) => `${at}/limits/${nth}/amount ${code}`,
      ),
    ],
    ['with a limit beyond 10¹²', limits(1, 1_000_000_000_001), [`${at}/limits/1/amount too_big`]],
    [
      'with two limits of an interval',
      { spending_controls: { limits: [1, 2].map((amount) => ({ amount, interval: 'daily' })) } },
      [`${at}/limits/1/interval invalid_value`],
    ],
    [
      'with codes that are none',
      { spending_controls: { allowed_categories: ['5411', '541', '54111', '54a1', '5411\n'] } },
      [1, 2, 3, 4].map((index) => `${at}/allowed_categories/${index} invalid_format`),
    ],
    [
      'with categories both allowed and blocked',
      { spending_controls: { allowed_categories: ['5411'], blocked_categories: ['5812'] } },
      [`${at}/blocked_categories invalid_value`],
    ],
  ];
  for (const [what, body, items] of lists)
    test(what, () => {
      assert.deepEqual(wrong(CardPatch, body), items);
      assert.deepEqual(wrong(CardCreate, { ...virtual, ...body }), items);
    });
});

describe('actions take', () => {
  const lines: [string, z.core.$ZodType, unknown, string[]][] = [
    ['four digits', CardActivate, { last4: '0042' }, []],
    ['no fewer', CardActivate, { last4: '042' }, ['/last4 invalid_format']],
    [
      'no number as a reason',
      ReasonRequest,
      { reason: cardNumber },
      ['/reason card_number_not_allowed'],
    ],
    ['no reason', ReasonRequest, { reason: null }, []],
    ['a replacement', CardReplace, { reason: 'lost', shipping: { method: 'express' } }, []],
    ['no replacement for fraud', CardReplace, { reason: 'fraud' }, ['/reason invalid_value']],
    ['no reveal to nobody', CardRevealRequest, {}, ['/public_key required', '/nonce required']],
    ['a reveal by a nonce', CardRevealRequest, { public_key: null, nonce: 'ephkn_1' }, []],
    ['a reveal by a key', CardRevealRequest, { public_key: publicKey, nonce: null }, []],
    [
      'no reveal to null',
      CardRevealRequest,
      { public_key: null, nonce: null },
      ['/public_key required', '/nonce required'],
    ],
    [
      'no reveal by half a nonce',
      CardRevealRequest,
      { nonce: 'ephkn 1' },
      ['/nonce invalid_format'],
    ],
    [
      'no reveal to both',
      CardRevealRequest,
      { public_key: publicKey, nonce: 'ephkn_1' },
      ['/nonce invalid_value'],
    ],
    [
      'no merchant called a number',
      AuthorizationSimulation,
      { ...authorization, merchant_name: cardNumber },
      ['/merchant_name card_number_not_allowed'],
    ],
    [
      'a step of the post',
      ShippingSimulation,
      { status: 'shipped', tracking_number: cardNumber },
      [],
    ],
    [
      'a step without a number',
      ShippingSimulation,
      { status: 'shipped', tracking_number: null },
      [],
    ],
    [
      'a settlement',
      SettlementSimulation,
      { status: 'closed', amount: null, captured_amount: null },
      [],
    ],
  ];
  for (const [what, schema, body, items] of lines)
    test(what, () => assert.deepEqual(wrong(schema, body), items));
});
