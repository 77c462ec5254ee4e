import { join } from 'node:path';
import { readWhole, writeWhole } from '../files.ts';

/** A user of a pool. */
export type User = {
  readonly sub: string;
  /** With `email`, without `sub`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly status: 'FORCE_CHANGE_PASSWORD' | 'CONFIRMED';
  /** In milliseconds, as all moments here. */
  readonly created_at: number;
  readonly modified_at: number;
  readonly password: string;
  readonly temporary_until?: number;
};

/** What a refresh token grants. */
export type Grant = {
  readonly sub: string;
  readonly client_id: string;
  readonly scope: string;
  readonly auth_time: number;
  readonly origin_jti: string;
  readonly expires_at: number;
  /** When it was replaced: soon it is not accepted any more. */
  readonly replaced_at?: number;
};

/** The data of a user pool. */
export type Directory = {
  /** By `sub`. */
  readonly users: Map<string, User>;
  /** By the hash of a refresh token. */
  readonly grants: Map<string, Grant>;
  /** PKCS 8, made when a token is first signed. */
  signingKey?: string;
};

/** The data of all pools; `save` keeps changes. */
export type Directories = { of(poolId: string): Directory; save(): void };

/** A folder keeps them, readable by their owner alone; absent: memory. */
export const openDirectories = (folder: string | undefined): Directories => {
  const file = folder === undefined ? undefined : join(folder, 'user-pools.json');
  const kept = file === undefined ? undefined : readWhole<Record<string, Kept>>(file);
  const pools = new Map(Object.entries(kept ?? {}).map(opened));
  return {
    of: (poolId) => {
      const known = pools.get(poolId);
      if (known) return known;
      const made: Directory = { users: new Map(), grants: new Map() };
      pools.set(poolId, made);
      return made;
    },
    save: () => {
      if (file !== undefined) writeWhole(file, Object.fromEntries([...pools].map(closed)));
    },
  };
};

type Kept = {
  readonly users: Record<string, User>;
  readonly grants: Record<string, Grant>;
  readonly signingKey?: string;
};

const opened = ([id, { users, grants, signingKey }]: [string, Kept]): [string, Directory] => [
  id,
  {
    users: new Map(Object.entries(users)),
    grants: new Map(Object.entries(grants)),
    ...(signingKey !== undefined && { signingKey }),
  },
];

const closed = ([id, { users, grants, signingKey }]: [string, Directory]): [string, Kept] => {
  const now = Date.now();
  for (const [hash, { expires_at }] of grants) if (expires_at <= now) grants.delete(hash);
  const maps = { users: Object.fromEntries(users), grants: Object.fromEntries(grants) };
  return [id, { ...maps, ...(signingKey !== undefined && { signingKey }) }];
};
