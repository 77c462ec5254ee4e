import type { WebhookTargets } from '../../domain/webhooks/url.ts';

/** Whom webhooks may point at here (`WEBHOOK_TARGETS`); whatever is not said to take loopback too takes public hosts only. */
export const webhookTargets = (): WebhookTargets =>
  process.env.WEBHOOK_TARGETS === 'loopback_too' ? 'loopback_too' : 'public';
