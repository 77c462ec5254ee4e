import { httpHandler } from '../../core/http/handler.ts';
import { ownedBy, toPersonResource } from './model.ts';
import { getPerson } from './routes.ts';
import { readPerson } from './table.ts';

export const handler = httpHandler(getPerson, {}, async ({ caller, params, db, respond }) => {
  const { customer, person } = await readPerson(db, caller.tenant_id, params.person_id);
  return respond(toPersonResource(ownedBy(customer, person)));
});
