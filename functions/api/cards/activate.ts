import { showCard } from '../../contract/cards/card.ts';
import { tellCard } from '../../contract/cards/events.ts';
import { activateCard } from '../../contract/cards/routes.ts';
import { tryLast4 } from '../../domain/cards/activation-attempts.ts';
import type { CardStep } from '../../domain/cards/card.ts';
import { requireAction } from '../../domain/cards/moves.ts';
import { activateCard as activated } from '../../domain/cards/replacement.ts';
import { endpoint } from '../../http/endpoint.ts';
import { forgetAttempts, readCardToActivate, saveAttempts } from '../../store/cards/activation-attempts.ts';
import { findCards, saveCard } from '../../store/cards/cards.ts';

export const handler = endpoint(activateCard, async ({ caller, params, body, now, db, posting, note, commit }) => {
  const { card: current, attempts } = await readCardToActivate(db, caller.tenant_id, params.card_id);
  requireAction(current, 'activate');
  const { idempotency_key } = posting();
  const tried = tryLast4(current.last4, { last4: body.last4, idempotency_key }, attempts, now);
  if (!tried.allowed) {
    const counts = tried.attempts !== attempts;
    if (counts) await note({ writes: [saveAttempts(current, tried.attempts, attempts)], facts: [] });
    throw tried.refusal;
  }
  const ids = current.supersedes.map(({ id }) => id);
  const superseded = await findCards(db, caller.tenant_id, ids);
  const steps = activated(current, superseded, now);
  const before = ({ card }: CardStep) => superseded.find(({ id }) => id === card.id) ?? current;
  return commit(showCard(steps[0].card), {
    writes: [...steps.map((step) => saveCard(step.card, before(step))), forgetAttempts(current, attempts)],
    facts: [],
    events: steps.map((step) => tellCard(step, before(step))),
  });
});
