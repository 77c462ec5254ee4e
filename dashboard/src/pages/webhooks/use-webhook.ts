import type { Webhook } from '../../api/objects.ts';
import { useRead } from '../../api/use-read.ts';

/** A webhook. */
export const useWebhook = (webhook_id: string) =>
  useRead<Webhook>({
    key: ['webhook', webhook_id],
    read: (api, signal) => api.webhooks.get({ params: { webhook_id }, signal }),
  });
