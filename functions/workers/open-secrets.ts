import { cache } from '../cache.ts';
import { liveSecrets } from '../domain/webhooks/secrets.ts';
import type { Webhook } from '../domain/webhooks/webhook.ts';
import { kmsSealer } from '../ports/sealer/kms-sealer.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';

/** A decrypted secret is used for so long before KMS is called again, so that a revoked key has an end. */
const decrypted_ms_max = 5 * 60 * 1000;

/** Decrypted secrets that a process keeps at once. */
const decrypted_max = 1_000;

/** Decrypts the secrets that sign now, newest first, and the headers to send: each at most every five minutes. */
export const secretOpener = (
  sealer = kmsSealer(process.env.WEBHOOK_KEY_ID),
  { now }: Pick<Clock, 'now'> = systemClock(),
) => {
  const decrypted = cache<string>(decrypted_max, { ttl_ms: decrypted_ms_max, now: () => now().getTime() });
  const open = (sealed: string, { tenant_id: tenant, id: resource }: Webhook): Promise<string> =>
    decrypted.of(`${resource}/${sealed}`, () => sealer.open(sealed, { tenant, resource }));
  return async (webhook: Webhook, at: Date) => {
    const live = liveSecrets(webhook.secrets, at);
    const headers = Object.entries(webhook.headers);
    const [secrets, values] = await Promise.all([
      Promise.all(live.map(({ sealed }) => open(sealed, webhook))),
      Promise.all(headers.map(async ([name, { sealed }]) => [name, await open(sealed, webhook)] as const)),
    ]);
    return { secrets, versions: live.map(({ version }) => version), custom_headers: Object.fromEntries(values) };
  };
};
