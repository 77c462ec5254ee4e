import { showDelivery } from '../../contract/deliveries/delivery.ts';
import { resendDelivery } from '../../contract/deliveries/routes.ts';
import { resendNow } from '../../domain/deliveries/resend.ts';
import { endpoint } from '../../http/endpoint.ts';
import { hurrier } from '../../ports/delivery-queue/hurry.ts';
import { readDelivery, saveDelivery } from '../../store/deliveries/deliveries.ts';
import { webhookFacts, webhookOfDelivery } from '../../store/webhooks/webhooks.ts';

const hurry = hurrier();
const waitDivisor = Number(process.env.WAIT_DIVISOR);

export const handler = endpoint(resendDelivery, async ({ caller, params, now, db, commit }) => {
  const current = await readDelivery(db, caller.tenant_id, params.delivery_id);
  const webhook = await webhookOfDelivery(db, current);
  const delivery = resendNow(current, webhook, { now, waitDivisor });
  const answer = await commit(showDelivery(delivery), {
    writes: [saveDelivery(delivery, current)],
    facts: webhookFacts(current),
    events: [],
  });
  const { tenant_id, id: delivery_id, webhook_id, attempts_made } = delivery;
  await hurry({ tenant_id, delivery_id, webhook_id, attempts_made });
  return answer;
});
