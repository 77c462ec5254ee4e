import { pageOfFixed } from '../../core/dynamodb/list.ts';
import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { readSpendingContext } from './context.ts';
import { listCardLimits } from './list-routes.ts';
import { cardLimits } from './spending.ts';
import { readCard } from './table.ts';

export const handler = httpHandler(
  listCardLimits,
  { paged },
  async ({ caller, params, now, db, range, respondPage }) => {
    const card = await readCard(db, caller.tenant_id, params.card_id);
    const { granted, spending } = await readSpendingContext(db, caller.account_id, card, now);
    const limits = cardLimits(card, { granted, counters: spending.counters }, now);
    return respondPage(pageOfFixed(limits, range()), (limit) => ({
      object: 'card_limit' as const,
      ...limit,
    }));
  },
);
