import { notifyAfterCommit } from '../aws/sqs.ts';
import { durationsFrom } from '../durations.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { webhookConditions, webhookOfDelivery } from '../webhooks/table.ts';
import { delivery } from './changes.ts';
import { resendNow } from './claim.ts';
import { resendDelivery } from './routes.ts';
import { toDeliveryResource } from './schema.ts';
import { readDelivery } from './table.ts';

const notifyAfter = notifyAfterCommit();
const durations = durationsFrom(process.env);

export const handler = httpHandler(
  resendDelivery,
  {
    idempotent,
    refresh: async ({ caller, db }, id) => {
      const read = await readDelivery(db, caller.tenant_id, id);
      return toDeliveryResource(read, await webhookOfDelivery(db, read));
    },
  },
  async ({ caller, params, now, db, commit }) => {
    const current = await readDelivery(db, caller.tenant_id, params.delivery_id);
    const webhook = await webhookOfDelivery(db, current);
    const resent = delivery(resendNow(current, webhook, { now, durations }), webhook);
    const { tenant_id, id: delivery_id, webhook_id, attempts_made } = current;
    const message = { tenant_id, delivery_id, webhook_id, attempts_made };
    return notifyAfter(commit({ changes: [resent], conditions: webhookConditions(current) }), message);
  },
);
