import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { route } from '../../../functions/route.ts';
import { printOpenapi } from '../../../openapi/document.ts';
import { schemaPrinter } from '../../../openapi/schemas.ts';

test('a route that only the dashboard reaches is not in the document', () => {
  const hidden = route({
    id: 'secrets.list',
    method: 'GET',
    path: '/secrets',
    summary: 'List',
    returns: { status: 200 },
    errors: [],
    permissions: {},
    reachable: ['dashboard'],
  });
  assert.deepEqual(printOpenapi([hidden]).paths, {});
});

test('two schemas of one name are rejected', () => {
  const { print } = schemaPrinter();
  print(z.object({ a: z.string().check(z.meta({ id: 'TwiceNamed' })) }));
  assert.throws(() => print(z.object({ a: z.number().check(z.meta({ id: 'TwiceNamed' })) })), /TwiceNamed/);
});
