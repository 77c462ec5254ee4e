import { join } from 'node:path';
import { readWhole, writeWhole } from '../files.ts';

/** A user of a pool. */
export type User = {
  readonly sub: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly status: 'FORCE_CHANGE_PASSWORD' | 'CONFIRMED';
  /** In milliseconds, as all moments here. */
  readonly created_at: number;
  readonly modified_at: number;
  readonly password: string;
  readonly temporary_until?: number;
};

/** The session that a refresh token grants. */
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
  readonly users: Map<string, User>;
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

type Kept = Pick<Directory, 'signingKey'> & {
  readonly users: Record<string, User>;
  readonly grants: Record<string, Grant>;
};

const opened = ([id, { users, grants, ...rest }]: [string, Kept]): [string, Directory] => {
  return [
    id,
    { ...rest, users: new Map(Object.entries(users)), grants: new Map(Object.entries(grants)) },
  ];
};

const closed = ([id, { users, grants, ...rest }]: [string, Directory]): [string, Kept] => {
  for (const [hash, { expires_at }] of grants) if (expires_at <= Date.now()) grants.delete(hash);
  return [id, { ...rest, users: Object.fromEntries(users), grants: Object.fromEntries(grants) }];
};
