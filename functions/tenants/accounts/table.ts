import { ApiError } from '../../core/api-error.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import { type ItemKey, resourceKey, tenantKey } from '../../core/dynamodb/keys.ts';
import { listPage, type Page, type PageRequest, readablePage } from '../../core/dynamodb/list.ts';
import { always, asRead, exists, has, isNew, type Write } from '../../core/dynamodb/writes.ts';
import { textOfEpochs } from '../../core/write-shards.ts';
import { type Account, type ApiKey, keyIsLive, type Restriction } from './model.ts';
import { readStoredAccount, readStoredTenant } from './stored-form.ts';

/** Whose key hashes (sha256, hex) to this? */
export const apiKeyKey = (hash: string): ItemKey => ({ table: 'access', pk: hash });

/** Over how many write shards is this business spread, for those whose own key does not say so? Absent: over one. */
export const tenantShardsKey = (tenant: string): ItemKey => ({ table: 'access', pk: tenant });

/** The key of an account. */
export const accountKey = (tenant: string, id: string) => resourceKey(accountsOfTenant(tenant), id);

const accountsOfTenant = (tenant: string) => `${tenant}/account`;

/** The account, or `account_not_found`. */
export const readAccount = async (db: Database, tenant: string, id: string): Promise<Account> => {
  const item = await db.get(accountKey(tenant, id));
  if (!item) throw new ApiError('account_not_found');
  return accountOf(item);
};

/** The account of a tenant in this environment, or `account_not_found`. */
export const accountOfTenant = async (db: Database, tenant: string): Promise<Account> => {
  const marker = await db.get(tenantKey(tenant));
  if (!marker) throw new ApiError('account_not_found');
  return readAccount(db, tenant, readStoredTenant(marker).account_id);
};

/** One page of the tenant's accounts, newest first. */
export const pageOfAccounts = async (
  db: Database,
  tenant: string,
  wanted: PageRequest,
): Promise<Page<Account>> => {
  const page = await listPage(
    db,
    { table: 'resources', partition: accountsOfTenant(tenant) },
    wanted,
  );
  return readablePage(page, accountOf, wanted);
};

/**
 * The writes that register a business: its account, the mark that the tenant is taken here, and its
 * first keys.
 */
export const saveNewAccount = (account: Account): Write[] => [
  {
    kind: 'put',
    key: tenantKey(account.tenant_id),
    item: { account_id: account.id, account_status: account.status },
    when: isNew,
    onConflict: new ApiError('action_not_allowed', {
      current_status: 'registered',
      allowed_actions: ['rotate'],
    }),
  },
  { kind: 'put', key: accountKey(account.tenant_id, account.id), item: account, when: isNew },
  ...account.api_keys.map((key) => newKey(key, account)),
];

/**
 * The writes that change an account and all that the authorizer must know of it: the keys that are
 * new, changed or gone.
 */
export const saveAccount = (account: Account, read: Account, now: Date): Write[] => {
  const before = new Map(read.api_keys.map((key) => [key.id, key]));
  const remembered = { ...account, api_keys: rememberedKeys(account.api_keys, now) };
  // A key that did not work before does not work now: nothing changes for the authorizer.
  const concerned = account.api_keys.filter(({ id }) => keyIsLive(before.get(id) ?? unended, now));
  return [
    {
      kind: 'put',
      key: accountKey(account.tenant_id, account.id),
      item: remembered,
      when: asRead(read.version),
    },
    ...concerned.map((key) =>
      before.has(key.id) ? changedKey(key, account) : newKey(key, account),
    ),
    {
      kind: 'set',
      key: tenantKey(account.tenant_id),
      values: { account_status: account.status, ...shardsOf(account) },
      when: has('account_id', account.id),
    },
    ...spreadWrites(account, read),
  ];
};

/** The keys that an account stores, those of 25 rotations: its item is read with each request for the account. */
const keysRemembered = 50;

/** The keys that work, and the newest of those that no longer do; oldest first as before. */
const rememberedKeys = (all: readonly ApiKey[], now: Date): ApiKey[] => {
  const live = all.filter((key) => keyIsLive(key, now));
  const ended = all
    .filter((key) => !live.includes(key))
    .slice(Math.min(0, live.length - keysRemembered));
  return all.filter((key) => live.includes(key) || ended.includes(key));
};

const unended = { expires_at: null, revoked_at: null };

/** As the authorizers and who has no authorizer read them; nothing where there is one shard. */
const shardsOf = ({ write_shards }: Account) =>
  write_shards ? { write_shards: textOfEpochs(write_shards) } : {};

const spreadWrites = (account: Account, read: Account): Write[] => {
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

const newKey = ({ restriction, ...key }: ApiKey, account: Account): Write => ({
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

/** Only what changes: the day of last use is the authorizer's to write. */
const changedKey = (key: ApiKey, account: Account): Write => ({
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

/** The account as stored. */
export const accountOf = (item: Item): Account => {
  const { pk: _pk, sk: _sk, ...account } = item;
  return readStoredAccount(account);
};
