import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { ApiError, type ApiErrorItem } from '../../../../functions/core/api-error.ts';
import { loggedErrors } from '../../../../functions/core/http/logged-errors.ts';
import { test } from '../../../helpers/tests.ts';

const route = {
  body: z.strictObject({
    address: z.nullable(z.strictObject({ city: z.string() })),
    roles: z._default(z.array(z.strictObject({ name: z.string() })), []),
    metadata: z.record(z.string(), z.string()),
    document: z.union([
      z.strictObject({ front: z.string() }),
      z.strictObject({ back: z.string() }),
    ]),
  }),
  query: z.strictObject({ limit: z.optional(z.string()) }),
  params: z.strictObject({ customer_id: z.string() }),
};

const logged = (...errors: readonly ApiErrorItem[]) =>
  loggedErrors(new ApiError('validation_failed', { errors }), route);

const pointersOf = (...pointers: readonly string[]) =>
  logged(
    ...pointers.map((pointer) => ({ pointer, code: 'required' as const, detail: 'secret' })),
  )?.map(({ pointer }) => pointer);

test('a declared place is logged with its code, and neither sentence nor value', () => {
  assert.deepEqual(logged({ pointer: '/address/city', code: 'required', detail: 'secret' }), [
    { pointer: '/address/city', parameter: null, code: 'required' },
  ]);
  const places = ['', '/address', '/roles/3/name', '/document/front', '/document/back'];
  assert.deepEqual(pointersOf(...places), places);
});

test('a name that the caller invented is not logged, nor what is below it', () => {
  const sent = [
    '/ada@example.com',
    '/metadata/Ada Lovelace',
    '/address/Ada/city',
    '/roles/4242424242',
  ];
  assert.deepEqual(pointersOf(...sent, '/constructor', '/roles/0/~1ada'), [
    ...['/*', '/metadata/*', '/address/*', '/roles/*', '/*', '/roles/0/*'],
  ]);
  const parameters = [
    'query.limit',
    'query.ada@example.com',
    'path.customer_id',
    'header.If-Match',
  ];
  assert.deepEqual(
    logged(
      ...parameters.map((parameter) => ({ parameter, code: 'required' as const, detail: '' })),
    )?.map(({ parameter }) => parameter),
    ['query.limit', 'query.*', 'path.customer_id', 'header.If-Match'],
  );
});

test('the first ten are logged, and nothing of an error without such parts', () => {
  assert.equal(pointersOf(...Array<string>(11).fill('/address'))?.length, 10);
  assert.equal(loggedErrors(new ApiError('internal'), route), undefined);
});
