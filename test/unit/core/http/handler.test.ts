import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import { callerOf } from '../../../../functions/core/http/caller.ts';
import { transactional } from '../../../../functions/core/http/commit.ts';
import { httpHandler } from '../../../../functions/core/http/handler.ts';
import { logger } from '../../../../functions/core/logging.ts';
import { toCustomerResource } from '../../../../functions/identity/customers/model.ts';
import {
  createCustomer,
  getCustomer,
  updateCustomer,
} from '../../../../functions/identity/customers/routes.ts';
import { anEvent, customerId, invoke, unkept } from '../../../helpers/api-event.ts';
import { awsError } from '../../../helpers/aws-errors.ts';
import { anIndividual } from '../../../helpers/fixtures/customers.ts';
import { aContext } from '../../../helpers/lambda-context.ts';
import { describe, type TestContext, test } from '../../../helpers/tests.ts';

const shown = toCustomerResource(anIndividual({ version: 3 }));
const get = httpHandler(getCustomer, {}, async ({ respond }) => respond(shown));
const failing = (error: unknown) => httpHandler(getCustomer, {}, () => Promise.reject(error));

const everywhere = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-request-id': 'request-1',
};

/** The lines that are logged at each level while the test runs. */
const listenTo = (t: TestContext) => {
  const lines: unknown[][] = [];
  for (const level of ['info', 'warn', 'error'] as const)
    t.mock.method(logger, level, (...line: unknown[]) => void lines.push([level, ...line]));
  return lines;
};

test('with every respond goes the policy that bounds its caller, and none where none does', async () => {
  const rate_limit_policy = '"business";q=50;w=1';
  const bounded = (headers: [string, string][] = []) =>
    anEvent(getCustomer, { headers, authorizer: { rate_limit_policy } });
  const answers = [
    await invoke(get, bounded()),
    await invoke(get, bounded([['if-none-match', '*']])),
    await invoke(failing(new ApiError('customer_not_found')), bounded()),
    await invoke(failing(new TypeError('a bug')), bounded()),
  ];
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers['ratelimit-policy']]),
    [200, 304, 404, 500].map((status) => [status, rate_limit_policy]),
  );
  assert.equal((await invoke(get, anEvent(getCustomer))).headers['ratelimit-policy'], undefined);
});

test('a change is never answered 304', async () => {
  const patch = httpHandler(updateCustomer, { transactional }, async ({ respond }) =>
    respond(shown),
  );
  const headers = [
    ['if-none-match', '*'],
    ['content-type', 'application/json'],
  ] as const;
  assert.equal((await invoke(patch, anEvent(updateCustomer, { headers, body: '{}' }))).status, 200);
});

test('what is created is located below the path that the caller used', async () => {
  const create = httpHandler(unkept(createCustomer), { transactional }, async ({ respond }) =>
    respond(shown),
  );
  const body = '{"type":"individual","first_name":"Ada","last_name":"King"}';
  for (const root of ['/v1', '', '/api/v1']) {
    const { status, headers } = await invoke(create, anEvent(createCustomer, { body, root }));
    assert.deepEqual([status, headers.location], [201, `${root}/customers/${customerId}`]);
  }
  const event = anEvent(createCustomer, { body });
  event.requestContext.path = '/v1/customers/';
  assert.equal((await invoke(create, event)).headers.location, `/v1/customers/${customerId}`);
});

describe('an error', () => {
  test('is a problem document, and says when trying again is of no use', async () => {
    const { status, headers, json } = await invoke(
      failing(new ApiError('customer_not_found')),
      anEvent(getCustomer),
    );
    assert.equal(status, 404);
    assert.deepEqual(headers, {
      ...everywhere,
      'content-type': 'application/problem+json',
      'x-should-retry': 'false',
    });
    assert.deepEqual(json, {
      type: '/v1/docs/errors/customer_not_found',
      title: 'No such customer',
      status: 404,
      detail:
        'No customer with this id, cus_ and 26 characters, belongs to your business in this environment.',
      code: 'customer_not_found',
      request_id: 'request-1',
    });
  });

  test('that its route does not declare does not leave', async () => {
    const { json } = await invoke(failing(new ApiError('external_id_taken')), anEvent(getCustomer));
    assert.equal(json.code, 'internal');
  });
});

test('an outage says when to come again', async () => {
  const { status, headers, json } = await invoke(
    failing(awsError('ThrottlingException')),
    anEvent(getCustomer),
  );
  assert.deepEqual([status, json.code, json.retry_after_seconds], [503, 'unavailable', 1]);
  assert.deepEqual([headers['retry-after'], headers['x-should-retry']], ['1', undefined]);
});

test('a bug answers 500 without a word of what it was, which the log has', async (t) => {
  const lines = listenTo(t);
  const { status, text, json } = await invoke(
    failing(new TypeError('canary')),
    anEvent(getCustomer),
  );
  assert.deepEqual([status, json.code], [500, 'internal']);
  assert.doesNotMatch(text, /canary/);
  assert.deepEqual(
    lines.map(([level, message]) => [level, message]),
    [
      ['error', 'internal'],
      ['info', 'request'],
    ],
  );
  assert.match(JSON.stringify(lines[0]), /canary/);
});

