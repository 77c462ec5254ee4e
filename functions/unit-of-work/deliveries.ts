import { ShownDelivery, showDelivery } from '../contract/deliveries/delivery.ts';
import type { Delivery } from '../domain/deliveries/delivery.ts';
import type { Transition } from '../domain/transition.ts';
import { saveDelivery } from '../store/deliveries/deliveries.ts';
import { changed, type Registration } from './unit-of-work.ts';

const registration: Registration<Delivery, typeof ShownDelivery> = {
  object: 'delivery',
  schema: ShownDelivery,
  show: showDelivery,
  save: saveDelivery,
};

/** What a transition of a delivery comes to; nobody is told of one. */
export const delivery = (transition: Transition<Delivery, never>) => changed(registration, transition);
