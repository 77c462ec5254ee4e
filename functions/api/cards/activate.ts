import { showCard } from '../../contract/card.ts';
import { tellCard } from '../../contract/card-told.ts';
import { activateCard } from '../../contract/cards.ts';
import { tryLast4 } from '../../domain/activation-attempts.ts';
import type { CardStep } from '../../domain/card.ts';
import { requireAction } from '../../domain/card-moves.ts';
import { activateCard as activated } from '../../domain/card-replacement.ts';
import { endpoint } from '../../http/endpoint.ts';
import { forgetAttempts, readCardToActivate, saveAttempts } from '../../store/activation-attempts-store.ts';
import { findCards, saveCard } from '../../store/card-store.ts';

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
