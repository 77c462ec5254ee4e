import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { routes } from '../../functions/app/routes.ts';
import type { Route } from '../../functions/core/route.ts';
import { itemSentences, problemItems } from '../../functions/core/validation.ts';
import { listRequests } from '../../functions/tenants/requests/routes.ts';
import { test } from '../helpers/tests.ts';

/** Every schema within another one. */
const within = (schema: unknown, seen = new Set<unknown>()): z.core.$ZodType[] => {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const isSchema = '_zod' in schema;
  const inner = Object.values(isSchema ? (schema as z.core.$ZodType)._zod.def : schema);
  return [
    ...(isSchema ? [schema as z.core.$ZodType] : []),
    ...inner.flatMap((one) => within(one, seen)),
  ];
};

const detailsOf = (schema: z.core.$ZodType, value: string) => {
  const { error } = z.safeParse(schema, value);
  return problemItems(error?.issues ?? [], { in: 'body', input: value }).map(
    ({ detail }) => detail,
  );
};

test('the refusal of a text names the form that is expected, in every body and query', () => {
  const texts = (routes as readonly Route[])
    .flatMap(({ body, query }) => [...within(body), ...within(query)])
    .filter((schema) => schema._zod.def.type === 'string');
  assert.ok(texts.length > 100);
  const details = texts.flatMap((schema) =>
    ['', '\n', '?', 'no such thing'].flatMap((sent) => detailsOf(schema, sent)),
  );
  assert.ok(details.length > 100);
  assert.deepEqual(
    details.filter((detail) => detail === itemSentences.invalid_format),
    [],
  );
});

test('requests are filtered by the path of a route, with or without the version; a path with an id says what to send', () => {
  const query = listRequests.query ?? assert.fail();
  const routeOf = (route: string) => z.safeParse(query, { route });
  for (const [sent, taken] of [
    ['/customers', '/customers'],
    ['/v1/customers', '/customers'],
    ['/v1/customers/{customer_id}', '/customers/{customer_id}'],
  ] as const)
    assert.equal((routeOf(sent).data as { route: string }).route, taken);
  for (const sent of [
    'customers',
    '/customers/cus_01jd5fq7k9e8xv3m2n4p6r8t0w',
    '/v1/cards/card_01jd5fq7k9e8xv3m2n4p6r8t0w/freeze',
    '/Customers',
  ]) {
    const items = problemItems(routeOf(sent).error?.issues ?? [], {
      in: 'query',
      input: { route: sent },
    });
    assert.match(items[0]?.detail ?? '', /\/customers\/\{customer_id\}/, sent);
  }
});
