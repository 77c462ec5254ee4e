import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import { cardholderOf } from '../../../../functions/issuing/cards/cardholder.ts';
import {
  destinationOf,
  replacementDestination,
} from '../../../../functions/issuing/cards/destination.ts';
import { checkMergedCard } from '../../../../functions/issuing/cards/input.ts';
import { cardInput } from '../../../../functions/issuing/cards/order.ts';
import { changeSettings, patchedSettings } from '../../../../functions/issuing/cards/settings.ts';
import { spendingControls } from '../../../../functions/issuing/cards/spending.ts';
import { aCard, aShipping, now } from '../../../helpers/fixtures/cards.ts';
import {
  aBusinessCustomer,
  anAddress,
  anIndividual,
  aPerson,
  aRepresentative,
} from '../../../helpers/fixtures/customers.ts';
import { describe, test } from '../../../helpers/tests.ts';

const controls = spendingControls(
  {
    limits: [{ amount: 9, interval: 'weekly' }],
    allowed_categories: ['5411'],
    allowed_countries: ['GB'],
  },
  'USD',
);
const card = aCard({
  nickname: 'Travel',
  spending_controls: controls,
  metadata: { a: '1', b: '2' },
});
const settings = { nickname: 'Travel', spending_controls: controls, metadata: { a: '1', b: '2' } };
const byDefault = { limits: [{ amount: 500_000, interval: 'daily' }] };

describe('a merge patch of a card', () => {
  const lines: [string, object, object][] = [
    ['of nothing leaves everything', {}, {}],
    ['replaces what it names', { nickname: 'Work' }, { nickname: 'Work' }],
    ['clears with null', { nickname: null, metadata: null }, { nickname: null, metadata: {} }],
    ['merges metadata', { metadata: { a: null, c: '3' } }, { metadata: { b: '2', c: '3' } }],
    [
      'merges controls by member and replaces lists',
      { spending_controls: { allowed_countries: ['FR', 'DE'] } },
      { spending_controls: { ...controls, allowed_countries: ['FR', 'DE'] } },
    ],
    [
      'that clears limits takes the default',
      { spending_controls: { limits: null, allowed_categories: null } },
      { spending_controls: { ...controls, ...byDefault, allowed_categories: [] } },
    ],
    [
      'that clears all controls takes the default',
      { spending_controls: null },
      { spending_controls: spendingControls(null, 'USD') },
    ],
  ];
  for (const [what, patch, changed] of lines)
    test(what, () => assert.deepEqual(patchedSettings(card, patch), { ...settings, ...changed }));

  test('that changes nothing is the same card, and any other is one version on', () => {
    assert.equal(
      changeSettings(card, patchedSettings(card, { metadata: { a: '1' } }), now),
      undefined,
    );
    const changed = changeSettings(card, patchedSettings(card, { nickname: 'Work' }), now);
    const after = { ...card, nickname: 'Work', version: 2, updated_at: now.toISOString() };
    assert.deepEqual(changed, { before: card, after, event: 'card.updated' });
  });

  test('is rejected when what it merges to allows some categories and blocks others', () => {
    const merged = patchedSettings(card, { spending_controls: { blocked_categories: ['5812'] } });
    const detail = 'Must be empty while allowed_categories says something, or the other way round.';
    const errors = [
      { pointer: '/spending_controls/blocked_categories', code: 'invalid_value' as const, detail },
    ];
    assert.throws(() => checkMergedCard(merged), new ApiError('validation_failed', { errors }));
    assert.equal(checkMergedCard(settings), settings);
  });

  test('is rejected when all metadata together become too many', () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 49 }, (_, index) => [`key-${index}`, 'x']),
    );
    assert.throws(
      () => checkMergedCard(patchedSettings(card, { metadata })),
      (error: ApiError) => {
        assert.deepEqual(error.details.errors?.[0], {
          pointer: '/metadata',
          code: 'too_long',
          detail: 'Must have at most 50 pairs, has 51.',
        });
        return true;
      },
    );
  });
});

test('a card bears the name that was sent, else that of its customer, of its representative, or of the business', () => {
  const named = {
    customer_id: 'cus_1',
    type: 'virtual',
    currency: 'USD',
    cardholder_name: 'A. King',
  } as const;
  assert.equal(cardInput(named, anIndividual()).cardholder_name, 'A. King');
  assert.equal(cardholderOf(anIndividual({ middle_name: 'Augusta' })), 'Ada King');
  const grace = aRepresentative({ first_name: 'Grace', last_name: 'Hopper' });
  assert.equal(
    cardholderOf(aBusinessCustomer({ persons: [aPerson({ first_name: 'Ada' }), grace] })),
    'Grace Hopper',
  );
  assert.equal(
    cardholderOf(aBusinessCustomer({ persons: [{ ...grace, first_name: null }] })),
    'Hopper',
  );
  assert.equal(cardholderOf(aBusinessCustomer()), 'Analytical Engines Ltd');
  const long = anIndividual({ first_name: '😀'.repeat(99), last_name: 'King' });
  assert.equal(
    cardholderOf(long),
    '😀'.repeat(99),
    'no more than a name may have, and no space at its end',
  );
});

describe('a card goes', () => {
  const { address } = aShipping();
  const otherwise = { recipient: 'Ada King', address };

  test('to the customer, by the slow way, unless something else is said', () => {
    const expected = { recipient: 'Ada King', address, method: 'standard' };
    for (const said of [undefined, null, {}, { recipient: null, address: null, method: null }])
      assert.deepEqual(destinationOf(said, otherwise), expected);
    assert.equal(destinationOf({}, { ...otherwise, method: 'express' }).method, 'express');
  });

  test('where it is said to go, and to no mixture of two addresses', () => {
    const home = { line1: '1 Rue A', city: 'Paris', postal_code: '75001', country: 'FR' };
    const said = { recipient: 'Grace Hopper', address: home, method: 'express' } as const;
    const full = anAddress({ ...home, line2: null });
    assert.deepEqual(
      destinationOf(said, { ...otherwise, address: anAddress({ ...address, line2: 'Flat 2' }) }),
      {
        ...said,
        address: full,
      },
    );
  });

  test('nowhere if it is virtual: to send it is an error at its pointer', () => {
    assert.equal(replacementDestination(aCard(), null), null);
    const detail = 'Must be omitted: a virtual card is not sent.';
    const errors = [{ pointer: '/shipping', code: 'unknown_field', detail }];
    const rejected = { code: 'validation_failed', details: { errors } };
    assert.throws(() => replacementDestination(aCard(), { method: 'express' }), rejected);
  });

  test('nowhere without the lines that an address needs', () => {
    const missing = (fields: string[]) => ({
      errors: fields.map((field) => ({
        pointer: `/shipping/address/${field}`,
        code: 'required',
        detail: 'Must be given, here or in the address of the customer.',
      })),
    });
    const all = ['line1', 'city', 'postal_code', 'country'];
    const nowhere = { recipient: 'Ada King', address: null };
    assert.throws(() => destinationOf(null, nowhere), {
      code: 'validation_failed',
      details: missing(all),
    });
    for (const field of all) {
      const said = { address: { ...address, [field]: null } };
      assert.throws(() => destinationOf(said, otherwise), { details: missing([field]) });
    }
    const dubai = anAddress({ ...address, city: 'Dubai', postal_code: null, country: 'AE' });
    assert.deepEqual(
      destinationOf({ address: dubai }, otherwise).address,
      dubai,
      'where no address has a postal code',
    );
  });
});
