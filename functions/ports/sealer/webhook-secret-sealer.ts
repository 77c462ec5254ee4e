import { newWebhookSecret } from '../webhook-sender/signing.ts';
import { kmsSealer } from './kms-sealer.ts';

/** Makes a webhook's secret: in full, to be shown this once, and sealed for its webhook (`WEBHOOK_KEY_ID`). */
export const webhookSecretSealer = (sealer = kmsSealer(process.env.WEBHOOK_KEY_ID)) => {
  return async (tenant: string, webhookId: string) => {
    const secret = newWebhookSecret();
    return { secret, sealed: await sealer.seal(secret, { tenant, resource: webhookId }) };
  };
};
