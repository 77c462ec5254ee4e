import { httpHandler } from '../../core/http/handler.ts';
import { toCardTokenResource } from './changes.ts';
import { getCardToken } from './routes.ts';
import { readCardToken } from './table.ts';

export const handler = httpHandler(getCardToken, {}, async ({ caller, params, db, respond }) =>
  respond(toCardTokenResource(await readCardToken(db, caller.tenant_id, params.card_token_id))),
);
