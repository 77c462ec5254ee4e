import { resendDelivery } from '../../contract/deliveries.ts';
import { showDelivery } from '../../contract/delivery.ts';
import { resendNow } from '../../domain/delivery-resend.ts';
import { endpoint } from '../../http/endpoint.ts';
import { hurrier } from '../../ports/delivery-queue/hurry.ts';
import { readDelivery, saveDelivery } from '../../store/delivery-store.ts';
import { webhookFacts, webhookOfDelivery } from '../../store/webhook-store.ts';

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
