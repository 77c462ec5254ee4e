import { followDelay } from '../../api/follow.ts';
import type { DeliveryWithAttempts } from '../../api/objects.ts';
import { useRead } from '../../api/use-read.ts';

/** A delivery, followed until it is final and has made so many attempts. */
export const useDelivery = (delivery_id: string, attempts: number) =>
  useRead<DeliveryWithAttempts>({
    key: ['delivery', delivery_id],
    read: (api, signal) => api.deliveries.get({ params: { delivery_id }, signal }),
    follow: (delivery) => (isMoving(delivery, attempts) ? followDelay(delivery.updated_at, Date.now()) : false),
  });

const moving: readonly string[] = ['pending', 'retrying'];

const isMoving = ({ status, attempts_made }: DeliveryWithAttempts, attempts: number): boolean =>
  moving.includes(status) || attempts_made < attempts;
