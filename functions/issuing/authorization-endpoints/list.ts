import { pageOf } from '../../core/dynamodb/list.ts';
import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { toEndpointResource } from './changes.ts';
import { listAuthorizationEndpoints } from './routes.ts';
import { endpointOfAccount } from './table.ts';

export const handler = httpHandler(
  listAuthorizationEndpoints,
  { paged },
  async ({ caller, now, db, range, respondPage }) => {
    const wanted = range('authorization_endpoint');
    const found = await endpointOfAccount(db, caller.tenant_id, wanted);
    const page = pageOf(found ? [found] : [], wanted, ({ endpoint }) => endpoint.id);
    return respondPage(page, (one) => toEndpointResource(one, now));
  },
);
