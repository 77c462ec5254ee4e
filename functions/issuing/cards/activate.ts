import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { tryLast4 } from './attempts.ts';
import { card } from './changes.ts';
import { readCardContext } from './context.ts';
import { effectiveCard } from './eligibility.ts';
import { activatedCard } from './replacement.ts';
import { activateCard } from './routes.ts';
import { cardKeys, cardOf, deleteAttempts, readCardToActivate, saveAttempts } from './table.ts';
import { requireAction } from './transitions.ts';

export const handler = httpHandler(
  activateCard,
  { idempotent },
  async ({ caller, params, body, now, db, ifMatch, idempotencyScope, checkpoint, commit }) => {
    const { card: current, attempts } = await readCardToActivate(
      db,
      caller.tenant_id,
      params.card_id,
    );
    ifMatch(current);
    const supersededKeys = current.supersedes.map(({ id }) => cardKeys.card(caller.tenant_id, id));
    const { context, conditions, more } = await readCardContext(
      db,
      { ...caller, now },
      current,
      supersededKeys,
    );
    requireAction(effectiveCard(current, context, now), 'activate');
    const { idempotency_key } = idempotencyScope;
    const attempt = tryLast4(current.last4, { last4: body.last4, idempotency_key }, attempts, now);
    if (!attempt.allowed) {
      const counts = attempt.attempts !== attempts;
      if (counts)
        await checkpoint({
          writes: [saveAttempts(current, attempt.attempts, attempts)],
          conditions: [],
        });
      throw attempt.error;
    }
    const found = more.filter((item) => item !== undefined).map(cardOf);
    const [activated, ...closed] = activatedCard(current, found, now);
    const superseded = closed.map((transition) => card(transition));
    return commit({
      changes: [card(activated), ...superseded, deleteAttempts(current, attempts)],
      conditions,
    });
  },
);
