import { activateCard } from '../../contract/cards/routes.ts';
import { tryLast4 } from '../../domain/cards/activation-attempts.ts';
import { effectiveCard } from '../../domain/cards/alignment.ts';
import { requireAction } from '../../domain/cards/moves.ts';
import { activatedCard } from '../../domain/cards/replacement.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { forgetAttempts, readCardToActivate, saveAttempts } from '../../store/cards/activation-attempts.ts';
import { cardOf } from '../../store/cards/cards.ts';
import { readCardCircumstances } from '../../store/cards/circumstances.ts';
import { keys } from '../../store/table.ts';
import { card } from '../../unit-of-work/cards.ts';

export const handler = httpHandler(
  activateCard,
  { idempotent },
  async ({ caller, params, body, now, db, idempotencyScope, checkpoint, commit }) => {
    const { card: current, attempts } = await readCardToActivate(db, caller.tenant_id, params.card_id);
    const replaced = current.supersedes.map(({ id }) => keys.card(caller.tenant_id, id));
    const { circumstances, facts, more } = await readCardCircumstances(db, caller, current, replaced);
    requireAction(effectiveCard(current, circumstances, now), 'activate');
    const { idempotency_key } = idempotencyScope;
    const tried = tryLast4(current.last4, { last4: body.last4, idempotency_key }, attempts, now);
    if (!tried.allowed) {
      const counts = tried.attempts !== attempts;
      if (counts) await checkpoint({ writes: [saveAttempts(current, tried.attempts, attempts)], facts: [] });
      throw tried.error;
    }
    const found = more.filter((item) => item !== undefined).map(cardOf);
    const [activated, ...closed] = activatedCard(current, found, now);
    const superseded = closed.map((move) => card(move));
    return commit({ changes: [card(activated), ...superseded, forgetAttempts(current, attempts)], facts });
  },
);
