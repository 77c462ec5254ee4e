import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { toAuthorizationResource } from './model.ts';
import { listAllAuthorizations } from './routes.ts';
import { pageOfAllAuthorizations } from './table.ts';

export const handler = httpHandler(
  listAllAuthorizations,
  { paged },
  async ({ caller, query, db, range, respondPage }) =>
    respondPage(
      await pageOfAllAuthorizations(db, caller.tenant_id, query, range('authorization')),
      toAuthorizationResource,
    ),
);
