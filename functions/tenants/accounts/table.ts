import { ApiError } from '../../core/api-error.ts';
import type { Database } from '../../core/dynamodb/client.ts';
import { entity } from '../../core/dynamodb/entity.ts';
import { tenantKey } from '../../core/dynamodb/keys.ts';
import { filteredPage, type Page, type PageRequest } from '../../core/dynamodb/list.ts';
import { has, isNew, type Write } from '../../core/dynamodb/writes.ts';
import { changedKey, newKey, shardsOf, spreadWrites } from './access-table.ts';
import { type Account, type ApiKey, keyIsLive } from './model.ts';
import { accountOf, readStoredTenant } from './stored-form.ts';

const accounts = entity<Account>({
  name: 'account',
  missing: 'account_not_found',
  read: accountOf,
});

export const { key: accountKey, read: readAccount } = accounts;

/** The account of a tenant in this environment, or `account_not_found`. */
export const accountOfTenant = async (db: Database, tenant: string): Promise<Account> => {
  const marker = await db.get(tenantKey(tenant));
  if (!marker) throw new ApiError('account_not_found');
  return readAccount(db, tenant, readStoredTenant(marker).account_id);
};

/** One page of the tenant's accounts, newest first. */
export const pageOfAccounts = (
  db: Database,
  tenant: string,
  wanted: PageRequest,
): Promise<Page<Account>> =>
  filteredPage(db, accounts.listed(tenant, { partitions: undefined }), wanted);

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
  accounts.save(account),
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
    accounts.save(remembered, read),
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
