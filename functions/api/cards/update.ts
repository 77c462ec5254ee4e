import { showCard } from '../../contract/cards/card.ts';
import { checkMergedCard } from '../../contract/cards/input.ts';
import { updateCard } from '../../contract/cards/routes.ts';
import { requireNotClosed } from '../../domain/cards/moves.ts';
import { changeSettings, patchedSettings } from '../../domain/cards/settings.ts';
import { transactional } from '../../http/commit.ts';
import { httpHandler } from '../../http/handler.ts';
import { readCard } from '../../store/cards/cards.ts';
import { checkRaisedLimits } from '../../unit-of-work/card-issuing.ts';
import { card } from '../../unit-of-work/cards.ts';

export const handler = httpHandler(
  updateCard,
  { transactional },
  async ({ caller, params, body, now, db, ifMatch, respond, commit }) => {
    const current = await readCard(db, caller.tenant_id, params.card_id);
    ifMatch(current);
    requireNotClosed(current);
    const changed = changeSettings(current, checkMergedCard(patchedSettings(current, body)), now);
    if (!changed) return respond(showCard(current));
    return commit({ changes: [card(changed)], facts: await checkRaisedLimits(db, changed.after, current) });
  },
);
