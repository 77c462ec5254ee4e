import { randomUUID } from 'node:crypto';
import type { AwsCall, AwsService } from '../aws-service.ts';
import { AwsError, unknownOperation } from '../errors.ts';
import { inputOf, jsonAnswer, targetOperation } from '../json-protocol.ts';
import type { User } from './directory.ts';
import { hashed, madePassword, unkept } from './passwords.ts';
import { saveUser, signOut, type UserPool, type UserPools, userNamed } from './pools.ts';

/**
 * The operations of administrators on the user pools of the templates; people themselves use the
 * sign-in page alone.
 */
export const cognitoService = (pools: UserPools): AwsService => ({
  name: 'cognito-idp',
  operation: targetOperation,
  accesses: (call) => [
    { action: `cognito-idp:${call.operation}`, resource: poolOf(pools, call).settings.arn },
  ],
  handle: async (call) => {
    const operation = Object.hasOwn(userOperations, call.operation)
      ? userOperations[call.operation]
      : undefined;
    if (!operation) throw unknownOperation(call.operation);
    return jsonAnswer(await operation(poolOf(pools, call), inputOf(call)), '1.1');
  },
});

const poolOf = (pools: UserPools, call: AwsCall): UserPool => {
  const id = String(inputOf(call).UserPoolId);
  const pool = pools.find(id);
  if (pool) return pool;
  throw new AwsError(400, 'ResourceNotFoundException', `User pool ${id} does not exist.`);
};

type Input = Readonly<Record<string, unknown>>;

type Operation = (pool: UserPool, input: Input) => object | Promise<object>;

const userOperations: Readonly<Record<string, Operation>> = {
  AdminCreateUser: (pool, input) =>
    input.MessageAction === 'RESEND' ? inviteAgain(pool, input) : create(pool, input),
  AdminGetUser: (pool, input) => {
    const { Attributes, ...user } = toResource(existing(pool, input));
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
    if (taken && taken.sub !== user.sub) throw userError('AliasExistsException', emailTaken);
    saveUser(pool, { ...user, attributes: { ...user.attributes, ...changes } });
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

const existing = (pool: UserPool, { Username }: Input): User => {
  const user = userNamed(pool, String(Username ?? ''));
  if (user) return user;
  throw userError('UserNotFoundException', 'User does not exist.');
};

/** A user as the API answers; times are in seconds. */
const toResource = ({ sub, attributes, status, created_at, modified_at }: User) => ({
  Username: sub,
  Attributes: Object.entries({ sub, ...attributes }).map(([Name, Value]) => ({ Name, Value })),
  UserCreateDate: created_at / 1000,
  UserLastModifiedDate: modified_at / 1000,
  Enabled: true,
  UserStatus: status,
});

/** An error with status 400, as all of them. */
const userError = (code: string, message: string): AwsError => new AwsError(400, code, message);

const invalid = (message: string): AwsError => userError('InvalidParameterException', message);

const emailTaken = 'An account with the given email already exists.';

/** The same user with another password, which is for good or for the first sign-in. */
export const withPassword = (
  pool: UserPool,
  user: User,
  password: string,
  permanent: boolean,
): User => {
  const { temporary_until: _, ...rest } = user;
  if (permanent) return { ...rest, password, status: 'CONFIRMED' };
  const days_ms = pool.settings.password.temporary_days * 86_400_000;
  return {
    ...rest,
    password,
    status: 'FORCE_CHANGE_PASSWORD',
    temporary_until: Date.now() + days_ms,
  };
};

/** The stored form of a password that the policy takes; throws InvalidPasswordException. */
const checkedPassword = async (pool: UserPool, password: string): Promise<string> => {
  const [broken] = unkept(password, pool.settings.password);
  if (broken)
    throw userError(
      'InvalidPasswordException',
      `Password did not conform with policy: ${broken.sentence}`,
    );
  return hashed(password);
};

const create = async (pool: UserPool, input: Input): Promise<object> => {
  const email = String(input.Username ?? '');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalid('Username should be an email.');
  const attributes = { email, ...attributesIn(pool, input) };
  if (attributes.email.toLowerCase() !== email.toLowerCase())
    throw invalid('Username and email should be the same.');
  if (userNamed(pool, email)) throw userError('UsernameExistsException', emailTaken);
  const given = input.TemporaryPassword;
  const temporary =
    typeof given === 'string' ? given : madePassword(pool.settings.password.length_min);
  const password = await checkedPassword(pool, temporary);
  // Hashing takes a while, in which another call may have created the user.
  if (userNamed(pool, email)) throw userError('UsernameExistsException', emailTaken);
  const at = Date.now();
  const person = { sub: newSub(), attributes, created_at: at, modified_at: at } as const;
  const user = saveUser(
    pool,
    withPassword(pool, { ...person, status: 'CONFIRMED', password }, password, false),
  );
  if (input.MessageAction !== 'SUPPRESS') pool.invite({ email, temporary_password: temporary });
  return { User: toResource(user) };
};

/** A UUID whose version is none that is known, as Cognito's own are. */
const newSub = (): string => randomUUID().replace(/^(.{14})4/, '$17');

const inviteAgain = async (pool: UserPool, input: Input): Promise<object> => {
  const user = existing(pool, input);
  if (user.status !== 'FORCE_CHANGE_PASSWORD')
    throw userError(
      'UnsupportedUserStateException',
      `Resend not possible. ${user.sub} status is not FORCE_CHANGE_PASSWORD`,
    );
  const given = input.TemporaryPassword;
  const temporary =
    typeof given === 'string' ? given : madePassword(pool.settings.password.length_min);
  const password = await checkedPassword(pool, temporary);
  const saved = saveUser(pool, withPassword(pool, existing(pool, input), password, false));
  pool.invite({ email: saved.attributes.email ?? '', temporary_password: temporary });
  return { User: toResource(saved) };
};

const attributesIn = (pool: UserPool, { UserAttributes }: Input): Record<string, string> => {
  const pairs = ((UserAttributes ?? []) as readonly { Name: string; Value?: string }[]).map(
    ({ Name, Value = '' }) => [Name, Value] as const,
  );
  for (const [name, value] of pairs) {
    const attribute = pool.settings.attributes.get(name);
    if (!attribute)
      throw invalid(
        `Attributes did not conform to the schema: ${name}: Attribute does not exist in the schema.`,
      );
    if (value.length > attribute.length_max)
      throw invalid(
        `Attributes did not conform to the schema: ${name}: String must be no longer than ${attribute.length_max}.`,
      );
  }
  return Object.fromEntries(pairs);
};
