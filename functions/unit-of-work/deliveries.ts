import { ShownDelivery, showDelivery } from '../contract/deliveries/delivery.ts';
import type { Delivery } from '../domain/deliveries/delivery.ts';
import type { Transition } from '../domain/transition.ts';
import type { Webhook } from '../domain/webhooks/webhook.ts';
import { saveDelivery } from '../store/deliveries/deliveries.ts';
import { changed, type Registration } from './unit-of-work.ts';

const registration = (webhook: Webhook | undefined): Registration<Delivery, typeof ShownDelivery> => ({
  object: 'delivery',
  schema: ShownDelivery,
  show: (item) => showDelivery(item, webhook),
  save: saveDelivery,
});

/** What a transition of a delivery to a webhook comes to; nobody is told of one. */
export const delivery = (transition: Transition<Delivery, never>, webhook: Webhook | undefined) =>
  changed(registration(webhook), transition);
