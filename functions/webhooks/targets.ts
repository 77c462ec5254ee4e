import type { WebhookTargets } from './url.ts';

/** Which hosts webhooks may have here (`WEBHOOK_TARGETS`): public ones, and loopback addresses only where the setting says so. */
export const webhookTargets = (): WebhookTargets =>
  process.env.WEBHOOK_TARGETS === 'loopback_too' ? 'loopback_too' : 'public';
