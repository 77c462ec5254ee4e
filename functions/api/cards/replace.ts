import { replaceCard } from '../../contract/cards/routes.ts';
import { nameOn } from '../../domain/cards/holder.ts';
import { requireAction } from '../../domain/cards/moves.ts';
import { replacementDestination } from '../../domain/cards/order.ts';
import { replacedCard } from '../../domain/cards/replacement.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { orderingFrom } from '../../ports/card-issuer/issued-card.ts';
import { cardIssuer } from '../../ports/card-issuer/issuer.ts';
import { systemClock } from '../../runtime/clock.ts';
import { cardFact, readCard } from '../../store/cards/cards.ts';
import { readApplicant } from '../../store/cards/gate.ts';
import { closeIntent } from '../../store/cards/issuing-intents.ts';
import { orderCard, passCardGate } from '../../unit-of-work/card-issuing.ts';
import { card } from '../../unit-of-work/cards.ts';

const issuer = orderingFrom(cardIssuer());
const { waitDivisor } = systemClock();

export const handler = httpHandler(replaceCard, { idempotent }, async (request) => {
  const { caller, params, body, now, db, idempotencyScope, commit } = request;
  const order = { tenant_id: caller.tenant_id, ...idempotencyScope };
  const current = await readCard(db, caller.tenant_id, params.card_id);
  const asked = { order, accountId: caller.account_id, customerId: current.customer_id };
  const applicant = await readApplicant(db, asked);
  const ordering = { order, found: applicant.found, waitDivisor };
  const { intent, input, making, facts } = await orderCard(request, ordering, issuer, async () => {
    requireAction(current, 'replace');
    const destination = replacementDestination(current, body.shipping);
    const { customer, facts } = await passCardGate(db, applicant, current, now);
    const replacement = { of: current.issuer_reference, reason: body.reason };
    return {
      input: { ...current, cardholder_name: nameOn(current), destination },
      customer,
      replacement,
      facts,
      firstFacts: [cardFact(current)],
    };
  });
  const { destination } = input;
  const { ordered_at } = intent;
  const { old, replacement } = replacedCard(current, { ...making, ordered_at, now, reason: body.reason, destination });
  const created = card(replacement);
  return commit({ changes: [card(...old), created, closeIntent(intent)], facts }, created.shown);
});
