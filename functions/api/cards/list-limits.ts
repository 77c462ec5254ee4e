import { showCardLimit } from '../../contract/cards/limits.ts';
import { listCardLimits } from '../../contract/cards/routes.ts';
import { cardLimits } from '../../domain/cards/limits.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { readCard } from '../../store/cards/cards.ts';
import { readSpender } from '../../store/cards/spending.ts';
import { pageOf } from '../../store/list.ts';

export const handler = httpHandler(
  listCardLimits,
  { paged },
  async ({ caller, params, now, db, range, respondPage }) => {
    const card = await readCard(db, caller.tenant_id, params.card_id);
    const { granted, spending } = await readSpender(db, caller.account_id, card);
    const limits = cardLimits(card, { granted, counters: spending.counters }, now);
    return respondPage(
      pageOf(limits, range(), ({ interval }) => interval),
      showCardLimit,
    );
  },
);
