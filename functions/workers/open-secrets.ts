import { liveSecrets } from '../domain/webhooks/secrets.ts';
import type { Webhook } from '../domain/webhooks/webhook.ts';
import { kmsSealer } from '../ports/sealer/kms-sealer.ts';

/** An opened secret is used for so long before the key is asked again, so that taking the key away has an end. */
const openedMsMax = 5 * 60 * 1000;

/** So many opened secrets are remembered at most; the oldest go first. */
const openedMax = 1_000;

type Opened = { readonly plain: Promise<string>; readonly until: number };

/** Opens the secrets that sign now, newest first, and the headers to send: each at most every five minutes. */
export const secretOpener = (sealer = kmsSealer(process.env.WEBHOOK_KEY_ID)) => {
  const opened = new Map<string, Opened>();
  const open = (sealed: string, { tenant_id: tenant, id: resource }: Webhook, now: Date): Promise<string> => {
    const name = `${resource}/${sealed}`;
    const known = opened.get(name);
    if (known && known.until > now.getTime()) return known.plain;
    const plain = sealer.open(sealed, { tenant, resource });
    opened.delete(name);
    opened.set(name, { plain, until: now.getTime() + openedMsMax });
    if (opened.size > openedMax) opened.delete(opened.keys().next().value ?? '');
    plain.catch(() => opened.delete(name));
    return plain;
  };
  return async (webhook: Webhook, now: Date) => {
    const live = liveSecrets(webhook.secrets, now);
    const headers = Object.entries(webhook.headers);
    const [secrets, values] = await Promise.all([
      Promise.all(live.map(({ sealed }) => open(sealed, webhook, now))),
      Promise.all(headers.map(async ([name, { sealed }]) => [name, await open(sealed, webhook, now)] as const)),
    ]);
    return { secrets, versions: live.map(({ version }) => version), custom_headers: Object.fromEntries(values) };
  };
};
