import { sourceOf } from './destination.ts';
import type { WebhookTargets } from './url.ts';

/** Which hosts webhooks may have here (`WEBHOOK_TARGETS`): public ones, and loopback addresses only where the setting says so. */
export const webhookTargets = (): WebhookTargets =>
  process.env.WEBHOOK_TARGETS === 'loopback_too' ? 'loopback_too' : 'public';

/** The ARN of the role that sends deliveries (`DELIVERY_ROLE`), which the policies of destinations name. */
export const deliveryRole = (): string => {
  const { DELIVERY_ROLE: role } = process.env;
  if (role === undefined) throw new Error('DELIVERY_ROLE is not set');
  return role;
};

/** The targets that deliveries may call here, and their sender. */
export const senderHere = () => ({ targets: webhookTargets(), role: deliveryRole });

/** The source of a tenant's events on buses, in this environment (`ENVIRONMENT`). */
export const eventSourceOf = (tenantId: string): string =>
  sourceOf(process.env.ENVIRONMENT ?? '', tenantId);
