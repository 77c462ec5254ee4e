import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { Metadata, MetadataPatch } from '../../functions/core/metadata.ts';
import { problemItems } from '../../functions/core/validation.ts';
import { test } from '../helpers/tests.ts';

const faults = (schema: z.core.$ZodType, input: unknown) => {
  const result = z.safeParse(schema, input);
  const items = result.success
    ? []
    : problemItems(result.error.issues, { in: 'body', input, at: ['metadata'] });
  return items.map((item) => `${'pointer' in item ? item.pointer : item.parameter} ${item.code}`);
};

const pairs = (count: number, value = 'v') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, value]));

test('metadata is taken up to its limits and rejected beyond them', () => {
  assert.deepEqual(faults(Metadata, pairs(50)), []);
  assert.deepEqual(faults(Metadata, pairs(51)), ['/metadata too_long']);
  assert.deepEqual(faults(Metadata, { ['k'.repeat(40)]: 'v'.repeat(500), empty: '' }), []);
  assert.deepEqual(faults(Metadata, { ['k'.repeat(41)]: '' }), [
    `/metadata/${'k'.repeat(41)} invalid_format`,
  ]);
  assert.deepEqual(faults(Metadata, { '': 'v' }), ['/metadata/ invalid_format']);
  assert.deepEqual(faults(Metadata, { a: 'v'.repeat(501) }), ['/metadata/a too_long']);
  assert.deepEqual(faults(Metadata, { a: 1, b: null, c: 'a\u0000' }), [
    '/metadata/a invalid_type',
    '/metadata/b invalid_type',
    '/metadata/c invalid_format',
  ]);
});

test('metadata has at most 8 KB of UTF-8 in all', () => {
  const key = (index: number) => `${index}`.padStart(2, '0');
  const filled = (bytes: number) => {
    const entries = Array.from({ length: 16 }, (_, index) => [key(index), 'v'.repeat(498)]);
    return Object.fromEntries([...entries, ['zz', 'v'.repeat(bytes - 16 * 500 - 2)]]);
  };
  assert.deepEqual(faults(Metadata, filled(8192)), []);
  assert.deepEqual(faults(Metadata, filled(8193)), ['/metadata too_long']);
  assert.deepEqual(faults(Metadata, pairs(10, 'é'.repeat(450))), ['/metadata too_long']);
});

test('a card number is kept neither in a value of metadata nor in a key, and no answer repeats one', () => {
  assert.deepEqual(faults(Metadata, { note: 'card 4242-4242-4242-4242' }), [
    '/metadata/note card_number_not_allowed',
  ]);
  assert.deepEqual(faults(Metadata, { '4242.4242.4242.4242': 'v' }), [
    '/metadata card_number_not_allowed',
  ]);
  assert.deepEqual(faults(MetadataPatch, { '4242424242424242': 'v' }), [
    '/metadata card_number_not_allowed',
  ]);
  assert.deepEqual(faults(MetadataPatch, { '4242424242424242': null }), []);
});

test('the key __proto__ is rejected rather than lost, and pollutes nothing', () => {
  const input = JSON.parse('{"__proto__":"x","constructor":"kept","toString":"kept"}');
  assert.deepEqual(faults(Metadata, input), ['/metadata/__proto__ invalid_value']);
  assert.deepEqual(faults(MetadataPatch, JSON.parse('{"__proto__":null}')), [
    '/metadata/__proto__ invalid_value',
  ]);
  const kept = z.parse(Metadata, JSON.parse('{"constructor":"kept"}'));
  assert.deepEqual(Object.entries(kept), [['constructor', 'kept']]);
  assert.equal(Object.getPrototypeOf({}), Object.prototype);
});

test('what is not an object is no metadata', () => {
  for (const value of [[], 'a', 1, true, null])
    assert.deepEqual(faults(Metadata, value), ['/metadata invalid_type']);
});

test('a patch of metadata removes keys with null', () => {
  assert.deepEqual(faults(MetadataPatch, { a: null, b: 'v' }), []);
  assert.deepEqual(faults(MetadataPatch, { a: 1 }), ['/metadata/a invalid_type']);
});
