import assert from 'node:assert/strict';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { itemsAt } from '../../../../functions/core/validation.ts';
import { agreement } from '../../../../functions/identity/agreements/changes.ts';
import { isAtLeast, newAgreement } from '../../../../functions/identity/agreements/model.ts';
import { AgreementCreate } from '../../../../functions/identity/agreements/schema.ts';
import { agreementBody } from '../../../helpers/fixtures/agreements.ts';
import { anIndividual } from '../../../helpers/fixtures/customers.ts';
import { describe, test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const { tenant_id, id: customer_id } = anIndividual();
const agreed = (over: Parameters<typeof agreementBody>[0] = {}) =>
  newAgreement(agreementBody(over), { id: idsAt(now)('agreement'), tenant_id, customer_id, now });

/** The errors in a few words. */
const wrong = (over: object) =>
  itemsAt(AgreementCreate, { ...agreementBody(), ...over }, []).map(
    (item) => `${'pointer' in item ? item.pointer : ''} ${item.code}`,
  );

describe('a version', () => {
  const later = [
    ['2', '1'],
    ['10', '9'],
    ['1.10', '1.9'],
    ['1.0.1', '1'],
    ['2026-11-01', '2026-2-28'],
    ['2026-11-01', '3'],
  ] as const;
  for (const [one, other] of later)
    test(`${one} comes after ${other}`, () => {
      assert.deepEqual([isAtLeast(one, other), isAtLeast(other, one)], [true, false]);
    });

  test('is at least itself, however it is written', () => {
    for (const [one, other] of [
      ['1', '1'],
      ['1.0', '1'],
      ['2026-11-01', '2026.11.1'],
    ] as const)
      assert.ok(isAtLeast(one, other) && isAtLeast(other, one), one);
  });
});

describe('what a business says of an agreement', () => {
  const refused: [string, object, string[]][] = [
    ['without a zone', { accepted_at: '2026-11-20T15:04:05' }, ['/accepted_at invalid_format']],
    [
      'before anybody could click',
      { accepted_at: '1989-12-31T23:59:59Z' },
      ['/accepted_at too_small'],
    ],
    [
      'in a year without a form',
      { accepted_at: '0000-01-01T00:00:00+23:00' },
      ['/accepted_at too_small'],
    ],
    ['from an address in another notation', { ip: '0xcb.0.0x71.7' }, ['/ip invalid_format']],
    ['from a number', { ip: '3405803783' }, ['/ip invalid_format']],
    ['from an address in brackets', { ip: '[2001:db8::1]' }, ['/ip invalid_format']],
    ['by a browser with a novel', { user_agent: 'M'.repeat(501) }, ['/user_agent too_long']],
    ['of a text with blanks', { document: 'card user terms' }, ['/document invalid_format']],
    ['of a version in words', { version: '1.0-beta' }, ['/version invalid_format']],
  ];
  for (const [what, over, items] of refused)
    test(`is not ${what}`, () => {
      assert.deepEqual(wrong(over), items);
    });

  test('may come from IPv6, in any zone, without a browser', () => {
    const said = {
      ip: '2001:db8::1',
      accepted_at: '2026-11-20T16:04:05.5+01:00',
      user_agent: null,
    };
    assert.deepEqual(wrong(said), []);
    assert.equal(agreed(said).accepted_at, '2026-11-20T15:04:05.500Z');
  });

  test('is of the past, but for clocks that differ', () => {
    assert.equal(
      agreed({ accepted_at: '2026-11-20T15:05:05Z' }).accepted_at,
      '2026-11-20T15:05:05.000Z',
    );
    assert.throws(() => agreed({ accepted_at: '2026-11-20T15:05:06Z' }), {
      code: 'validation_failed',
      details: {
        errors: [
          {
            pointer: '/accepted_at',
            code: 'too_big',
            detail: 'Must not be in the future: send the time at which the text was accepted.',
          },
        ],
      },
    });
  });
});

describe('the highest version that a customer has accepted', () => {
  const before = { document: 'card_user_terms', version: '2', agreement_id: 'agr_1' };
  const written = (version: string, read: Parameters<typeof agreement>[1]) =>
    agreement(agreed({ version }), read).writes.map(({ key, when }) => [
      key.pk.split('/').at(-1),
      when.values,
    ]);
  const recorded = ['agreement', undefined];

  test('is the first one, then each that is higher, over the one that was read', () => {
    assert.deepEqual(written('1', undefined), [recorded, ['acceptance', undefined]]);
    assert.deepEqual(written('3', before), [recorded, ['acceptance', { ':value': 'agr_1' }]]);
  });

  test('stays where the same or a lower one is accepted once more', () => {
    assert.deepEqual([written('2', before), written('1', before)], [[recorded], [recorded]]);
  });
});
