/* The keys of accounts as the authorizers read them, with the account's status and plan beside each. */

import type { Database } from '../../core/dynamodb/client.ts';
import type { ItemKey } from '../../core/dynamodb/keys.ts';
import { always, exists, isNew, type Write } from '../../core/dynamodb/writes.ts';
import { textOfEpochs } from '../../core/write-shards.ts';
import type { Account, ApiKey, Restriction } from './model.ts';

/** Whose key hashes (sha256, hex) to this? */
export const apiKeyKey = (hash: string): ItemKey => ({ table: 'access', pk: hash });

/** Over how many write shards is this business spread, for those whose own key does not say so? Absent: over one. */
export const tenantShardsKey = (tenant: string): ItemKey => ({ table: 'access', pk: tenant });

/** As the authorizers and who has no authorizer read them; nothing where there is one shard. */
export const shardsOf = ({ write_shards }: Account) =>
  write_shards ? { write_shards: textOfEpochs(write_shards) } : {};

/** The write that says it, where the number of shards has changed. */
export const spreadWrites = (account: Account, read: Account): Write[] => {
  if (account.write_shards === read.write_shards) return [];
  const { tenant_id } = account;
  return [
    {
      kind: 'put',
      key: tenantShardsKey(tenant_id),
      item: { tenant_id, ...shardsOf(account) },
      when: always,
    },
  ];
};

/** The write that lets in the holder of a new key. */
export const newKey = ({ restriction, ...key }: ApiKey, account: Account): Write => ({
  kind: 'put',
  key: apiKeyKey(key.hash),
  item: {
    ...key,
    ...(restriction && inWords(restriction)),
    tenant_id: account.tenant_id,
    account_id: account.id,
    environment: account.environment,
    account_status: account.status,
    plan: account.plan,
    ...shardsOf(account),
    last_used_on: null,
  },
  when: isNew,
});

/** Lists as words with spaces between them, as the authorizer's context takes them. */
const inWords = ({ scopes, allowed_ips }: Restriction) => ({
  scopes: scopes.join(' '),
  allowed_ips: allowed_ips.join(' '),
});

/** The write of what has changed of a key: the day of last use is the authorizer's to write. */
export const changedKey = (key: ApiKey, account: Account): Write => ({
  kind: 'set',
  key: apiKeyKey(key.hash),
  values: {
    expires_at: key.expires_at,
    revoked_at: key.revoked_at,
    version: key.version,
    account_status: account.status,
    plan: account.plan,
    ...shardsOf(account),
  },
  when: exists,
});

/** The day on which each of these keys was last used (`YYYY-MM-DD`), by the key's id. One round trip. */
export const lastUsesOf = async (
  db: Database,
  of: readonly ApiKey[],
): Promise<ReadonlyMap<string, string>> => {
  const items = of.length > 0 ? await db.batch(of.map(({ hash }) => apiKeyKey(hash))) : [];
  return new Map(
    items.flatMap((item) =>
      item?.last_used_on ? [[String(item.id), String(item.last_used_on)]] : [],
    ),
  );
};
