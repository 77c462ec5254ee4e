import { showAuthorization } from '../../contract/authorizations/authorization.ts';
import { listAuthorizations } from '../../contract/authorizations/routes.ts';
import { listing } from '../../http/listing.ts';
import { pageOfAuthorizations } from '../../store/authorizations/authorizations.ts';

export const handler = listing(listAuthorizations, async ({ caller, params, query, db, range, answerPage }) => {
  const of = { tenant: caller.tenant_id, cardId: params.card_id };
  return answerPage(await pageOfAuthorizations(db, of, query, range('authorization')), showAuthorization);
});
