import { httpHandler } from '../../core/http/handler.ts';
import { toScreeningResource } from './changes.ts';
import { getScreening } from './routes.ts';
import { readScreening } from './table.ts';

export const handler = httpHandler(getScreening, {}, async ({ caller, params, db, respond }) =>
  respond(toScreeningResource(await readScreening(db, caller.tenant_id, params.screening_id))),
);
