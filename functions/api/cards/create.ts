import { createCard } from '../../contract/cards/routes.ts';
import { cardInput } from '../../domain/cards/order.ts';
import { requireWithinCaps } from '../../domain/cards/spending-controls.ts';
import { newCard } from '../../domain/cards/versions.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { orderingFrom } from '../../ports/card-issuer/issued-card.ts';
import { cardIssuer } from '../../ports/card-issuer/issuer.ts';
import { systemClock } from '../../runtime/clock.ts';
import { readApplicant } from '../../store/cards/gate.ts';
import { closeIntent } from '../../store/cards/issuing-intents.ts';
import { orderCard, passCardGate } from '../../unit-of-work/card-issuing.ts';
import { card } from '../../unit-of-work/cards.ts';

const issuer = orderingFrom(cardIssuer());
const { waitDivisor } = systemClock();

export const handler = httpHandler(createCard, { idempotent }, async (request) => {
  const { caller, body, now, db, idempotencyScope, commit } = request;
  const order = { tenant_id: caller.tenant_id, ...idempotencyScope };
  const asked = { order, accountId: caller.account_id, customerId: body.customer_id };
  const applicant = await readApplicant(db, asked);
  const ordering = { order, found: applicant.found, waitDivisor };
  const { intent, input, making, facts } = await orderCard(request, ordering, issuer, async () => {
    const { customer, granted, facts } = await passCardGate(db, applicant, body, now);
    const input = cardInput(body, customer);
    requireWithinCaps(input.spending_controls, granted);
    return { input, customer, facts };
  });
  // Its id holds the moment of the order, and lists by date go by ids.
  const created = newCard(input, { ...making, now: new Date(intent.ordered_at) });
  return commit({ changes: [card(created), closeIntent(intent)], facts });
});
