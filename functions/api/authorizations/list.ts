import { showAuthorization } from '../../contract/authorizations/authorization.ts';
import { listAuthorizations } from '../../contract/authorizations/routes.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { pageOfAuthorizations } from '../../store/authorizations/authorizations.ts';

export const handler = httpHandler(
  listAuthorizations,
  { paged },
  async ({ caller, params, query, db, range, respondPage }) => {
    const of = { tenant: caller.tenant_id, cardId: params.card_id };
    return respondPage(await pageOfAuthorizations(db, of, query, range('authorization')), showAuthorization);
  },
);
