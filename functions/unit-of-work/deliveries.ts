import { ShownDelivery, showDelivery } from '../contract/deliveries/delivery.ts';
import type { Transition } from '../domain/transition.ts';
import { saveDelivery } from '../store/deliveries/deliveries.ts';
import { type Changed, changed } from './unit-of-work.ts';

type Stored = Parameters<typeof showDelivery>[0];

/** What a transition of a delivery comes to; nobody is told of one. */
export const delivery = (transition: Transition<Stored, never>): Changed<ShownDelivery> =>
  changed(
    {
      schema: ShownDelivery,
      show: showDelivery,
      save: saveDelivery,
      subject: ({ tenant_id, id, version }) => ({
        tenant_id,
        customer_id: null,
        resource: { id, object: 'delivery' },
        sequence: version,
      }),
    },
    transition,
  );
