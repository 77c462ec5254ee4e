import assert from 'node:assert/strict';
import { transactional } from '../../../../functions/core/http/commit.ts';
import { httpHandler } from '../../../../functions/core/http/handler.ts';
import { logger } from '../../../../functions/core/logging.ts';
import { toCustomerResource } from '../../../../functions/identity/customers/model.ts';
import { getCustomer, suspendCustomer } from '../../../../functions/identity/customers/routes.ts';
import { anEvent, customerId, invoke, unkept } from '../../../helpers/api-event.ts';
import { anIndividual } from '../../../helpers/fixtures/customers.ts';
import { aContext } from '../../../helpers/lambda-context.ts';
import { test } from '../../../helpers/tests.ts';

const ids = Array.from(
  { length: 20 },
  (_, n) => `${customerId.slice(0, -2)}${String(n).padStart(2, '0')}`,
);

test('requests that one process serves at once do not mix', async () => {
  const handler = httpHandler(
    unkept(suspendCustomer),
    { transactional },
    async ({ params, body, caller, respond }) => {
      await new Promise(setImmediate);
      const id = params.customer_id;
      return respond(
        toCustomerResource(
          anIndividual({ id, external_id: caller.tenant_id, status_reason: body.reason ?? null }),
        ),
      );
    },
  );
  const answers = await Promise.all(
    ids.map((id) =>
      invoke(
        handler,
        anEvent(suspendCustomer, {
          params: { customer_id: id },
          body: JSON.stringify({ reason: `for ${id}` }),
          authorizer: { tenant_id: `biz of ${id}` },
        }),
      ),
    ),
  );
  assert.deepEqual(
    answers.map(({ json }) => [json.id, json.external_id, json.status_reason]),
    ids.map((id) => [id, `biz of ${id}`, `for ${id}`]),
  );
});

test('a request finds nothing of the one before, even in the same context', async () => {
  const seen: unknown[] = [];
  const handler = httpHandler(
    unkept(suspendCustomer),
    { transactional },
    async ({ caller, body, respond }) => {
      seen.push([caller.tenant_id, body.reason]);
      return respond(toCustomerResource(anIndividual()));
    },
  );
  const context = aContext();
  const authorizer = { tenant_id: 'biz_first' };
  await invoke(
    handler,
    anEvent(suspendCustomer, { body: '{"reason":"first"}', authorizer }),
    context,
  );
  await invoke(
    handler,
    anEvent(suspendCustomer, { authorizer: { tenant_id: 'biz_second' } }),
    context,
  );
  assert.deepEqual(seen, [
    ['biz_first', 'first'],
    ['biz_second', undefined],
  ]);
});

test('each request is logged once, with its own duration', async (t) => {
  const lines: Record<string, unknown>[] = [];
  t.mock.method(
    logger,
    'info',
    (_message: string, line: Record<string, unknown>) => void lines.push(line),
  );
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const waiting = new Map<string, () => void>();
  const handler = httpHandler(getCustomer, {}, async ({ params, respond }) => {
    await new Promise<void>((resolve) => waiting.set(params.customer_id, resolve));
    return respond(toCustomerResource(anIndividual()));
  });
  const [first = '', second = ''] = ids;
  const context = { ...aContext(), getRemainingTimeInMillis: () => 10_000 };
  const call = (id: string) =>
    invoke(handler, anEvent(getCustomer, { params: { customer_id: id } }), { ...context });
  const one = call(first);
  t.mock.timers.setTime(100);
  const other = call(second);
  t.mock.timers.setTime(150);
  await new Promise(setImmediate);
  waiting.get(first)?.();
  await one;
  waiting.get(second)?.();
  await other;
  assert.deepEqual(
    lines.map(({ route, duration_ms }) => [route, duration_ms]),
    [
      ['customers.get', 150],
      ['customers.get', 50],
    ],
  );
});