test('the line of a request names what it was about, where it was not rejected', async (t) => {
  const lines = listenTo(t);
  await invoke(get, anEvent(getCustomer, { params: { customer_id: customerId } }));
  await invoke(
    failing(new ApiError('customer_not_found')),
    anEvent(getCustomer, { params: { customer_id: customerId } }),
  );
  assert.deepEqual(
    lines.map(([, , said]) => (said as { resource_id?: string }).resource_id),
    [customerId, undefined],
  );
});

test('what is created and what is rejected is counted by the line of its request, and a retry is not', async (t) => {
  const lines = listenTo(t);
  const creating = (replayed: boolean) =>
    httpHandler(unkept(createCustomer), { transactional }, async ({ respond }) => ({
      ...respond(shown),
      status: 201,
      replayed,
    }));
  const sent = {
    body: JSON.stringify({ type: 'individual', first_name: 'Ada', last_name: 'King' }),
    headers: [
      ['content-type', 'application/json'],
      ['idempotency-key', 'key-1'],
    ],
  } as const;
  await invoke(creating(false), anEvent(createCustomer, sent));
  await invoke(creating(true), anEvent(createCustomer, sent));
  await invoke(failing(new ApiError('customer_not_found')), anEvent(getCustomer));
  await invoke(
    httpHandler(getCustomer, {}, async ({ respond }) => respond(shown)),
    anEvent(getCustomer),
  );
  const measured = lines.map(([, , said]) => said as Record<string, unknown>);
  assert.deepEqual(
    measured.map(({ created, refused, route, code }) => ({ created, refused, route, code })),
    [
      { created: 1, refused: undefined, route: 'customers.create', code: undefined },
      { created: undefined, refused: undefined, route: 'customers.create', code: undefined },
      { created: undefined, refused: 1, route: 'customers.get', code: 'customer_not_found' },
      { created: undefined, refused: undefined, route: 'customers.get', code: undefined },
    ],
  );
});

test('the line of a request has its Idempotency-Key where that is a UUID or a ULID, without the digits of a card number', async (t) => {
  const lines = listenTo(t);
  const keys = {
    '0193c6a1-7f4e-7c2a-9d3b-5e8f1a2b3c4d': '0193c6a1-7f4e-7c2a-9d3b-5e8f1a2b3c4d',
    '4242424242424242ABCDEFGHJK': '************4242ABCDEFGHJK',
    '1A4242424242424242BCDEFGHJ': '1A************4242BCDEFGHJ',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV': '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'for Ada King': undefined,
    '4242424242424242': undefined,
  };
  const body = JSON.stringify({ type: 'individual', first_name: 'Ada', last_name: 'King' });
  const creating = httpHandler(unkept(createCustomer), { transactional }, async ({ respond }) =>
    respond(shown),
  );
  for (const key of Object.keys(keys)) {
    const headers = [
      ['content-type', 'application/json'],
      ['idempotency-key', key],
    ] as const;
    await invoke(creating, anEvent(createCustomer, { body, headers }));
  }
  assert.deepEqual(
    lines.map(([, , said]) => (said as { idempotency_key?: string }).idempotency_key),
    Object.values(keys),
  );
});

test('what is not declared of a resource does not leave', async () => {
  const chatty = httpHandler(getCustomer, {}, async ({ respond }) =>
    respond({ ...shown, tax_id_encrypted: 'canary' } as never),
  );
  assert.doesNotMatch((await invoke(chatty, anEvent(getCustomer))).text, /canary|tax_id_encrypted/);
});

test('shortly before the function’s own deadline the caller learns of it', async () => {
  const never = httpHandler(getCustomer, {}, () => new Promise(() => {}));
  const { status, json, headers } = await invoke(never, anEvent(getCustomer), aContext(520));
  assert.deepEqual([status, json.code, headers['x-request-id']], [504, 'timeout', 'request-1']);
});

test('a caller whom the authorizer did not name is not let in', async () => {
  for (const name of ['tenant_id', 'account_id', 'account_status', 'key_id', 'environment']) {
    const event = anEvent(getCustomer, { authorizer: { [name]: '' } });
    assert.equal((await invoke(get, event)).status, 500, name);
  }
});

test('an operator whom the authorizer names has a role and needs no key, and an empty name is none', async () => {
  const authorizer = { operator_id: 'somebody', operator_role: 'viewer', key_id: '' };
  const { actor, role } = callerOf(anEvent(getCustomer, { authorizer }));
  assert.deepEqual([actor, role], [{ type: 'operator', id: 'somebody' }, 'viewer']);
  assert.deepEqual(callerOf(anEvent(getCustomer)).actor.type, 'api_key');
  for (const none of [
    { operator_id: '' },
    { operator_id: 'somebody' },
    { ...authorizer, operator_role: 'king' },
  ])
    assert.throws(() => callerOf(anEvent(getCustomer, { authorizer: none })));
});
