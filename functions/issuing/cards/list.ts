import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { toCardResource } from './changes.ts';
import { listCards } from './list-routes.ts';
import { pageOfCards } from './table.ts';

export const handler = httpHandler(
  listCards,
  { paged },
  async ({ caller, query, db, range, respondPage }) =>
    respondPage(await pageOfCards(db, caller.tenant_id, query, range('card')), toCardResource),
);
