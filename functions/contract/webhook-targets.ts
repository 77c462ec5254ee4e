import { Failure } from '../domain/failure.ts';
import { type WebhookTargets, webhookUrlProblems } from '../domain/webhook-url.ts';

/** Refuses a URL that this environment does not call. */
export const checkWebhookUrl = (url: string, targets: WebhookTargets): void => {
  const errors = webhookUrlProblems(url, targets);
  if (errors.length > 0) throw new Failure('validation_failed', { errors });
};
