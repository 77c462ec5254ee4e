import { join } from 'node:path';
import { UsageError } from './failures.ts';
import { configFolder, readPrivate, writePrivate } from './private-files.ts';

/** An environment of a business, and the key to it. */
export type Profile = {
  readonly base_url: string;
  readonly tenant_id?: string;
  readonly environment: 'sandbox' | 'live';
  readonly secret_key: string;
  /** Where the dashboard is, for `open`. */
  readonly dashboard_url?: string;
  /** The secret that `listen` signs with, so that a receiver is configured once. */
  readonly webhook_secret?: string;
};

/** Every profile by its name, and the one that is used where none is named. */
export type Profiles = {
  readonly current: string | null;
  readonly profiles: Readonly<Record<string, Profile>>;
};

const path = (): string => join(configFolder(), 'profiles.json');

/** Every profile of this user. */
export const readProfiles = (): Profiles => {
  const text = readPrivate(path());
  if (text === undefined) return { current: null, profiles: {} };
  const read = parsed(text);
  if (isObject(read) && isObject(read.profiles) && Object.values(read.profiles).every(isProfile))
    return {
      current: typeof read.current === 'string' ? read.current : null,
      profiles: read.profiles as Kept,
    };
  throw new UsageError(`${path()} is damaged. Delete it and log in again: fsapi login`);
};

type Kept = Profiles['profiles'];

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isProfile = (value: unknown): boolean =>
  isObject(value) && typeof value.base_url === 'string' && typeof value.secret_key === 'string';

/** Keeps every profile. */
export const writeProfiles = (profiles: Profiles): void =>
  writePrivate(path(), `${JSON.stringify(profiles, null, 2)}\n`);

/** Changes one profile beside the others. */
export const changeProfile = (name: string, changed: Partial<Profile>): void => {
  const { profile } = profileNamed(name);
  const { current, profiles } = readProfiles();
  writeProfiles({ current, profiles: { ...profiles, [name]: { ...profile, ...changed } } });
};

/** The name must also be safe as part of a file's name. */
export const checkedName = (name: string): string => {
  if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(name))
    throw new UsageError(`A profile is named by a-z, 0-9, - and _, at most 40 of them: ${name}`);
  return name;
};

/** The profile that is named, or the current one. */
export const profileNamed = (
  named: string | undefined,
): { readonly name: string; readonly profile: Profile } => {
  const { current, profiles } = readProfiles();
  const name = named ?? process.env.FSAPI_PROFILE ?? current;
  if (name === null) throw new UsageError('There is no profile yet. Log in: fsapi login --help');
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return { name, profile };
  throw new UsageError(`There is no profile ${name}. See them: fsapi profiles`);
};

/** A key says its environment; one that does not counts as live, where more care is taken. */
export const environmentOf = (key: string): Profile['environment'] =>
  /^[a-z]+_sandbox_/.test(key) ? 'sandbox' : 'live';

/** The address of an API; a key travels in clear to this machine alone. */
export const checkedAddress = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !isSafe(url))
    throw new UsageError(`The address must be https://…, or http:// on this machine: ${text}`);
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
};

/** Whether what is sent to an address can be read by nobody on the way. */
export const isSafe = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url));

/** Whether an address is one of this machine. */
export const isThisMachine = ({ hostname }: URL): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
