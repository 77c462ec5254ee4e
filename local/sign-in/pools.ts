import type { Resource } from '../aws-service.ts';
import { type Directory, openDirectories, type User } from './directory.ts';
import { type ClientSettings, type PoolSettings, poolsOf } from './settings.ts';

/** A message that AWS would have sent by e-mail. */
export type PoolInvitation = { readonly email: string; readonly temporary_password: string };

/** The same for a person who has forgotten their password. */
export type PoolCode = { readonly email: string; readonly code: string };

/** A user pool that runs. */
export type UserPool = {
  readonly settings: PoolSettings;
  readonly directory: Directory;
  save(): void;
  invite(invitation: PoolInvitation): void;
  sendCode(code: PoolCode): void;
};

/** All pools of the assembly. */
export type UserPools = {
  readonly all: readonly UserPool[];
  readonly invitations: readonly PoolInvitation[];
  readonly codes: readonly PoolCode[];
  find(poolId: string): UserPool | undefined;
  ofClient(
    clientId: string,
  ): { readonly pool: UserPool; readonly client: ClientSettings } | undefined;
};

/** The options of the pools; without a folder nothing outlives the process. */
export type PoolsOptions = {
  readonly resources: readonly Resource[];
  readonly folder?: string | undefined;
  readonly invited?: ((invitation: PoolInvitation) => void) | undefined;
  readonly codeSent?: ((code: PoolCode) => void) | undefined;
};

/** Opens the pools of the templates with what they remember. */
export const openPools = ({ resources, folder, invited, codeSent }: PoolsOptions): UserPools => {
  const settings = poolsOf(resources);
  const directories = openDirectories(settings.length > 0 ? folder : undefined);
  const invitations: PoolInvitation[] = [];
  const invite = (invitation: PoolInvitation): void => {
    invitations.push(invitation);
    invited?.(invitation);
  };
  const codes: PoolCode[] = [];
  const sendCode = (code: PoolCode): void => {
    codes.push(code);
    codeSent?.(code);
  };
  const all = settings.map((each) => {
    return {
      settings: each,
      directory: directories.of(each.id),
      save: directories.save,
      invite,
      sendCode,
    };
  });
  return {
    all,
    invitations,
    codes,
    find: (poolId) => all.find(({ settings: { id } }) => id === poolId),
    ofClient: (clientId) => {
      for (const pool of all) {
        const client = pool.settings.clients.find(({ id }) => id === clientId);
        if (client) return { pool, client };
      }
      return undefined;
    },
  };
};

/** A user by `sub` or e-mail address, in any case. */
export const userNamed = ({ directory }: UserPool, name: string): User | undefined =>
  directory.users.get(name) ??
  [...directory.users.values()].find(
    ({ attributes }) => attributes.email?.toLowerCase() === name.toLowerCase(),
  );

/** Keeps a user as he is now. */
export const saveUser = ({ directory, save }: UserPool, user: User): User => {
  const saved = { ...user, modified_at: Date.now() };
  directory.users.set(user.sub, saved);
  save();
  return saved;
};

/** Takes back everything that could be turned into new tokens. */
export const signOut = ({ directory, save }: UserPool, sub: string): void => {
  for (const [hash, grant] of directory.grants)
    if (grant.sub === sub) directory.grants.delete(hash);
  save();
};
