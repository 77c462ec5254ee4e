import { showAttempt } from '../../contract/deliveries/delivery.ts';
import { listAttempts } from '../../contract/deliveries/routes.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { pageOfAttempts } from '../../store/deliveries/deliveries.ts';

export const handler = httpHandler(listAttempts, { paged }, async ({ caller, params, db, range, respondPage }) =>
  respondPage(await pageOfAttempts(db, caller.tenant_id, params.delivery_id, range()), showAttempt),
);
