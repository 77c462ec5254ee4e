import { httpHandler } from '../../core/http/handler.ts';
import { toCardResource } from './changes.ts';
import { getCard } from './routes.ts';
import { readCard } from './table.ts';

export const handler = httpHandler(getCard, {}, async ({ caller, params, db, respond }) =>
  respond(toCardResource(await readCard(db, caller.tenant_id, params.card_id))),
);
