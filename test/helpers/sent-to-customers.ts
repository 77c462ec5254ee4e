import { transactional } from '../../functions/core/http/commit.ts';
import { pagedWith } from '../../functions/core/http/cursor.ts';
import { httpHandler } from '../../functions/core/http/handler.ts';
import type { Route } from '../../functions/core/route.ts';
import { toCustomerResource } from '../../functions/identity/customers/model.ts';
import {
  listCustomers,
  suspendCustomer,
  updateCustomer,
} from '../../functions/identity/customers/routes.ts';
import { anEvent, invoke, type Sent, unkept } from './api-event.ts';
import { aCursorKeys } from './cursor-keys.ts';
import { anIndividual } from './fixtures/customers.ts';

const shown = toCustomerResource(anIndividual());
const noItems = { items: [], next: null };
const handlers = new Map<Route, unknown>([
  [
    suspendCustomer,
    httpHandler(unkept(suspendCustomer), { transactional }, async ({ respond }) => respond(shown)),
  ],
  [
    updateCustomer,
    httpHandler(updateCustomer, { transactional }, async ({ respond }) => respond(shown)),
  ],
  [
    listCustomers,
    httpHandler(
      listCustomers,
      { paged: pagedWith(aCursorKeys) },
      async ({ range, respondPage }) => {
        range('customer');
        return respondPage(noItems, () => shown);
      },
    ),
  ],
]);

/** Sends a request through the whole way in, and returns the answer. */
export const answerOf = (route: Route, sent: Sent) =>
  invoke(handlers.get(route), anEvent(route, sent));

/** Sends a request through the whole way in, to a behaviour that takes everything; says in a line what came of it. */
export const outcomeOf = async (route: Route, sent: Sent) => {
  const { status, json } = await answerOf(route, sent);
  const where = json.errors?.map(
    (item: Record<string, string>) => ` ${item.pointer ?? item.parameter} ${item.code}`,
  );
  return `${status}${json.code ? ` ${json.code}` : ''}${where ?? ''}`;
};
