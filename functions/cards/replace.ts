import { durationsFrom } from '../durations.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { cardIssuer } from '../issuers/chosen.ts';
import { orderingFrom } from '../issuers/issuer.ts';
import { card } from './changes.ts';
import { readOrderingCustomer } from './context.ts';
import { orderCard, requireCardEligibility } from './issue.ts';
import { nameOn, replacementDestination } from './order.ts';
import { closeIntent } from './orders-table.ts';
import { replacedCard } from './replacement.ts';
import { replaceCard } from './routes.ts';
import { cardUnchanged, readCard } from './table.ts';
import { requireAction } from './transitions.ts';

const issuer = orderingFrom(cardIssuer());
const durations = durationsFrom(process.env);

export const handler = httpHandler(replaceCard, { idempotent }, async (request) => {
  const { caller, params, body, now, db, idempotencyScope, commit } = request;
  const order = { tenant_id: caller.tenant_id, ...idempotencyScope };
  const current = await readCard(db, caller.tenant_id, params.card_id);
  const asked = { order, accountId: caller.account_id, customerId: current.customer_id };
  const orderingCustomer = await readOrderingCustomer(db, asked);
  const ordering = { order, found: orderingCustomer.found, durations };
  const { intent, input, making, conditions } = await orderCard(request, ordering, issuer, async () => {
    requireAction(current, 'replace');
    const destination = replacementDestination(current, body.shipping);
    const { customer, conditions } = await requireCardEligibility(db, orderingCustomer, current, now);
    const replacement = { of: current.issuer_reference, reason: body.reason };
    return {
      input: { ...current, cardholder_name: nameOn(current), destination },
      customer,
      replacement,
      conditions,
      firstConditions: [cardUnchanged(current)],
    };
  });
  const { destination } = input;
  const { ordered_at } = intent;
  const { old, replacement } = replacedCard(current, { ...making, ordered_at, now, reason: body.reason, destination });
  const created = card(replacement);
  return commit({ changes: [card(...old), created, closeIntent(intent)], conditions }, created.shown);
});
