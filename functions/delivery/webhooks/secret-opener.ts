import { kmsCipher } from '../../core/aws/kms.ts';
import { cache } from '../../core/cache.ts';
import { type Clock, systemClock } from '../../core/time.ts';
import type { EncryptedHeaders } from './custom-headers.ts';
import { liveSecrets, type WebhookSecret } from './secrets.ts';

/** How long a decrypted secret is cached, so that a revoked key stops working. */
const decrypted_ms_max = 5 * 60 * 1000;

/** The maximum of cached secrets. */
const decrypted_max = 1_000;

/**
 * A resource that is called with secrets and perhaps with headers: a webhook, or another endpoint.
 */
type Called = {
  readonly id: string;
  readonly tenant_id: string;
  readonly secrets: readonly (WebhookSecret & { readonly encrypted: string })[];
  readonly headers?: EncryptedHeaders;
};

/** Decrypts the secrets that sign now, newest first, and the custom headers. */
export const secretOpener = (
  cipher = kmsCipher(process.env.WEBHOOK_KEY_ID),
  { now }: Pick<Clock, 'now'> = systemClock(),
) => {
  const decrypted = cache<string>(decrypted_max, {
    ttl_ms: decrypted_ms_max,
    now: () => now().getTime(),
  });
  const open = (encrypted: string, { tenant_id: tenant, id: resource }: Called): Promise<string> =>
    decrypted.of(`${resource}/${encrypted}`, () => cipher.open(encrypted, { tenant, resource }));
  return async (called: Called, at: Date) => {
    const live = liveSecrets(called.secrets, at);
    const headers = Object.entries(called.headers ?? {});
    const [secrets, values] = await Promise.all([
      Promise.all(live.map(({ encrypted }) => open(encrypted, called))),
      Promise.all(
        headers.map(
          async ([name, { encrypted }]) => [name, await open(encrypted, called)] as const,
        ),
      ),
    ]);
    return {
      secrets,
      versions: live.map(({ version }) => version),
      custom_headers: Object.fromEntries(values),
    };
  };
};
