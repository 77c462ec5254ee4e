import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { User } from './directory.ts';
import { hashed, lacking, madePassword } from './passwords.ts';
import { type Pool, saveUser, signOut, userNamed } from './pools.ts';

/** The members of a call's body. */
type Input = Readonly<Record<string, unknown>>;

/** One operation on a pool. */
type Operation = (pool: Pool, input: Input) => object | Promise<object>;

/** What administrators do with people. */
export const userOperations: Readonly<Record<string, Operation>> = {
  AdminCreateUser: (pool, input) => (input.MessageAction === 'RESEND' ? inviteAgain(pool, input) : create(pool, input)),
  AdminGetUser: (pool, input) => {
    const { Attributes, ...user } = shown(existing(pool, input));
    return { ...user, UserAttributes: Attributes };
  },
  AdminSetUserPassword: async (pool, input) => {
    existing(pool, input);
    const password = await checkedPassword(pool, String(input.Password ?? ''));
    saveUser(pool, withPassword(pool, existing(pool, input), password, input.Permanent === true));
    return {};
  },
  AdminUpdateUserAttributes: (pool, input) => {
    const user = existing(pool, input);
    const changes = attributesIn(pool, input);
    for (const name of Object.keys(changes)) {
      if (pool.settings.attributes.get(name)?.mutable) continue;
      throw invalid(`user.${name}: Attribute cannot be updated.`);
    }
    const taken = changes.email === undefined ? undefined : userNamed(pool, changes.email);
    if (taken && taken.sub !== user.sub) throw refused('AliasExistsException', taken_sentence);
    saveUser(pool, { ...user, attributes: { ...user.attributes, ...changes } });
    return {};
  },
  AdminDisableUser: (pool, input) => {
    const { sub } = saveUser(pool, { ...existing(pool, input), enabled: false });
    signOut(pool, sub);
    return {};
  },
  AdminEnableUser: (pool, input) => {
    saveUser(pool, { ...existing(pool, input), enabled: true });
    return {};
  },
  AdminDeleteUser: (pool, input) => {
    const { sub } = existing(pool, input);
    pool.directory.users.delete(sub);
    signOut(pool, sub);
    return {};
  },
  AdminUserGlobalSignOut: (pool, input) => {
    signOut(pool, existing(pool, input).sub);
    return {};
  },
};

/** The user that a call names; throws UserNotFoundException. */
const existing = (pool: Pool, { Username }: Input): User => {
  const user = userNamed(pool, String(Username ?? ''));
  if (user) return user;
  throw refused('UserNotFoundException', 'User does not exist.');
};

/** A user as the API shows him; moments are in seconds. */
const shown = ({ sub, attributes, status, enabled, created_at, modified_at }: User) => ({
  Username: sub,
  Attributes: Object.entries({ sub, ...attributes }).map(([Name, Value]) => ({ Name, Value })),
  UserCreateDate: created_at / 1000,
  UserLastModifiedDate: modified_at / 1000,
  Enabled: enabled,
  UserStatus: status,
});

/** A refusal with status 400, as all of them. */
const refused = (code: string, message: string): AwsError => new AwsError(400, code, message);

/** What the call says is not what the operation takes. */
const invalid = (message: string): AwsError => refused('InvalidParameterException', message);

const taken_sentence = 'An account with the given email already exists.';

/** The same user with another password, which is for good or for the first sign-in. */
export const withPassword = (pool: Pool, user: User, password: string, permanent: boolean): User => {
  const { temporary_until: _, ...rest } = user;
  if (permanent) return { ...rest, password, status: 'CONFIRMED' };
  const days_ms = pool.settings.password.temporary_days * 86_400_000;
  return { ...rest, password, status: 'FORCE_CHANGE_PASSWORD', temporary_until: pool.now() + days_ms };
};

/** What is kept of a password that the policy takes; throws InvalidPasswordException. */
export const checkedPassword = async (pool: Pool, password: string): Promise<string> => {
  const fault = lacking(password, pool.settings.password);
  if (fault) throw refused('InvalidPasswordException', `Password did not conform with policy: ${fault}`);
  return hashed(password);
};

const create = async (pool: Pool, input: Input): Promise<object> => {
  const email = String(input.Username ?? '');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalid('Username should be an email.');
  const attributes = { email, ...attributesIn(pool, input) };
  if (attributes.email.toLowerCase() !== email.toLowerCase()) throw invalid('Username and email should be the same.');
  if (userNamed(pool, email)) throw refused('UsernameExistsException', taken_sentence);
  const given = input.TemporaryPassword;
  const temporary = typeof given === 'string' ? given : madePassword(pool.settings.password.length_min);
  const password = await checkedPassword(pool, temporary);
  // Hashing takes a while, in which somebody else may have come.
  if (userNamed(pool, email)) throw refused('UsernameExistsException', taken_sentence);
  const at = pool.now();
  const person = { sub: newSub(), attributes, enabled: true, created_at: at, modified_at: at } as const;
  const user = saveUser(pool, withPassword(pool, { ...person, status: 'CONFIRMED', password }, password, false));
  if (input.MessageAction !== 'SUPPRESS') pool.invite({ email, temporary_password: temporary });
  return { User: shown(user) };
};

/** A UUID whose version is none that is known, as Cognito's own are. */
const newSub = (): string => randomUUID().replace(/^(.{14})4/, '$17');

const inviteAgain = async (pool: Pool, input: Input): Promise<object> => {
  const user = existing(pool, input);
  if (user.status !== 'FORCE_CHANGE_PASSWORD')
    throw refused(
      'UnsupportedUserStateException',
      `Resend not possible. ${user.sub} status is not FORCE_CHANGE_PASSWORD`,
    );
  const given = input.TemporaryPassword;
  const temporary = typeof given === 'string' ? given : madePassword(pool.settings.password.length_min);
  const password = await checkedPassword(pool, temporary);
  const saved = saveUser(pool, withPassword(pool, existing(pool, input), password, false));
  pool.invite({ email: saved.attributes.email ?? '', temporary_password: temporary });
  return { User: shown(saved) };
};

const attributesIn = (pool: Pool, { UserAttributes }: Input): Record<string, string> => {
  const pairs = ((UserAttributes ?? []) as readonly { Name: string; Value?: string }[]).map(
    ({ Name, Value = '' }) => [Name, Value] as const,
  );
  for (const [name, value] of pairs) {
    const attribute = pool.settings.attributes.get(name);
    if (!attribute)
      throw invalid(`Attributes did not conform to the schema: ${name}: Attribute does not exist in the schema.`);
    if (value.length > attribute.length_max)
      throw invalid(
        `Attributes did not conform to the schema: ${name}: String must be no longer than ${attribute.length_max}.`,
      );
  }
  return Object.fromEntries(pairs);
};
