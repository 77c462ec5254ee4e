import assert from 'node:assert/strict';
import { all } from 'iso-3166-1';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import * as z from 'zod/mini';
import { identifier, Name, text } from '../../functions/core/text-fields.ts';
import { hasPostalCodes } from '../../functions/identity/customers/address.ts';
import {
  AddressInput,
  AddressSchema,
  postalCodeFits,
} from '../../functions/identity/customers/address-schema.ts';
import { test } from '../helpers/tests.ts';

const takes = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;

const holds = (schema: z.core.$ZodType, good: readonly unknown[], bad: readonly unknown[]) => {
  for (const value of good) assert.ok(takes(schema, value), `takes ${JSON.stringify(value)}`);
  for (const value of bad) assert.ok(!takes(schema, value), `refuses ${JSON.stringify(value)}`);
};

test('a postal code is stored without blanks at its ends, and with those within', () => {
  for (const [country, sent, stored] of [
    ['GB', ' SW1Y 4LB', 'SW1Y 4LB'],
    ['GB', 'SW1Y 4LB ', 'SW1Y 4LB'],
    ['FR', '\u00a075001\u3000', '75001'],
    ['GB', 'SW1Y4LB', 'SW1Y4LB'],
    ['GB', '  sw1y 4lb\u2003', 'sw1y 4lb'],
    ['NL', '\u202f1012 AB ', '1012 AB'],
    ['CA', '   K1A 0B1   ', 'K1A 0B1'],
    ['US', ' 94107-1234 ', '94107-1234'],
    ['JP', '\u3000100-0001', '100-0001'],
    ['AE', ' any  form ', 'any  form'],
  ] as const)
    assert.equal(
      z.parse(AddressInput, { postal_code: sent, country }).postal_code,
      stored,
      JSON.stringify(sent),
    );
  const sentTo = (postal_code: string, country?: string) => ({
    postal_code,
    ...(country && { country }),
  });
  holds(
    AddressInput,
    [sentTo(' 75001 ', 'FR'), sentTo(' 7500 ')],
    [
      ...[sentTo(' 7500 ', 'FR'), sentTo('  '), sentTo('\u3000\u00a0', 'AE')],
      ...[
        sentTo('75001\n', 'FR'),
        sentTo('\t75001', 'FR'),
        sentTo('75001\u200b', 'FR'),
        sentTo('7\u00ad5001', 'FR'),
      ],
      ...[
        sentTo('SW1Y  4LB', 'GB'),
        sentTo('٧٥٠٠١', 'FR'),
        sentTo('７５００１', 'FR'),
        sentTo('75001 75001', 'FR'),
      ],
    ],
  );
});

test('a text holds nothing that is not seen, and a name is not blank', () => {
  holds(
    text(50),
    ['Zoë Ruiz-Peña', ' a ', '李', 'علی\u200cرضا'],
    ['A\u200bda', 'Ada\u200c', 'a\u202eb', 'a\u{e0041}'],
  );
  for (const schema of [Name, text(50), identifier(50)])
    holds(
      schema,
      ['a', ' a'],
      [' ', '   ', '\u00a0', '\u3000', '\u2003 \u202f', '\u3164', '\u2800', '\u115f'],
    );
  holds(text(50, { min: 0 }), ['', ' '], ['\u200b']);
});

test('the printed pattern of a text allows all that the text does, and no control characters or blank texts', () => {
  const { pattern } = z.toJSONSchema(Name) as { pattern: string };
  for (const value of ['Ada', ' a ', 'a b', '李']) assert.match(value, new RegExp(pattern, 'u'));
  for (const value of [' ', '\u3000\u00a0', 'a\n', '\u0000', ''])
    assert.doesNotMatch(value, new RegExp(pattern, 'u'));
});

test('a text holds no control character and no broken surrogate pair', () =>
  holds(
    text(50),
    ['Åse', 'tabless'],
    ['a\u0000', 'a\n', 'a\tb', '\u007f', '\u0085', '\ud800', 'a\udc00b'],
  ));

test('the number rule holds in texts and names, not in identifiers', () => {
  holds(text(50), ['4242 4242 4242 4241'], ['4242 4242 4242 4242']);
  holds(Name, [], ['Ada 4242424242424242']);
  holds(identifier(50), ['4242 4242 4242 4242'], ['', 'a\u0000']);
});

test('a text is kept as sent', () => assert.equal(z.parse(text(50), '  Ada  '), '  Ada  '));

const others = [
  ...[
    ['IE', 'd02af30'],
    ['NL', '1012ab'],
    ['GB', 'BFPO 801'],
    ['GB', 'sw1y4lb'],
    ['FK', 'fiqq1zz'],
    ['JP', '1000001'],
  ],
  ...[
    ['KH', '120210'],
    ['KH', '12000'],
    ['KZ', 'A25B6C7'],
    ['NI', '11001'],
    ['SA', '12345-6789'],
    ['PE', '15001'],
  ],
  ...[
    ['PE', 'Lima 18'],
    ['XK', '10000'],
    ['PA', '0816-00744'],
    ['IN', '110 001'],
  ],
];

test('a postal code matches the pattern of its country, where the country has one', () => {
  holds(
    AddressInput,
    [
      { country: 'GB', postal_code: 'SW1Y 4LB' },
      { country: 'US', postal_code: '94107-1234' },
      { country: 'AE', postal_code: 'whatever' },
      ...others.map(([country, postal_code]) => ({ country, postal_code })),
      { postal_code: 'anything' },
      { country: null, postal_code: 'anything' },
      { country: 'GB', postal_code: null },
      {},
    ],
    [
      { country: 'GB', postal_code: '12345' },
      { country: 'US', postal_code: 'SW1Y 4LB' },
      { county: 'Kent' },
      null,
      [],
    ],
  );
  assert.equal(postalCodeFits('12345', 'GB'), false);
  assert.equal(postalCodeFits('1012A', 'NL'), false);
});

test('countries without postal codes are those without a form, those whose form may be empty, and two that use none', () => {
  const formless = all()
    .map(({ alpha2 }) => alpha2)
    .filter((code) => !postcodeValidatorExistsForCountry(code) || postcodeValidator('', code));
  const without = all()
    .map(({ alpha2 }) => alpha2)
    .filter((code) => !hasPostalCodes(code));
  assert.deepEqual(without.toSorted(), [...formless, 'CK', 'PA'].toSorted());
});

test('an address in an answer shows every field', () => {
  const unset = {
    line1: null,
    line2: null,
    city: null,
    state: null,
    postal_code: null,
    country: null,
  };
  const { country: _, ...incomplete } = unset;
  holds(AddressSchema, [unset], [incomplete, {}]);
});
