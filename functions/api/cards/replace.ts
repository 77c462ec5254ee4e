import { replaceCard } from '../../contract/cards/routes.ts';
import { requireAction } from '../../domain/cards/moves.ts';
import { replacementDestination } from '../../domain/cards/order.ts';
import { replacedCard } from '../../domain/cards/replacement.ts';
import { endpoint } from '../../http/endpoint.ts';
import { issuedCard } from '../../ports/card-issuer/issued-card.ts';
import { cardIssuer } from '../../ports/card-issuer/issuer.ts';
import { systemClock } from '../../runtime/clock.ts';
import { cardFact, readCard } from '../../store/cards/cards.ts';
import { closeIntent } from '../../store/cards/issuing-intents.ts';
import { orderCard, passCardGate } from '../../unit-of-work/card-issuing.ts';
import { card } from '../../unit-of-work/cards.ts';

const issuer = cardIssuer();
const { waitDivisor } = systemClock();

export const handler = endpoint(replaceCard, async (request) => {
  const { caller, params, body, now, db, idempotencyScope, commit } = request;
  const order = { tenant_id: caller.tenant_id, ...idempotencyScope() };
  const current = await readCard(db, caller.tenant_id, params.card_id);
  requireAction(current, 'replace');
  const destination = replacementDestination(current, body.shipping);
  const asked = { order, accountId: caller.account_id, customerId: current.customer_id };
  const { facts, found } = await passCardGate(db, asked, current, now);
  const { intent, making } = await orderCard(
    request,
    { order, found, facts: [...facts, cardFact(current)] },
    {
      name: issuer.name,
      issue: (one) => issuedCard(issuer, one, current),
      waitDivisor,
    },
  );
  const { ordered_at } = intent;
  const { old, replacement } = replacedCard(current, { ...making, ordered_at, now, reason: body.reason, destination });
  const created = card(replacement);
  return commit({ changes: [card(...old), created, closeIntent(intent)], facts }, created.shown);
});
