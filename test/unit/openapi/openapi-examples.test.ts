import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as z from 'zod/mini';
import { routes } from '../../../functions/app/routes.ts';
import recordedExamples from '../../../lib/recorded-examples.json' with { type: 'json' };
import { type Any, document, operationOf, resolved } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';

test('every example is what its schema says', () => {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    // A schema checks few examples: to compile it without others in it costs less.
    inlineRefs: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  let examples = 0;
  const check = (pointer: string, value: unknown) => {
    const validate = ajv.getSchema(`document#${pointer}`);
    assert.ok(
      validate?.(value),
      `${pointer}: ${JSON.stringify(value)} ${JSON.stringify(validate?.errors)}`,
    );
    examples += 1;
  };
  const walk = (node: Any, pointer: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const at = (name: string) =>
      `${pointer}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
    if (node.schema && 'example' in node) check(at('schema'), node.example);
    if (node.schema && node.examples)
      for (const example of Object.values(node.examples))
        check(at('schema'), resolved(example).value);
    if (Array.isArray(node.examples)) for (const example of node.examples) check(pointer, example);
    for (const [name, child] of Object.entries(node))
      if (name !== 'examples' && name !== 'example') walk(child, at(name));
  };
  walk(document, '');
  assert.ok(examples > 100, `${examples} examples were checked`);
});

test('every operation that wants a key shows what a running service was asked and answered', () => {
  const asked = routes.filter((route) => !('public' in route)).map(({ id }) => id);
  assert.deepEqual(
    Object.keys(recordedExamples).toSorted(),
    asked.toSorted(),
    'run `npm run examples`',
  );
});

test('an example of a request is taken by the route itself', () => {
  for (const one of routes) {
    if (!('body' in one)) continue;
    const { example } = operationOf(one).requestBody.content['application/json'];
    // A patch may show the fields of either type; its schema takes them all and its handler does not.
    const result = z.safeParse(one.body, example);
    assert.ok(result.success, `${one.id}: ${JSON.stringify(result.error?.issues)}`);
  }
});
