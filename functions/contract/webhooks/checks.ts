import { ApiError } from '../../domain/api-error.ts';
import { mergedHeaderProblems } from '../../domain/webhooks/custom-headers.ts';
import { type WebhookTargets, webhookUrlProblems } from '../../domain/webhooks/url.ts';
import type { WebhookInput } from '../../domain/webhooks/webhook.ts';
import { Metadata } from '../metadata.ts';
import { itemsAt } from '../problem-items.ts';

/** Refuses a URL that this environment does not call. */
export const checkWebhookUrl = (url: string, targets: WebhookTargets): void => {
  const errors = webhookUrlProblems(url, targets);
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
};

/** Refuses a webhook whose metadata or headers, merged, have become too many or too large. */
export const checkMergedWebhook = (webhook: WebhookInput): WebhookInput => {
  const errors = [...itemsAt(Metadata, webhook.metadata, ['metadata']), ...mergedHeaderProblems(webhook.headers)];
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
  return webhook;
};
