import { durationsFrom } from '../durations.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { cardIssuer } from '../issuers/chosen.ts';
import { orderingFrom } from '../issuers/issuer.ts';
import { card } from './changes.ts';
import { readOrderingCustomer } from './context.ts';
import { orderCard, requireCardEligibility } from './issue.ts';
import { cardInput } from './order.ts';
import { closeIntent } from './orders-table.ts';
import { createCard } from './routes.ts';
import { requireWithinCaps } from './spending-controls.ts';
import { newCard } from './transitions.ts';

const issuer = orderingFrom(cardIssuer());
const durations = durationsFrom(process.env);

export const handler = httpHandler(createCard, { idempotent }, async (request) => {
  const { caller, body, now, db, idempotencyScope, commit } = request;
  const order = { tenant_id: caller.tenant_id, ...idempotencyScope };
  const asked = { order, accountId: caller.account_id, customerId: body.customer_id };
  const orderingCustomer = await readOrderingCustomer(db, asked);
  const ordering = { order, found: orderingCustomer.found, durations };
  const { intent, input, making, conditions } = await orderCard(request, ordering, issuer, async () => {
    const { customer, granted, conditions } = await requireCardEligibility(db, orderingCustomer, body, now);
    const input = cardInput(body, customer);
    requireWithinCaps(input.spending_controls, granted);
    return { input, customer, conditions };
  });
  // The id contains the moment of the order, and lists by date compare ids.
  const created = newCard(input, { ...making, now: new Date(intent.ordered_at) });
  return commit({ changes: [card(created), closeIntent(intent)], conditions });
});
