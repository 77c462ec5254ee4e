import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { route } from '../../../functions/core/route.ts';
import { printOpenapi } from '../../../openapi/document.ts';
import { schemaPrinter } from '../../../openapi/schemas.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';

const secrets = (reachable: 'api' | 'dashboard', summary = 'List') =>
  route({
    id: 'cards.list-secrets',
    method: 'GET',
    path: '/secrets',
    summary,
    returns: { status: 200 },
    permissions: {},
    reachable: [reachable],
  });

test('a route that only the dashboard reaches is not in the document', () => {
  assert.deepEqual(printOpenapi([secrets('dashboard')]).paths, {});
});

test('the version moves with the contract alone', () => {
  const version = (summary: string) =>
    (printOpenapi([secrets('api', summary)]) as Any).info.version;
  assert.match(version('List'), /^1\.0\.0\+[0-9a-f]{12}$/);
  assert.equal(version('List'), version('List'));
  assert.notEqual(version('List'), version('List them'));
});

test('two schemas of one name are rejected', () => {
  const { print } = schemaPrinter();
  print(z.object({ a: z.string().check(z.meta({ id: 'TwiceNamed' })) }));
  assert.throws(
    () => print(z.object({ a: z.number().check(z.meta({ id: 'TwiceNamed' })) })),
    /TwiceNamed/,
  );
});
