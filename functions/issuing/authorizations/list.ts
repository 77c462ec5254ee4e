import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { toAuthorizationResource } from './model.ts';
import { listAuthorizations } from './routes.ts';
import { pageOfAuthorizations } from './table.ts';

export const handler = httpHandler(
  listAuthorizations,
  { paged },
  async ({ caller, params, query, db, range, respondPage }) => {
    const of = { tenant: caller.tenant_id, cardId: params.card_id };
    return respondPage(
      await pageOfAuthorizations(db, of, query, range('authorization')),
      toAuthorizationResource,
    );
  },
);
