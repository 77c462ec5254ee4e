import type { WebhookState } from '../webhooks/webhook.ts';

/** What a webhook's open deliveries should become: sent again, kept until it is back, or given up. */
export type Alignment = 'resume' | 'pause' | 'cancel';

/** What the open deliveries of a webhook are to be aligned with: it was deleted, may not be called, or may. */
export const alignmentOf = (webhook: WebhookState | undefined, accountSuspended: boolean): Alignment => {
  if (webhook === undefined) return 'cancel';
  return webhook.status === 'disabled' || accountSuspended ? 'pause' : 'resume';
};
