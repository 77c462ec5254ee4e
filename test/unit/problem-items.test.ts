import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import type { ApiErrorItem } from '../../functions/core/api-error.ts';
import { CalendarDate, Email, Phone, typeId } from '../../functions/core/fields.ts';
import { Name } from '../../functions/core/text-fields.ts';
import { issueOf, problemItems } from '../../functions/core/validation.ts';
import { test } from '../helpers/tests.ts';

const items = (schema: z.core.$ZodType, input: unknown): ApiErrorItem[] => {
  const result = z.safeParse(schema, input);
  return result.success ? [] : problemItems(result.error.issues, { in: 'body', input });
};
const brief = (schema: z.core.$ZodType, input: unknown) =>
  items(schema, input).map(
    (item) => `${'pointer' in item ? item.pointer : item.parameter} ${item.code}: ${item.detail}`,
  );

const Shape = z.union([
  z.strictObject({ shape: z.literal('circle'), radius: z.number() }),
  z.strictObject({ side: z.number(), name: Name }),
  z.string(),
]);

const cases: readonly [string, z.core.$ZodType, unknown, readonly string[]][] = [
  ['a missing field is required', z.object({ a: Name }), {}, ['/a required: Must be given.']],
  [
    'a missing choice is required',
    z.object({ a: z.enum(['x', 'y']) }),
    {},
    ['/a required: Must be given.'],
  ],
  [
    'a missing list is required',
    z.object({ a: z.array(Name) }),
    {},
    ['/a required: Must be given.'],
  ],
  [
    'what an object inherits is not given',
    z.object({ constructor: Name }),
    {},
    ['/constructor required: Must be given.'],
  ],
  [
    'null is of another type',
    z.object({ a: Name }),
    { a: null },
    ['/a invalid_type: Must be a string.'],
  ],
  [
    'an empty text is too short',
    z.object({ a: Name }),
    { a: '' },
    ['/a too_short: Must have at least 1 character.'],
  ],
  [
    'a long text names its limit',
    z.object({ a: Name }),
    { a: 'x'.repeat(101) },
    ['/a too_long: Must have at most 100 characters.'],
  ],
  [
    'every unknown field is an item of its own',
    z.strictObject({}),
    { 'a/b': 1, 'c~d': 2, __proto: 3 },
    ['/a~1b', '/c~0d', '/__proto'].map(
      (at) => `${at} unknown_field: Unknown field: omit it, or check its spelling.`,
    ),
  ],
  [
    'an unknown __proto__ is seen',
    z.strictObject({}),
    JSON.parse('{"__proto__":{"x":1}}'),
    ['/__proto__ unknown_field: Unknown field: omit it, or check its spelling.'],
  ],
  [
    'formats are shown by example',
    z.object({ email: Email, phone: Phone, day: CalendarDate, id: typeId('cus', 'a customer') }),
    { email: 'x', phone: '1', day: '2023-02-29', id: 'x' },
    [
      '/email invalid_format: Must be an e-mail address, such as ada.lovelace@example.com.',
      '/phone invalid_format: Must be a phone number in E.164 form, such as +441632960961.',
      '/day invalid_format: Must be a date that exists, YYYY-MM-DD.',
      '/id invalid_format: Must be the id of a customer: cus_ and 26 characters.',
    ],
  ],
  [
    'choices are named',
    z.object({ a: z.enum(['x', 'y']) }),
    { a: 'z' },
    ['/a invalid_value: Must be one of x, y.'],
  ],
  [
    'a literal is named',
    z.object({ a: z.literal('x') }),
    { a: 'z' },
    ['/a invalid_value: Must be x.'],
  ],
  [
    'numbers are bounded',
    z.object({
      a: z.int().check(z.minimum(1)),
      b: z.int().check(z.maximum(5)),
      c: z.int(),
      d: z.number().check(z.gt(0)),
    }),
    { a: 0, b: 6, c: 1.5, d: 0 },
    [
      '/a too_small: Must be at least 1.',
      '/b too_big: Must be at most 5.',
      '/c invalid_type: Must be a whole number.',
      '/d too_small: Must be greater than 0.',
    ],
  ],
  [
    'lists are bounded, and an item is pointed at',
    z.object({ a: z.array(Name).check(z.maxLength(1)), b: z.array(Name) }),
    { a: ['x', 'y'], b: ['x', 1] },
    ['/a too_long: Must have at most 1 item.', '/b/1 invalid_type: Must be a string.'],
  ],
  [
    'a body that is no object is of another type',
    z.object({}),
    [],
    [' invalid_type: Must be an object.'],
  ],
  [
    'a check of our own brings its code and its place',
    z
      .object({ a: Name })
      .check(
        z.check((payload) => void payload.issues.push(issueOf('under_age', 0, undefined, ['b']))),
      ),
    { a: 'x' },
    ['/b under_age: Must be at least 18 years ago. The day counts in UTC.'],
  ],
  [
    'a refinement without a code is an invalid value',
    z.object({ a: Name.check(z.refine(() => false)) }),
    { a: 'x' },
    ['/a invalid_value: Must have another value.'],
  ],
  [
    'a check of our own brings its sentence',
    z.object({
      a: Name.check(
        z.refine(() => false, { params: { code: 'invalid_value', detail: 'Must be even.' } }),
      ),
    }),
    { a: 'x' },
    ['/a invalid_value: Must be even.'],
  ],
];

for (const [fact, schema, input, expected] of cases)
  test(fact, () => {
    assert.deepEqual(brief(schema, input), expected);
  });

test('a discriminated union names its discriminator, then the fields of the chosen form', () => {
  const Union = z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('a'), x: Name }),
    z.strictObject({ type: z.literal('b') }),
  ]);
  assert.deepEqual(brief(Union, {}), ['/type required: Must be given.']);
  assert.deepEqual(brief(Union, { type: 'c' }), ['/type invalid_value: Must be one of a, b.']);
  assert.deepEqual(brief(Union, { type: 'a' }), ['/x required: Must be given.']);
});

test('a union says what the likeliest form lacks', () => {
  const CustomerSnapshot = z.object({ it: Shape });
  assert.deepEqual(brief(CustomerSnapshot, { it: { shape: 'circle' } }), [
    '/it/radius required: Must be given.',
  ]);
  assert.deepEqual(brief(CustomerSnapshot, { it: { side: 1 } }), [
    '/it/name required: Must be given.',
  ]);
  assert.deepEqual(brief(CustomerSnapshot, { it: 5 }), [
    '/it invalid_type: Must be an object or a string.',
  ]);
  assert.deepEqual(brief(CustomerSnapshot, {}), ['/it required: Must be given.']);
});

test('a part of a body keeps its place, and a query names its parameter', () => {
  const result = z.safeParse(z.object({ a: Name }), {});
  const issues = result.error?.issues ?? [];
  assert.deepEqual(problemItems(issues, { in: 'body', input: {}, at: ['metadata'] })[0], {
    pointer: '/metadata/a',
    code: 'required',
    detail: 'Must be given.',
  });
  assert.deepEqual(problemItems(issues, { in: 'query', input: {} })[0], {
    parameter: 'query.a',
    code: 'required',
    detail: 'Must be given.',
  });
});

test('at most 50 items are returned', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]));
  assert.equal(items(z.strictObject({}), many).length, 50);
  assert.equal(items(z.array(Name), Array(1000).fill(1)).length, 50);
});
