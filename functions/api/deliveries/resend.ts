import { showDelivery } from '../../contract/deliveries/delivery.ts';
import { resendDelivery } from '../../contract/deliveries/routes.ts';
import { resendNow } from '../../domain/deliveries/resend.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { wakeAfterCommit } from '../../ports/delivery-queue/wake-after.ts';
import { systemClock } from '../../runtime/clock.ts';
import { readDelivery } from '../../store/deliveries/deliveries.ts';
import { webhookFacts, webhookOfDelivery } from '../../store/webhooks/webhooks.ts';
import { delivery } from '../../unit-of-work/deliveries.ts';

const wakeAfter = wakeAfterCommit();
const { waitDivisor } = systemClock();

export const handler = httpHandler(
  resendDelivery,
  {
    idempotent,
    refresh: async ({ caller, db }, id) => {
      const read = await readDelivery(db, caller.tenant_id, id);
      return showDelivery(read, await webhookOfDelivery(db, read));
    },
  },
  async ({ caller, params, now, db, commit }) => {
    const current = await readDelivery(db, caller.tenant_id, params.delivery_id);
    const webhook = await webhookOfDelivery(db, current);
    const resent = delivery(resendNow(current, webhook, { now, waitDivisor }), webhook);
    const { tenant_id, id: delivery_id, webhook_id, attempts_made } = current;
    const due = { tenant_id, delivery_id, webhook_id, attempts_made };
    return wakeAfter(commit({ changes: [resent], facts: webhookFacts(current) }), due);
  },
);
