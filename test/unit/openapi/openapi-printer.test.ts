import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { getCustomer } from '../../../functions/customers/routes.ts';
import { route } from '../../../functions/route.ts';
import { printOpenapi } from '../../../openapi/document.ts';
import { schemaPrinter } from '../../../openapi/schemas.ts';
import type { Any } from '../../helpers/printed-document.ts';

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

test('two schemas of one name are refused', () => {
  const { print } = schemaPrinter();
  print(z.object({ a: z.string().check(z.meta({ id: 'TwiceNamed' })) }));
  assert.throws(() => print(z.object({ a: z.number().check(z.meta({ id: 'TwiceNamed' })) })), /TwiceNamed/);
});

test('a named schema described anew is a reference with another description', () => {
  const Named = z.string().check(z.maxLength(5), z.meta({ id: 'DescribedAnew', description: 'First.' }));
  const printed: Any = schemaPrinter().print(
    z.object({ a: Named, b: Named.check(z.meta({ description: 'Second.' })) }),
  );
  assert.equal(printed.properties.b.description, 'Second.');
  assert.deepEqual(printed.properties.b.allOf, [{ $ref: '#/components/schemas/DescribedAnew' }]);
});

test('the webhooks section shares the components', () => {
  const Thing = z.object({ a: z.string() }).check(z.meta({ id: 'WebhookThing' }));
  const made: Any = printOpenapi([getCustomer], {
    webhooks: (print) => ({
      'thing.made': {
        post: { tags: ['events'], requestBody: { content: { 'application/json': { schema: print(Thing) } } } },
      },
    }),
  });
  assert.ok(made.webhooks['thing.made']);
  assert.ok(made.components.schemas.WebhookThing);
});
