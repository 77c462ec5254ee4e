import type { Scope } from '../../core/access.ts';
import { ApiError, type ApiErrorItem } from '../../core/api-error.ts';
import type { ReadonlyDeep } from '../../core/json.ts';
import type { Transition } from '../../core/transition.ts';
import type { ShardEpochs } from '../../core/write-shards.ts';
import type { AccountResource } from './schema.ts';

export type AccountStatus = 'active' | 'suspended';
export type AccountAction = 'suspend' | 'reactivate';

/** Suspending stops every route and every webhook of the business; only the service's owner does it and undoes it. */
export const accountTransitions: Record<
  AccountStatus,
  Partial<Record<AccountAction, AccountStatus>>
> = {
  active: { suspend: 'suspended' },
  suspended: { reactivate: 'active' },
};

/** The event of each change of accounts. */
const accountEvents = { suspend: 'account.suspended', reactivate: 'account.reactivated' } as const;
export type AccountEventType = (typeof accountEvents)[AccountAction];

/** How often a business may call: the plan of API Gateway that bounds it. */
export type Plan = 'standard' | 'elevated';

/** A public key gives access to nothing, a restricted one to its scopes, a secret one to everything. */
export type KeyKind = 'public' | 'secret' | 'restricted';

/** The name of a restricted key, what it may do, and where it may come from. */
export type Restriction = {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Addresses and blocks of them; empty: from everywhere. */
  readonly allowed_ips: readonly string[];
};

/** A key as its account stores it; the access table has the same by hash, for the authorizer. */
export type ApiKey = {
  id: string;
  kind: KeyKind;
  prefix: string;
  last4: string;
  /** sha256 of the whole key, hex: the key itself is nowhere. */
  hash: string;
  created_at: string;
  /** When its grace or its time ends; null: it does not end. */
  expires_at: string | null;
  revoked_at: string | null;
  version: number;
  /** Restricted keys alone have it. */
  restriction?: Restriction;
};

/** An account as stored: the fields of its resource, and what nobody outside sees. */
export type Account = ReadonlyDeep<Omit<AccountResource, 'object' | 'allowed_actions'>> & {
  readonly plan: Plan;
  /** The keys that were made, oldest first: those that work, and the newest of those that no longer do. */
  readonly api_keys: readonly ApiKey[];
  /** Over how many partitions everything is spread that the business makes; absent: over one. */
  readonly write_shards?: ShardEpochs;
};

/**
 * The one projection from the stored account; what the schema does not name is removed when it is checked. No API route acts
 * on an account, so no action is ever allowed here.
 */
export const toAccountResource = (account: Account): AccountResource => {
  const resource: ReadonlyDeep<AccountResource> = {
    ...account,
    object: 'account',
    allowed_actions: [],
  };
  return resource as AccountResource;
};

/** A pair of keys just made: the entries to keep, and the public key, which is no secret. */
export type KeyPair = { readonly entries: readonly ApiKey[]; readonly public_key: string };

type Owner = Pick<Account, 'id' | 'tenant_id' | 'environment' | 'name' | 'email' | 'currency'>;

/** A change of an account; without an event: its keys have them. */
export type AccountTransition = {
  readonly before: Account;
  readonly after: Account;
  readonly event?: AccountEventType;
};

/** Whether a key works at a moment. */
export const keyIsLive = (key: Pick<ApiKey, 'expires_at' | 'revoked_at'>, now: Date): boolean =>
  key.revoked_at === null && (key.expires_at === null || key.expires_at > now.toISOString());

export type KeyStatus = 'active' | 'expiring' | 'expired' | 'revoked';

/** So long before its end a key is expiring: the longest grace of one that was rotated. */
const expiring_ms = 7 * 24 * 60 * 60 * 1000;

/** The status of a key at a moment. */
export const keyStatus = (key: Pick<ApiKey, 'expires_at' | 'revoked_at'>, now: Date): KeyStatus => {
  if (key.revoked_at !== null) return 'revoked';
  if (!keyIsLive(key, now)) return 'expired';
  return key.expires_at !== null && Date.parse(key.expires_at) <= now.getTime() + expiring_ms
    ? 'expiring'
    : 'active';
};

/** A new account with its first pair of keys. */
export const openAccount = (
  owner: Owner,
  pair: KeyPair,
  now: Date,
): Transition<Account, AccountEventType> => ({
  after: {
    ...owner,
    public_key: pair.public_key,
    status: 'active',
    status_reason: null,
    plan: 'standard',
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    version: 1,
    api_keys: [...pair.entries],
  },
});

/** The account after a transition; what the table does not have is `action_not_allowed`. */
export const transitionAccount = (
  account: Account,
  action: AccountAction,
  reason: string | null,
  now: Date,
): AccountTransition => {
  const status = accountTransitions[account.status][action];
  const allowed_actions = Object.keys(accountTransitions[account.status]);
  if (!status)
    throw new ApiError('action_not_allowed', { current_status: account.status, allowed_actions });
  const after = { ...touched(account, now), status, status_reason: reason };
  return { before: account, after, event: accountEvents[action] };
};

