import { durationsFrom } from '../../core/durations.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { webhookConditions, webhookOfDelivery } from '../webhooks/table.ts';
import { delivery, toDeliveryResource } from './changes.ts';
import { resendNow } from './claim-rules.ts';
import { deliveryMessage } from './model.ts';
import { notifyAfterCommit } from './notify.ts';
import { resendDelivery } from './routes.ts';
import { readDelivery } from './table.ts';

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
  async ({ caller, params, now, db, ifMatch, commit }) => {
    const current = await readDelivery(db, caller.tenant_id, params.delivery_id);
    const webhook = await webhookOfDelivery(db, current);
    ifMatch(toDeliveryResource(current, webhook));
    const resent = delivery(resendNow(current, webhook, { now, durations }), webhook);
    const committed = commit({ changes: [resent], conditions: webhookConditions(current) });
    return notifyAfterCommit(committed, deliveryMessage(current));
  },
);
