import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { routes } from '../../../functions/app/routes.ts';
import { contractVersionOf } from '../../../lib/contract-version.ts';
import { documentText, printDocument } from '../../../lib/document-text.ts';
import { type Any, document, operationOf, resolved } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';

test('the document is OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document));
  assert.deepEqual(result.errors ?? [], []);
  assert.ok(result.valid);
  assert.match(document.openapi, /^3\.1\./);
});

test('the text that is kept of it is what would be printed now', () => {
  const now = JSON.stringify(printDocument());
  assert.ok(documentText() === now);
  assert.ok(documentText() === now, 'once more, when it has been kept');
});

test('the version is that of the contract of the newest release in the changelog', () => {
  const released =
    '## 0.2.0 (2027-01-01), contract 1.2.0\n\n## 0.1.0 (2026-12-01), contract 1.1.0\n';
  assert.equal(contractVersionOf(`# Changelog\n\n## Unreleased\n\n- a\n\n${released}`), '1.2.0');
  assert.equal(contractVersionOf('## Unreleased\n\n## Contract 1.0.1\n'), '1.0.1');
  assert.equal(contractVersionOf('## Unreleased\n'), '1.0.0');
  assert.match(document.info.version, /^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
});

test('every reference leads somewhere', () => {
  JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === '$ref') assert.ok(resolved({ $ref: value }), value);
    return value;
  });
});

test('every POST asks for an Idempotency-Key, and nothing else does', () => {
  for (const one of routes) {
    const parameters = (operationOf(one).parameters ?? []).map(resolved);
    const key = parameters.find(({ name }: Any) => name === 'Idempotency-Key');
    assert.equal(key?.required, one.method === 'POST' ? true : undefined, one.id);
  }
});

test('the form of a business and of a cursor is declared wherever they are sent', () => {
  const parameters = routes.flatMap((one) => (operationOf(one).parameters ?? []).map(resolved));
  for (const [name, sent] of [
    ['X-Tenant-Id', 'biz_01m7xznjxeen99p7a8srhv58j0'],
    ['cursor', 'eyJhIjoiMDFtN3h6bmp4ZWVuOTlwN2E4c3JoIn0'],
  ]) {
    const found = parameters.filter((one: Any) => one.name === name);
    assert.ok(found.length > 0);
    for (const { schema } of found) {
      const form = new RegExp(resolved(schema).pattern ?? assert.fail(name));
      assert.deepEqual([form.test(String(sent)), form.test('?')], [true, false], name);
    }
  }
});

test('every parameter of a path is declared', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const operation of Object.values(item as Record<string, Any>)) {
      const declared = (operation.parameters ?? [])
        .map(resolved)
        .filter((one: Any) => one.in === 'path');
      assert.deepEqual(
        declared.map((one: Any) => one.name),
        names,
        path,
      );
    }
  }
});

test('requests are printed closed and answers open', () => {
  const schemas = (node: Any, found: Any[] = []): Any[] => {
    const schema = resolved(node);
    if (typeof schema !== 'object' || schema === null) return found;
    if (schema.type === 'object' && schema.properties) found.push(schema);
    for (const form of [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) schemas(form, found);
    for (const property of Object.values(schema.properties ?? {})) schemas(property, found);
    if (schema.items) schemas(schema.items, found);
    return found;
  };
  for (const one of routes) {
    const operation = operationOf(one);
    for (const { schema } of Object.values<Any>(operation.requestBody?.content ?? {}))
      for (const part of schemas(schema)) assert.equal(part.additionalProperties, false, one.id);
    for (const response of Object.values<Any>(operation.responses))
      for (const { schema } of Object.values<Any>(resolved(response).content ?? {}))
        for (const part of schemas(schema))
          assert.notEqual(part.additionalProperties, false, one.id);
  }
});

test('a merge patch is taken under both content types', () => {
  for (const one of routes) {
    if (!('body' in one)) continue;
    const types = Object.keys(operationOf(one).requestBody.content);
    const expected =
      one.method === 'PATCH'
        ? ['application/json', 'application/merge-patch+json']
        : ['application/json'];
    assert.deepEqual(types, expected, one.id);
  }
});

test('a caller with a limit sees it, and over the limit how long to wait', () => {
  const { get } = document.paths['/customers/{customer_id}'];
  for (const status of [200, 304])
    assert.ok(resolved(get.responses[status]).headers['RateLimit-Policy'], String(status));
  const { rate_limited: refused, unavailable: other } = document.components.responses;
  for (const name of ['RateLimit-Policy', 'RateLimit', 'Retry-After'])
    assert.ok(refused.headers[name], name);
  assert.equal(other.headers.RateLimit, undefined);
});
