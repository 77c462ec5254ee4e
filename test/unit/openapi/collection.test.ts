import assert from 'node:assert/strict';
import { routes } from '../../../functions/app/routes.ts';
import type { Route } from '../../../functions/core/route.ts';
import { printCollection } from '../../../openapi/collection.ts';
import { type Any, document, operationOf } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';

const collection: Any = JSON.parse(JSON.stringify(printCollection(document)));
const requests: Any[] = collection.item.flatMap(({ name, item }: Any) =>
  item.map(({ request }: Any) => ({ ...request, folder: name })),
);
const requestOf = ({ method, path }: Pick<Route, 'method' | 'path'>): Any =>
  requests.find(
    (one) =>
      one.method === method &&
      one.url.raw === `{{base_url}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  );

test('the collection has every route and no other, each in the folder of its tag', () => {
  assert.equal(requests.length, routes.length);
  for (const route of routes)
    assert.equal(requestOf(route)?.folder, operationOf(route).tags[0], route.id);
});

test('a request fills in what the document asks for, from variables', () => {
  for (const route of routes) {
    const { header, body, url, auth } = requestOf(route);
    const sent = (name: string) => header.find(({ key }: Any) => key === name);
    assert.equal(
      sent('Idempotency-Key')?.value,
      route.method === 'POST' ? '{{$guid}}' : undefined,
      route.id,
    );
    assert.equal(sent('Idempotency-Key')?.disabled, undefined, route.id);
    const example = operationOf(route).requestBody?.content['application/json'].example;
    assert.deepEqual(body && JSON.parse(body.raw), example, route.id);
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assert.deepEqual(
      url.variable.map(({ key }: Any) => key),
      names,
    );
    assert.equal(auth?.type, 'public' in route ? 'noauth' : undefined, route.id);
  }
  assert.deepEqual(
    collection.variable.map(({ key }: Any) => key),
    ['base_url', 'api_key', 'tenant_id'],
  );
  assert.ok(collection.auth.apikey.some(({ value }: Any) => value === '{{api_key}}'));
});

test('the tenant is sent only where somebody switches it on: one that is made up is rejected', () => {
  for (const { header } of requests)
    for (const one of header) if (one.key === 'x-tenant-id') assert.equal(one.disabled, true);
});
