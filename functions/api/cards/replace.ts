import { showCard } from '../../contract/cards/card.ts';
import { tellCard } from '../../contract/cards/events.ts';
import { replaceCard } from '../../contract/cards/routes.ts';
import { adoptIntent, newIntent } from '../../domain/cards/issuing-intent.ts';
import { requireAction } from '../../domain/cards/moves.ts';
import { replacementDestination } from '../../domain/cards/order.ts';
import { replaceCard as replaced } from '../../domain/cards/replacement.ts';
import { endpoint } from '../../http/endpoint.ts';
import { issuedCard } from '../../ports/card-issuer/issued-card.ts';
import { cardIssuer } from '../../ports/card-issuer/issuer.ts';
import { cardFact, readCard, saveCard } from '../../store/cards/cards.ts';
import { passCardGate } from '../../store/cards/gate.ts';
import { closeIntent, openIntent } from '../../store/cards/issuing-intents.ts';

const issuer = cardIssuer();
const waitDivisor = Number(process.env.WAIT_DIVISOR);

export const handler = endpoint(
  replaceCard,
  async ({ caller, params, body, now, newId, db, posting, note, commit }) => {
    const { tenant_id, account_id: accountId } = caller;
    const order = { tenant_id, ...posting() };
    const current = await readCard(db, tenant_id, params.card_id);
    requireAction(current, 'replace');
    const destination = replacementDestination(current, body.shipping);
    const asked = { order, accountId, customerId: current.customer_id, now };
    const { facts, found } = await passCardGate(db, asked, current);
    const intent = found ? adoptIntent(found, order.request_hash) : newIntent(order, newId('card'), now, waitDivisor);
    if (!found) await note({ writes: [openIntent(intent)], facts: [...facts, cardFact(current)] });
    const issued = await issuedCard(issuer, intent, current);
    const making = { id: intent.card_id, tenant_id, issuer: issuer.name, issued, now };
    const { old, replacement } = replaced(current, { ...making, reason: body.reason, destination });
    // Its id holds the moment of the order, and lists by date go by ids.
    const card = { ...replacement, created_at: intent.ordered_at };
    const shown = showCard(card);
    return commit(shown, {
      writes: [...old.slice(-1).map((step) => saveCard(step.card, current)), saveCard(card), closeIntent(intent)],
      facts,
      events: [
        ...old.map((step) => tellCard(step, current)),
        { type: 'card.created', shown, customer_id: card.customer_id },
      ],
    });
  },
);
