import { httpHandler } from '../../core/http/handler.ts';
import { toRequestResource } from './model.ts';
import { getRequest } from './routes.ts';
import { readLoggedRequest } from './table.ts';

export const handler = httpHandler(getRequest, {}, async ({ caller, params, now, db, respond }) =>
  respond(toRequestResource(await readLoggedRequest(db, caller.tenant_id, params.request_id, now))),
);
