import assert from 'node:assert/strict';
import { ApiError, type ApiErrorCode } from '../../functions/core/api-error.ts';
import { catalogue } from '../../functions/core/error-catalogue.ts';
import { problemResponse, toGateway } from '../../functions/core/http/response.ts';
import { idPrefixes } from '../../functions/core/ids.ts';
import { describe, test } from '../helpers/tests.ts';

const codes = Object.keys(catalogue) as ApiErrorCode[];
const always = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-request-id': 'r-1',
};

test('an error is a problem document of its status, and says when to try again', () => {
  const [code, id] = ['unavailable', 'r-1'] as const;
  const { title, detail, status } = catalogue[code];
  const { statusCode, headers, body } = problemResponse(new ApiError(code), id);
  const type = `/v1/docs/errors/${code}`;
  const reported = { type, title, status, detail, code, request_id: id, retry_after_seconds: 1 };
  assert.deepEqual([statusCode, JSON.parse(body)], [503, reported]);
  assert.deepEqual(headers, {
    ...always,
    'content-type': 'application/problem+json',
    'retry-after': '1',
  });
  const final = problemResponse(new ApiError('customer_not_found'), id).headers as Record<
    string,
    string
  >;
  assert.deepEqual([final['retry-after'], final['x-should-retry']], [undefined, 'false']);
});

describe('every error', () => {
  for (const code of codes) {
    const { title, detail } = catalogue[code];
    test(`${code} says in whole sentences what to do`, () => {
      assert.match(detail, /^[A-Z].*\.$/s);
      assert.match(title, /^([A-Z]|external_id ).*[^.]$/);
    });
  }

  test('may be tried again only when it is ours or a matter of time', () => {
    assert.deepEqual(codes.filter((code) => catalogue[code].retry).toSorted(), [
      'activation_locked',
      'delivery_in_flight',
      'internal',
      'order_in_progress',
      'rate_limited',
      'reveal_limit_reached',
      'screening_unavailable',
      'timeout',
      'unavailable',
    ]);
  });
});

test('what an error carries stands beside what it says', () => {
  const errors = [{ pointer: '/email', code: 'required', detail: 'Must be given.' }] as const;
  assert.deepEqual(
    JSON.parse(problemResponse(new ApiError('validation_failed', { errors }), 'r').body).errors,
    errors,
  );
  const { headers, body } = problemResponse(
    new ApiError('unavailable', { retry_after_seconds: 7 }),
    'r',
  );
  assert.deepEqual(
    [(headers as Record<string, string>)['retry-after'], JSON.parse(body).retry_after_seconds],
    ['7', 7],
  );
});

test('an answer carries just the headers that it has something to say in', () => {
  assert.deepEqual(toGateway({ status: 204 }, 'r-1'), {
    statusCode: 204,
    headers: always,
    body: '',
  });
  const whole = { status: 201, body: '{}', location: '/v1/a', etag: '"1"', replayed: true };
  assert.deepEqual(toGateway(whole, 'r-1'), {
    statusCode: 201,
    headers: {
      ...always,
      'content-type': 'application/json',
      location: '/v1/a',
      etag: '"1"',
      'idempotent-replayed': 'true',
    },
    body: '{}',
  });
});

test('what is not found says how its ids begin: the id of another resource is noticed', () => {
  const named = Object.entries(idPrefixes).filter(
    ([resourceType]) => `${resourceType}_not_found` in catalogue,
  );
  assert.ok(named.length >= 11);
  for (const [resourceType, prefix] of named)
    assert.match(
      catalogue[`${resourceType}_not_found` as ApiErrorCode].detail,
      new RegExp(`\\b${prefix}_ and 26 characters`),
    );
});
