import type { Transition } from '../transition.ts';
import { changed, type Registration } from '../unit-of-work.ts';
import type { Webhook } from '../webhooks/model.ts';
import type { Delivery } from './model.ts';
import { DeliveryResource, toDeliveryResource } from './schema.ts';
import { saveDelivery } from './table.ts';

const registration = (webhook: Webhook | undefined): Registration<Delivery, typeof DeliveryResource> => ({
  object: 'delivery',
  schema: DeliveryResource,
  toResource: (item) => toDeliveryResource(item, webhook),
  save: saveDelivery,
});

/** What a transition of a delivery to a webhook comes to; nobody is told of one. */
export const delivery = (transition: Transition<Delivery, never>, webhook: Webhook | undefined) =>
  changed(registration(webhook), transition);
