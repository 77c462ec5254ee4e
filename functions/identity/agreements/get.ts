import { httpHandler } from '../../core/http/handler.ts';
import { toAgreementResource } from './model.ts';
import { getAgreement } from './routes.ts';
import { readAgreement } from './table.ts';

export const handler = httpHandler(getAgreement, {}, async ({ caller, params, db, respond }) =>
  respond(toAgreementResource(await readAgreement(db, caller.tenant_id, params.agreement_id))),
);
