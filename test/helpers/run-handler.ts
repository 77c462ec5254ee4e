import { textOf } from '../../functions/dynamodb/writes.ts';
import { checkRequest } from '../../functions/http/checks.ts';
import { transactional } from '../../functions/http/commit.ts';
import type { Handle } from '../../functions/http/handler.ts';
import { idempotent } from '../../functions/http/idempotency.ts';
import type { Route } from '../../functions/route.ts';
import { anEvent, customerId, type Sent, tenant } from './api-event.ts';
import { anIndividual } from './fixtures/customers.ts';
import { aContext } from './lambda-context.ts';
import type { Any } from './printed-document.ts';
import { aConnection } from './scripted-connection.ts';

/** The moment of every request here. */
export const now = new Date('2026-11-20T15:04:05.123Z');

type Script = readonly (object | Error)[];

/** Runs the handler of a change for a request that passed the checks, against a script of what DynamoDB returns. */
export const runHandler = async <R extends Route>(route: R, handle: Handle<R>, sent: Sent, ...script: Script) => {
  const { connection, sent: asked } = aConnection(...script);
  const event = anEvent(route, sent);
  const deadline = { now, deadline: Date.now() + 9_500 };
  const context = { ...checkRequest(event, route), route, event, lambda: aContext(), connection, deadline };
  const run: Any = route.method === 'POST' ? idempotent : transactional;
  const outcome = await (run as typeof transactional<R>)(context, handle as Any).then(
    (response) => ({ response, error: undefined }),
    (error: unknown) => ({ response: undefined, error }),
  );
  return { ...outcome, asked, operations: asked.map(({ operation }) => operation.replace('Command', '')) };
};

type Put = { readonly Put: { readonly TableName: string; readonly Item: Record<string, unknown> } };

/** What a transaction put, by table. */
export const putInto = (asked: { input: Record<string, unknown> } | undefined, table: string) =>
  ((asked?.input.TransactItems ?? []) as Put[])
    .filter(({ Put }) => Put?.TableName === `test-${table}`)
    .map(({ Put }) => Put.Item);

/** A customer of the caller as it is stored. */
export const stored = (over: object = {}) => {
  const customer = anIndividual({ id: customerId, tenant_id: tenant, ...over });
  return { pk: `${tenant}/customer`, sk: customerId, ...customer, metadata: textOf(customer.metadata) };
};
