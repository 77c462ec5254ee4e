import type { SignatureKind } from '../../domain/webhooks/secrets.ts';
import { newSigningKeys, newWebhookSecret } from '../webhook-sender/signing.ts';
import { kmsSealer } from './kms-sealer.ts';

/** What a webhook is signed with: sealed, and beside it what its receiver verifies by, a secret or a public key. */
type MadeSecret = {
  readonly sealed: string;
  /** In full, to be shown this once; a private key is shown to nobody. */
  readonly secret?: string;
  readonly public_key?: string;
};

/** Makes a webhook's secret or pair of keys, sealed for its webhook (`WEBHOOK_KEY_ID`). */
export const webhookSecretSealer = (sealer = kmsSealer(process.env.WEBHOOK_KEY_ID)) => {
  return async (tenant: string, webhookId: string, kind: SignatureKind): Promise<MadeSecret> => {
    const seal = (secret: string) => sealer.seal(secret, { tenant, resource: webhookId });
    if (kind === 'ed25519') {
      const { secret, public_key } = newSigningKeys();
      return { sealed: await seal(secret), public_key };
    }
    const secret = newWebhookSecret();
    return { sealed: await seal(secret), secret };
  };
};
