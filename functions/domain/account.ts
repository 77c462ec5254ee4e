export type AccountStatus = 'active' | 'suspended';
export type AccountAction = 'suspend' | 'reactivate';

/** Suspending stops every route and every webhook of the business; only we can do it and undo it. */
export const accountMoves: Record<AccountStatus, Partial<Record<AccountAction, AccountStatus>>> = {
  active: { suspend: 'suspended' },
  suspended: { reactivate: 'active' },
};

/** A key as the account remembers it; the access table holds the same by hash, for the authorizer. */
export type ApiKey = {
  id: string;
  kind: 'public' | 'secret';
  prefix: string;
  last4: string;
  /** sha256 of the whole key, hex: the key itself is nowhere. */
  hash: string;
  created_at: string;
  /** When its grace ends; null: it does not end. */
  expires_at: string | null;
  revoked_at: string | null;
  version: number;
};

/** A business's account in one environment, as stored. */
export type Account = {
  id: string;
  tenant_id: string;
  environment: 'sandbox' | 'live';
  name: string;
  email: string;
  currency: string;
  public_key: string;
  status: AccountStatus;
  status_reason: string | null;
  created_at: string;
  updated_at: string;
  version: number;
  /** The keys that still open the door: the current pair and, in its grace, the pair before. */
  api_keys: ApiKey[];
};

/** Whether a key opens the door at a moment. */
export const keyIsLive = (key: Pick<ApiKey, 'expires_at' | 'revoked_at'>, now: Date): boolean =>
  key.revoked_at === null && (key.expires_at === null || key.expires_at > now.toISOString());

/** The account after its status moved, or undefined where the table has no such move. */
export const moveAccount = (account: Account, action: AccountAction, reason: string | null, now: Date) => {
  const status = accountMoves[account.status][action];
  return (
    status && { ...account, status, status_reason: reason, updated_at: now.toISOString(), version: account.version + 1 }
  );
};

/** Ends a key at a moment, at the latest when it would have ended anyway. */
export const endKey = (key: ApiKey, end: Date): ApiKey => {
  const at = end.toISOString();
  return { ...key, expires_at: key.expires_at && key.expires_at < at ? key.expires_at : at, version: key.version + 1 };
};
