import type { TableName } from '../../functions/core/dynamodb/keys.ts';
import type { Write } from '../../functions/core/dynamodb/writes.ts';
import { checkRequest } from '../../functions/core/http/checks.ts';
import { transactional } from '../../functions/core/http/commit.ts';
import type { Handle } from '../../functions/core/http/handler.ts';
import { idempotent } from '../../functions/core/http/idempotency.ts';
import type { Route } from '../../functions/core/route.ts';
import { saveCustomer } from '../../functions/identity/customers/table.ts';
import { anEvent, customerId, type Sent, tenant } from './api-event.ts';
import { anIndividual } from './fixtures/customers.ts';
import { aContext } from './lambda-context.ts';
import type { Any } from './printed-document.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';
import { withText } from './with-text.ts';

/** The moment of every request here. */
export const now = new Date('2026-11-20T15:04:05.123Z');

/** Runs the handler of a change for a request that passed the checks, on these tables; what it asked of them. */
export const runHandler = async <R extends Route>(
  route: R,
  handle: Handle<R>,
  sent: Sent,
  tables: TestDatabase = testDatabase(),
) => {
  const event = anEvent(route, sent);
  const deadline = { now, deadline: Date.now() + 9_500 };
  const { connection } = tables;
  const before = tables.sent.length;
  const context = {
    ...checkRequest(event, route),
    route,
    event,
    lambda: aContext(),
    connection,
    deadline,
  };
  const run: Any = route.method === 'POST' ? idempotent : transactional;
  const outcome = await (run as typeof transactional<R>)(context, handle as Any).then(
    (response) => ({ response, error: undefined }),
    (error: unknown) => ({ response: undefined, error }),
  );
  const asked = tables.sent.slice(before);
  return { ...outcome, asked, operations: asked.map(({ operation }) => operation) };
};

type Put = { readonly Put: { readonly TableName: string; readonly Item: Record<string, unknown> } };

/** The items that a transaction put, by table. */
export const putInto = (
  asked: { readonly input: Readonly<Record<string, unknown>> } | undefined,
  table: TableName,
) =>
  ((asked?.input.TransactItems ?? []) as Put[])
    .filter(({ Put }) => Put?.TableName === `test-${table}`)
    .map(({ Put }) => withText(table, Put.Item));

/** The writes that put a customer of the caller. */
export const stored = (over: Parameters<typeof anIndividual>[0] = {}): Write[] =>
  saveCustomer(anIndividual({ id: customerId, tenant_id: tenant, ...over }));
