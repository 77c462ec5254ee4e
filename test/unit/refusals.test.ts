import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { catalogue, errorsOf } from '../../functions/contract/errors.ts';
import type { Route } from '../../functions/contract/route.ts';
import { routes } from '../../functions/contract/routes.ts';
import { Failure, type FailureCode } from '../../functions/domain/failure.ts';
import { idPrefixes } from '../../functions/domain/id.ts';
import { refuse, respond } from '../../functions/http/answer.ts';

const codes = Object.keys(catalogue) as FailureCode[];
const always = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-request-id': 'r-1',
};

/** product.md's list of codes by status, for what exists so far. */
const golden: Readonly<Record<number, string>> = {
  400: 'validation_failed malformed_json cursor_invalid idempotency_key_required idempotency_key_invalid',
  401: 'unauthorized',
  403: 'tenant_mismatch account_suspended ip_address_not_allowed insufficient_scope forbidden',
  404: 'route_not_found account_not_found customer_not_found card_not_found api_key_not_found',
  409: 'action_not_allowed api_key_limit_reached external_id_taken order_in_progress',
  412: 'version_mismatch',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  422: 'idempotency_key_reused feature_not_active last4_mismatch',
  429: 'rate_limited activation_locked reveal_limit_reached',
  500: 'internal',
  503: 'unavailable',
  504: 'timeout',
};

test('every code has the status that was agreed', () => {
  for (const [status, agreed] of Object.entries(golden))
    for (const code of agreed.split(' ')) assert.equal(catalogue[code as FailureCode]?.status, Number(status), code);
});

describe('every refusal', () => {
  for (const code of codes) {
    const { title, detail, status, retry } = catalogue[code];
    test(`${code} says in whole sentences what to do`, () => {
      assert.match(detail, /^[A-Z].*\.$/s);
      assert.match(title, /^([A-Z]|external_id ).*[^.]$/);
    });

    test(`${code} is a problem document of its status`, () => {
      const { statusCode, headers, body } = refuse(new Failure(code), 'r-1');
      const seconds = code === 'rate_limited' || status === 503 ? 1 : undefined;
      assert.equal(statusCode, status);
      assert.deepEqual(JSON.parse(body), {
        type: `https://financial-services.example/errors/${code}`,
        title,
        status,
        detail,
        code,
        request_id: 'r-1',
        ...(seconds && { retry_after_seconds: seconds }),
      });
      assert.deepEqual(headers, {
        ...always,
        'content-type': 'application/problem+json',
        ...(seconds && { 'retry-after': '1' }),
        ...(!retry && { 'x-should-retry': 'false' }),
      });
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
      'timeout',
      'unavailable',
    ]);
  });
});

test('what a refusal carries stands beside what it says', () => {
  const errors = [{ pointer: '/email', code: 'required', detail: 'Must be given.' }] as const;
  assert.deepEqual(JSON.parse(refuse(new Failure('validation_failed', { errors }), 'r').body).errors, errors);
  const { headers, body } = refuse(new Failure('unavailable', { retry_after_seconds: 7 }), 'r');
  assert.deepEqual(
    [(headers as Record<string, string>)['retry-after'], JSON.parse(body).retry_after_seconds],
    ['7', 7],
  );
});

test('an answer carries just the headers that it has something to say in', () => {
  assert.deepEqual(respond({ status: 204 }, 'r-1'), { statusCode: 204, headers: always, body: '' });
  const whole = { status: 201, body: '{}', location: '/v1/a', etag: '"1"', replayed: true };
  assert.deepEqual(respond(whole, 'r-1'), {
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

describe('every refusal that the way in may make is declared by', () => {
  const basic = 'validation_failed body_too_large internal rate_limited timeout unavailable';
  const ofCallers = 'unauthorized account_suspended tenant_mismatch ip_address_not_allowed insufficient_scope';
  // A body without fields has no other that its key could be used for again; what is never repeated remembers no key.
  const withoutFields = [
    ...['deliveries.resend', 'recoveries.cancel', 'verifications.submit', 'verifications.cancel', 'cards.unfreeze'],
    'customers.redact',
  ];
  const unrepeated = ['cards.reveal'];
  const reusable = ({ id, method }: Route) => method === 'POST' && ![...withoutFields, ...unrepeated].includes(id);
  const expected = (route: Route) => {
    const has = (condition: unknown, text: string) => (condition ? text.split(' ') : []);
    const takesBody = route.method === 'POST' || route.method === 'PATCH';
    const query = Object.keys(route.query?._zod.def.shape ?? {});
    const params = Object.keys(route.params?._zod.def.shape ?? {});
    return [
      ...basic.split(' '),
      ...has(!route.public, ofCallers),
      ...has(takesBody, 'unsupported_media_type malformed_json'),
      ...has(route.method === 'POST', 'idempotency_key_required idempotency_key_invalid'),
      ...has(reusable(route), 'idempotency_key_reused'),
      ...has(route.method === 'PATCH', 'version_mismatch'),
      ...has(query.includes('cursor'), 'cursor_invalid'),
      ...params.map((name) => `${name.replace(/_id$/, '')}_not_found`),
      ...has('sandboxOnly' in route, 'sandbox_only'),
      ...route.errors,
    ];
  };
  const withoutBody = { ...routes[0], id: 'webhooks.enable', method: 'POST', path: '/webhooks/{id}/enable' } as Route;
  for (const route of [...routes, withoutBody])
    test(route.id, () => {
      assert.deepEqual(errorsOf(route).toSorted(), [...new Set(expected(route))].toSorted());
    });
});

test('what is not found says how its ids begin: the id of another noun is noticed', () => {
  const named = Object.entries(idPrefixes).filter(([noun]) => `${noun}_not_found` in catalogue);
  assert.ok(named.length >= 11);
  for (const [noun, prefix] of named)
    assert.match(catalogue[`${noun}_not_found` as FailureCode].detail, new RegExp(`\\b${prefix}_ and 26 characters`));
});
