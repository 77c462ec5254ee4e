import assert from 'node:assert/strict';
import { transactional } from '../../../../functions/core/http/commit.ts';
import { httpHandler } from '../../../../functions/core/http/handler.ts';
import { toCustomerResource } from '../../../../functions/identity/customers/model.ts';
import {
  suspendCustomer,
  updateCustomer,
} from '../../../../functions/identity/customers/routes.ts';
import {
  anEvent,
  customerId,
  invoke,
  type Sent,
  tenant,
  unkept,
} from '../../../helpers/api-event.ts';
import { anIndividual } from '../../../helpers/fixtures/customers.ts';
import { test } from '../../../helpers/tests.ts';

/** A request with everything wrong. */
const flawed: Sent = {
  authorizer: { account_status: 'suspended' },
  headers: [
    ['x-tenant-id', 'biz_other'],
    ['content-type', 'text/plain'],
  ],
  body: `{"reason":"${'x'.repeat(262_144)}"`,
  params: { customer_id: 'nonsense' },
};
const json = ['content-type', 'application/json'] as const;
const key = (value: string) => ['Idempotency-Key', value] as const;

/** The returned error, and the change that then puts it right. */
const steps: readonly [outcome: string, repair: Sent][] = [
  ['403 account_suspended', { authorizer: {} }],
  ['403 tenant_mismatch', { headers: [['X-Tenant-Id', tenant]] }],
  ['415 unsupported_media_type', { headers: [json] }],
  ['413 body_too_large', { body: '{"reason":' }],
  ['400 idempotency_key_required', { headers: [json, key('with space')] }],
  ['400 idempotency_key_invalid', { headers: [json, key('fine')] }],
  ['400 malformed_json', { body: '{"reason":1}' }],
  ['400 validation_failed', { body: '{}' }],
  ['404 customer_not_found', { params: { customer_id: customerId } }],
];

test('the first flaw, in the order of the product’s checks, is the one that is returned', async () => {
  const handler = httpHandler(unkept(suspendCustomer), { transactional }, async ({ respond }) =>
    respond(toCustomerResource(anIndividual())),
  );
  let sent = flawed;
  for (const [outcome, repair] of steps) {
    const { status, json: problem } = await invoke(handler, anEvent(suspendCustomer, sent));
    assert.equal(`${status} ${problem.code}`, outcome);
    sent = { ...sent, ...repair };
  }
  assert.equal((await invoke(handler, anEvent(suspendCustomer, sent))).status, 200);
});

test('all that is invalid is returned at once, in body, query and headers', async () => {
  const handler = httpHandler(updateCustomer, { transactional }, async ({ respond }) =>
    respond(toCustomerResource(anIndividual())),
  );
  const { json: problem } = await invoke(
    handler,
    anEvent(updateCustomer, {
      headers: [json, ['If-Match', '1']],
      body: '{"email":"nobody","shoe_size":44}',
      query: [
        ['verbose', '1'],
        ['verbose', '2'],
      ],
    }),
  );
  assert.equal(problem.code, 'validation_failed');
  assert.deepEqual(
    problem.errors.map(
      (item: Record<string, string>) => `${item.pointer ?? item.parameter} ${item.code}`,
    ),
    [
      '/email invalid_format',
      '/shoe_size unknown_field',
      'query.verbose invalid_value',
      'query.verbose unknown_field',
      'header.If-Match invalid_format',
    ],
  );
});
