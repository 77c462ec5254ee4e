import { liveSecrets } from '../domain/webhooks/secrets.ts';
import type { Webhook } from '../domain/webhooks/webhook.ts';
import { kmsSealer } from '../ports/sealer/kms-sealer.ts';

/** An opened secret is used for so long before the key is asked again, so that taking the key away has an end. */
const openedMsMax = 5 * 60 * 1000;

/** So many opened secrets are remembered at most; the oldest go first. */
const openedMax = 1_000;

type Opened = { readonly secret: Promise<string>; readonly until: number };

/** Opens the secrets that sign now, newest first: each at most every five minutes. */
export const secretOpener = (sealer = kmsSealer(process.env.WEBHOOK_KEY_ID)) => {
  const opened = new Map<string, Opened>();
  const open = (webhook: Webhook, { version, sealed }: Webhook['secrets'][number], now: Date): Promise<string> => {
    const name = `${webhook.id}/${version}`;
    const known = opened.get(name);
    if (known && known.until > now.getTime()) return known.secret;
    const secret = sealer.open(sealed, { tenant: webhook.tenant_id, resource: webhook.id });
    opened.delete(name);
    opened.set(name, { secret, until: now.getTime() + openedMsMax });
    if (opened.size > openedMax) opened.delete(opened.keys().next().value ?? '');
    secret.catch(() => opened.delete(name));
    return secret;
  };
  return async (webhook: Webhook, now: Date) => {
    const live = liveSecrets(webhook.secrets, now);
    const secrets = await Promise.all(live.map((secret) => open(webhook, secret, now)));
    return { secrets, versions: live.map(({ version }) => version) };
  };
};
