import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemFields } from '../src/api/problem-fields.ts';

const item = (pointer: string, detail = 'Must be given.') => ({ pointer, code: 'required', detail }) as const;

test('an item stands at its field, and at the field it lies below', () => {
  const { fields, others } = problemFields([item('/url'), item('/event_types/0', 'No.')], ['/url', '/event_types']);
  assert.deepEqual(fields, { '/url': 'Enter a value.', '/event_types': 'No.' });
  assert.deepEqual(others, []);
});

test('of two fields the nearest has the item, and a field with the same beginning has not', () => {
  const { fields } = problemFields([item('/address/city')], ['/address', '/address/city', '/address/ci']);
  assert.deepEqual(Object.keys(fields), ['/address/city']);
});

test('several items of one field are all told', () => {
  const { fields } = problemFields([item('/url', 'One.'), item('/url', 'Two.')], ['/url']);
  assert.equal(fields['/url'], 'One. Two.');
});

test('what no field is for is left over: it is shown above the form', () => {
  const parameter = { parameter: 'query.limit', code: 'too_big', detail: 'Must be smaller.' } as const;
  const { fields, others } = problemFields([item('/metadata'), parameter], ['/url']);
  assert.deepEqual(fields, {});
  assert.deepEqual(others, [item('/metadata'), parameter]);
});
