import { httpHandler } from '../http/handler.ts';
import { getCard } from './routes.ts';
import { toCardResource } from './schema.ts';
import { readCard } from './table.ts';

export const handler = httpHandler(getCard, {}, async ({ caller, params, db, respond }) =>
  respond(toCardResource(await readCard(db, caller.tenant_id, params.card_id))),
);
