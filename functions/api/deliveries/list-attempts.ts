import { showAttempt } from '../../contract/deliveries/delivery.ts';
import { listAttempts } from '../../contract/deliveries/routes.ts';
import { listing } from '../../http/listing.ts';
import { pageOfAttempts } from '../../store/deliveries/deliveries.ts';

export const handler = listing(listAttempts, async ({ caller, params, db, range, answerPage }) =>
  answerPage(await pageOfAttempts(db, caller.tenant_id, params.delivery_id, range()), showAttempt),
);