/** The account in a plan; that it is there already changes nothing. */
export const limitAccount = (account: Account, plan: Plan, now: Date): AccountTransition => ({
  before: account,
  after: account.plan === plan ? account : { ...touched(account, now), plan },
});

/**
 * An epoch begins so long after it is said: a minute for the authorizer's cache, a minute for what a function believes
 * (dynamodb/shards.ts), and a minute for clocks that differ. Nobody writes by an older list when its moment comes.
 */
export const shards_ahead_ms = 180_000;

/**
 * The account with more write shards from a moment on. One list for all resources: each creates events, so a business that is
 * busy with one is busy with all that follows from it.
 */
export const spreadAccount = (account: Account, shards: number, now: Date): AccountTransition => {
  const epochs = account.write_shards ?? [];
  const current = epochs.at(-1)?.shards ?? 1;
  if (shards <= current) throw new ApiError('validation_failed', { errors: [notMore(current)] });
  const since = new Date(now.getTime() + shards_ahead_ms).toISOString();
  return {
    before: account,
    after: { ...touched(account, now), write_shards: [...epochs, { since, shards }] },
  };
};

const notMore = (current: number): ApiErrorItem => ({
  pointer: '/count',
  code: 'too_small',
  detail: `Must be more than ${current}: what is written stays in its shard, so shards are only added.`,
});

/**
 * The account with a new pair; restricted keys go on. The pairs before work until `graceEnd`, or
 * until their own grace ends, if that is earlier. A caller who lost the response of a rotation and
 * repeats it still uses the oldest. So those between it and the last one end now, and at most three
 * work.
 */
export const rotateKeys = (
  account: Account,
  pair: KeyPair,
  graceEnd: Date,
  now: Date,
): AccountTransition => {
  const live = account.api_keys.filter((key) => key.kind !== 'restricted' && keyIsLive(key, now));
  const ended = account.api_keys.map((key) => {
    if (!live.includes(key)) return key;
    const [oldest, ...more] = live.filter(({ kind }) => kind === key.kind);
    return endedAt(key, key === oldest || key === more.at(-1) ? graceEnd : now);
  });
  const api_keys = [...ended, ...pair.entries];
  return {
    before: account,
    after: { ...touched(account, now), public_key: pair.public_key, api_keys },
  };
};

/** So many restricted keys may be in use at a time: each is read with the account, and written when that is suspended. */
export const restricted_keys_max = 16;

/** The account with one restricted key more. */
export const addRestrictedKey = (account: Account, key: ApiKey, now: Date): AccountTransition => {
  if (key.expires_at !== null && key.expires_at <= now.toISOString())
    throw new ApiError('validation_failed', { errors: [alreadyOver] });
  const inUse = account.api_keys.filter(
    ({ kind, ...one }) => kind === 'restricted' && keyIsLive(one, now),
  );
  if (inUse.length >= restricted_keys_max) throw new ApiError('api_key_limit_reached');
  return {
    before: account,
    after: { ...touched(account, now), api_keys: [...account.api_keys, key] },
  };
};

/** The account with one of its keys revoked at once. */
export const revokeKey = (account: Account, keyId: string, now: Date): AccountTransition => {
  if (!account.api_keys.some((key) => key.id === keyId && keyIsLive(key, now)))
    throw new ApiError('api_key_not_found');
  const revoke = (key: ApiKey) => ({
    ...key,
    revoked_at: now.toISOString(),
    version: key.version + 1,
  });
  const api_keys = account.api_keys.map((key) => (key.id === keyId ? revoke(key) : key));
  return { before: account, after: { ...touched(account, now), api_keys } };
};

/** The account with each key that would end until then ended now, and how many do; undefined where none does. */
export const endKeys = (
  account: Account,
  until: Date,
  now: Date,
): { readonly account: AccountTransition; readonly count: number } | undefined => {
  const ends = (key: ApiKey): boolean =>
    keyIsLive(key, now) && key.expires_at !== null && key.expires_at <= until.toISOString();
  const count = account.api_keys.filter(ends).length;
  const api_keys = account.api_keys.map((key) => (ends(key) ? endedAt(key, now) : key));
  return count === 0
    ? undefined
    : { account: { before: account, after: { ...touched(account, now), api_keys } }, count };
};

const touched = (account: Account, now: Date): Account => ({
  ...account,
  updated_at: now.toISOString(),
  version: account.version + 1,
});

const alreadyOver: ApiErrorItem = {
  pointer: '/expires_at',
  code: 'too_small',
  detail: 'Must be in the future.',
};

/** A grace is shortened and never lengthened. */
const endedAt = (key: ApiKey, end: Date): ApiKey => {
  const expires_at = end.toISOString();
  if (key.expires_at !== null && key.expires_at <= expires_at) return key;
  return { ...key, expires_at, version: key.version + 1 };
};
