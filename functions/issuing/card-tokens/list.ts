import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { toCardTokenResource } from './changes.ts';
import { listCardTokens } from './routes.ts';
import { listedCardTokens } from './table.ts';

export const handler = httpHandler(
  listCardTokens,
  { paged },
  async ({ caller, params, query, db, range, respondPage }) => {
    const of = { tenant: caller.tenant_id, cardId: params.card_id };
    return respondPage(
      await listedCardTokens(db, of, query, range('card_token')),
      toCardTokenResource,
    );
  },
);
