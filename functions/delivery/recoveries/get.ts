import { httpHandler } from '../../core/http/handler.ts';
import { toRecoveryResource } from './changes.ts';
import { getRecovery } from './routes.ts';
import { readRecovery } from './table.ts';

export const handler = httpHandler(getRecovery, {}, async ({ caller, params, db, respond }) =>
  respond(toRecoveryResource(await readRecovery(db, caller.tenant_id, params.recovery_id))),
);
