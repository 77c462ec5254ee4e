import { showCard } from '../../contract/cards/card.ts';
import { createCard } from '../../contract/cards/routes.ts';
import { createCard as newCard } from '../../domain/cards/card.ts';
import { adoptIntent, newIntent } from '../../domain/cards/issuing-intent.ts';
import { cardInput } from '../../domain/cards/order.ts';
import { requireWithinCaps } from '../../domain/cards/spending-controls.ts';
import { endpoint } from '../../http/endpoint.ts';
import { issuedCard } from '../../ports/card-issuer/issued-card.ts';
import { cardIssuer } from '../../ports/card-issuer/issuer.ts';
import { saveCard } from '../../store/cards/cards.ts';
import { passCardGate } from '../../store/cards/gate.ts';
import { closeIntent, openIntent } from '../../store/cards/issuing-intents.ts';

const issuer = cardIssuer();
const waitDivisor = Number(process.env.WAIT_DIVISOR);

export const handler = endpoint(createCard, async ({ caller, body, now, newId, db, posting, note, commit }) => {
  const { tenant_id, account_id: accountId } = caller;
  const order = { tenant_id, ...posting() };
  const asked = { order, accountId, customerId: body.customer_id, now };
  const { customer, granted, facts, found } = await passCardGate(db, asked, body);
  const input = cardInput(body, customer);
  requireWithinCaps(input.spending_controls, granted);
  const intent = found ? adoptIntent(found, order.request_hash) : newIntent(order, newId('card'), now, waitDivisor);
  if (!found) await note({ writes: [openIntent(intent)], facts });
  const issued = await issuedCard(issuer, intent, input);
  // Its id holds the moment of the order, and lists by date go by ids.
  const made = { id: intent.card_id, tenant_id, issuer: issuer.name, issued, now: new Date(intent.ordered_at) };
  const card = newCard(input, made);
  const shown = showCard(card);
  return commit(shown, {
    writes: [saveCard(card), closeIntent(intent)],
    facts,
    events: [{ type: 'card.created', shown, customer_id: card.customer_id }],
  });
});
