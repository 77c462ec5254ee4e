import { durationsFrom } from '../../core/durations.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { delivery, toDeliveryResource } from '../deliveries/changes.ts';
import { deliveryMessage } from '../deliveries/model.ts';
import { makeDelivery } from '../deliveries/new-delivery.ts';
import { notifyAfterCommit } from '../deliveries/notify.ts';
import { readDelivery } from '../deliveries/table.ts';
import { eventExample } from '../events/example.ts';
import { testEvent } from './changes.ts';
import { testWebhook } from './delivery-routes.ts';
import { webhookNotAllowed } from './model.ts';
import { readWebhook, webhookConditions, webhookOfDelivery } from './table.ts';

const durations = durationsFrom(process.env);

export const handler = httpHandler(
  testWebhook,
  {
    idempotent,
    refresh: async ({ caller, db }, id) => {
      const read = await readDelivery(db, caller.tenant_id, id);
      return toDeliveryResource(read, await webhookOfDelivery(db, read));
    },
  },
  async ({ caller, params, body, now, newId, db, ifMatch, commit }) => {
    const { webhook } = await readWebhook(db, caller.tenant_id, params.webhook_id);
    ifMatch(webhook);
    if (webhook.status === 'disabled') throw webhookNotAllowed(webhook);
    const { event_type: type } = body;
    const id = newId('event');
    const after = makeDelivery({ event_id: id, type }, webhook, 'test', { now, durations });
    const event = testEvent(webhook, { id, type, data: eventExample(type) });
    const changes = [delivery({ after }, webhook), event] as const;
    return notifyAfterCommit(
      commit({ changes, conditions: webhookConditions(after) }),
      deliveryMessage(after),
    );
  },
);
