import assert from 'node:assert/strict';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { alternativesOf, hostSchema, type Schema } from '../../../cli/mcp/tool-schemas.ts';
import { actionsOf, toolsOf } from '../../../cli/mcp/tools.ts';
import { type Any, document } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';

// The schemas of tools are for hosts that know a part of JSON Schema, and for models that pay for each token.

const tools = toolsOf(document);
const { schemas } = document.components;
const named = { schemas, pages: {} };
const tokens_max = 25_000;

test('the tools of a model that may write take no more of its context than is promised', () => {
  const tokens = countTokens(JSON.stringify(tools));
  assert.ok(tokens <= tokens_max, `${tokens} tokens`);
});

/** Every schema within a schema, itself included. */
const schemasIn = (schema: Any): Any[] => [
  schema,
  ...Object.values(schema.properties ?? {}).flatMap(schemasIn),
  ...[schema.items, schema.additionalProperties]
    .filter((one) => typeof one === 'object')
    .flatMap(schemasIn),
  ...(schema.anyOf ?? []).flatMap(schemasIn),
];

test('no host has to know references, lists of types, conditions or null as a type', () => {
  const known = new Set([
    ...[
      'type',
      'enum',
      'minimum',
      'maximum',
      'maxLength',
      'minItems',
      'maxItems',
      'default',
      'description',
      'nullable',
    ],
    ...['properties', 'required', 'items', 'additionalProperties', 'anyOf'],
  ]);
  const types = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array']);
  for (const { name, inputSchema } of tools)
    for (const schema of schemasIn(inputSchema)) {
      const where = `${name}: ${JSON.stringify(schema).slice(0, 200)}`;
      assert.deepEqual(
        Object.keys(schema).filter((keyword) => !known.has(keyword)),
        [],
        where,
      );
      assert.ok(types.has(schema.type) || schema.anyOf, where);
      assert.ok(schema.type !== 'array' || schema.items, where);
      assert.ok(!schema.enum?.includes(null), where);
    }
});

test('every argument of a tool but if_match and the key has words that say what it is', () => {
  for (const { name, inputSchema } of tools)
    for (const [field, schema] of Object.entries<Any>((inputSchema as Any).properties))
      if (field !== 'action' && field !== 'body')
        assert.ok(schema.description?.length > 4, `${name} ${field}`);
});

/** The paths of all fields of a schema. */
const fieldsOf = (alternatives: readonly Schema[], path = ''): string[] =>
  alternatives.flatMap(({ properties = {}, items }: Any) => [
    ...Object.entries<Schema>(properties).flatMap(([name, inner]) => [
      `${path}.${name}`,
      ...fieldsOf(alternativesOf(inner, schemas), `${path}.${name}`),
    ]),
    ...(items ? fieldsOf(alternativesOf(items, schemas), `${path}[]`) : []),
  ]);

test('every field that a body can have, however deep, is in the schema of its tool and in the line of its action', () => {
  for (const { id, body, withheld, method } of actionsOf(document)) {
    if (body === undefined || withheld || method === 'GET') continue;
    const [resource = '', verb = ''] = id.split('.');
    const tool =
      tools.find(({ name }) => name === `${resource.replaceAll('-', '_')}_change`) ??
      assert.fail(id);
    const { properties } = tool.inputSchema as Any;
    const expected = new Set(fieldsOf(alternativesOf(body, schemas)));
    const shown = new Set(
      fieldsOf(properties.body ? alternativesOf(properties.body, schemas) : []),
    );
    assert.deepEqual([...expected.difference(shown)], [], id);
    const line =
      tool.description.split('\n').find((one) => one.startsWith(`${verb}: `)) ?? assert.fail(id);
    for (const path of expected) {
      const name = path.slice(1);
      if (!/[.[]/.test(name)) assert.match(line, new RegExp(`\\b${name}\\b`), id);
    }
  }
});

const cases: Readonly<Record<string, readonly [Schema, Schema]>> = {
  'one that may be null': [
    { type: ['string', 'null'], maxLength: 3 },
    { type: 'string', maxLength: 3 },
  ],
  'an identifier, by its prefix': [
    { type: 'string', pattern: '^cus_[0-7]x$', description: 'The customer.' },
    { type: 'string', description: 'The customer: cus_….' },
  ],
  'a date, in words': [
    { type: 'string', format: 'date', description: 'The day.' },
    { type: 'string', description: 'The day. YYYY-MM-DD.' },
  ],
  'a value that is fixed': [
    { type: 'string', const: 'a' },
    { type: 'string', enum: ['a'] },
  ],
  'a list of any values': [
    { type: ['array', 'null'], items: { type: ['integer', 'null'], format: 'int32' } },
    { type: 'array', items: { type: 'integer' } },
  ],
  'numbers in two ranges': [
    {
      anyOf: [
        { type: 'integer', minimum: 2, maximum: 5 },
        { type: 'integer', minimum: 1, maximum: 3 },
      ],
    },
    { type: 'integer', minimum: 1, maximum: 5 },
  ],
  'text or a number': [
    { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }], description: 'Either.' },
    { anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'Either.' },
  ],
};

for (const [what, [schema, expected]] of Object.entries(cases))
  test(`a host gets ${what}`, () => assert.deepEqual(hostSchema(schema, named), expected));

test('null is announced where it does something', () => {
  const text = { type: ['string', 'null'] };
  const body = { type: 'object', required: ['first'], properties: { first: text, second: text } };
  const [whole, change] = [false, true].map((nullable) => hostSchema(body, named, nullable) as Any);
  assert.deepEqual(whole.properties, {
    first: { type: 'string', nullable: true },
    second: { type: 'string' },
  });
  assert.deepEqual(change.properties, {
    first: { type: 'string', nullable: true },
    second: { type: 'string', nullable: true },
  });
});
