import assert from 'node:assert/strict';
import { withPartsInPlace, withSharedParameters } from '../../../openapi/shared-parts.ts';
import { type Any, document } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';

const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
const other = { ...limit, description: 'Of another kind.' };
const id = { name: 'card_id', in: 'path', required: true, schema: { type: 'string' } };
const list = (operationId: string, ...parameters: object[]): Any => ({
  get: { operationId, parameters, responses: {} },
});

const paths: Any = {
  '/a': list('a.list', limit),
  '/b': list('b.list', limit, { $ref: '#/components/parameters/TenantId' }),
  '/c': list('c.list', limit),
  '/d': list('d.list', other),
  '/e': list('e.list', other),
  '/f': list('f.get', id),
};

test('what several operations have alike is named once, and what one has stays in its place', () => {
  const { paths: shared, parameters } = withSharedParameters(paths);
  assert.deepEqual(parameters, { LimitQuery: limit, 'LimitQuery.d.list': other });
  assert.deepEqual(shared['/b'], list('b.list', ref('LimitQuery'), ref('TenantId')));
  assert.deepEqual(shared['/e'], list('e.list', ref('LimitQuery.d.list')));
  assert.deepEqual(shared['/f'], paths['/f']);
  const components = { parameters: { ...parameters, TenantId: limit } };
  assert.deepEqual(withPartsInPlace({ paths: shared, components }).paths['/d'], paths['/d']);
});

test('a reference that leads nowhere stays what it is', () => {
  assert.deepEqual(withPartsInPlace({ paths, components: {} }).paths, paths);
});

test('no two parameters, schemas or headers of the document have one name, in whatever case', () => {
  const { schemas, parameters, headers } = document.components;
  const names = [schemas, parameters, headers]
    .flatMap((kind) => Object.keys(kind))
    .map((name) => name.toLowerCase());
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
});

test('no parameter is written out twice', () => {
  const texts = Object.values<Any>(document.paths)
    .flatMap((item) => Object.values<Any>(item))
    .flatMap(({ parameters = [] }) => parameters.filter(({ $ref }: Any) => $ref === undefined))
    .map((one) => JSON.stringify(one));
  assert.equal(new Set(texts).size, texts.length);
});

const ref = (name: string) => ({ $ref: `#/components/parameters/${name}` });
