import { httpHandler } from '../../core/http/handler.ts';
import { getRequest } from './routes.ts';
import { toRequestResource } from './schema.ts';
import { readLoggedRequest } from './table.ts';

export const handler = httpHandler(getRequest, {}, async ({ caller, params, now, db, respond }) =>
  respond(toRequestResource(await readLoggedRequest(db, caller.tenant_id, params.request_id, now))),
);
