import { type Claimed, claimDelivery } from '../domain/deliveries/claim.ts';
import type { Delivery } from '../domain/deliveries/delivery.ts';
import type { DeliveryWakeUp } from '../domain/events/event.ts';
import { findDelivery, saveDelivery } from '../store/deliveries/deliveries.ts';
import { saved, type Work } from './work.ts';

/** Takes a delivery in hand: of all who are woken for it, one gets it, and nobody when nothing is due. */
export const claim = async (
  { tenant_id, delivery_id, attempts_made }: DeliveryWakeUp,
  token: string,
  work: Work,
): Promise<Claimed<Delivery> | undefined> => {
  const read = await findDelivery(work.db, tenant_id, delivery_id);
  const claimed = read && claimDelivery(read, { attempts_made, token, now: work.deadline.now });
  if (!claimed) return undefined;
  const delivery = { ...claimed.delivery, version: read.version + 1 };
  return (await saved(work, [saveDelivery(delivery, read)])) ? { ...claimed, delivery } : undefined;
};
