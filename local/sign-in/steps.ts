import { randomInt, timingSafeEqual } from 'node:crypto';
import { countCodes, countPasswords } from './attempts.ts';
import type { User } from './directory.ts';
import { createOneTimeTokens } from './one-time-tokens.ts';
import { hashed, matches, type Rule, unkept } from './passwords.ts';
import { saveUser, type UserPool, userNamed } from './pools.ts';
import { withPassword } from './service.ts';
import type { Problem } from './texts.ts';

/** Why a step goes no further; `wait_ms` is how long until another attempt, after too many. */
export type Rejected = {
  readonly kind: 'rejected';
  readonly problem: Problem;
  readonly wait_ms?: number;
  /** The rules that the new password breaks. */
  readonly rules?: readonly Rule[];
};

/** The result of a step of signing in. */
export type Step =
  | { readonly kind: 'signed-in'; readonly sub: string }
  | { readonly kind: 'new-password'; readonly challenge: string; readonly rejected?: Rejected }
  | Rejected;

/** Signing in to one pool: the password, a new one in place of a temporary one, and another one in place of a forgotten one. */
export type Steps = {
  password(username: string, password: string): Promise<Step>;
  newPassword(challenge: string, typed: NewPassword): Promise<Step>;
  /** Sends a code to who can use one; of others it says the same. */
  sendCode(username: string): Rejected | undefined;
  /** Takes a code once, and the new password with it. */
  resetPassword(username: string, code: string, typed: NewPassword): Promise<Rejected | undefined>;
};

/** A new password, as it was typed twice. */
export type NewPassword = { readonly password: string; readonly again: string };

/** The steps of one pool; they remember who must choose a new password, and the codes that were sent. */
export const stepsOf = (pool: UserPool): Steps => {
  const attempts = countPasswords();
  const challenges = createOneTimeTokens<User>(challenge_ms);
  return {
    ...recovery(pool),
    password: async (username, password) => {
      const name = username.toLowerCase();
      const wait_ms = attempts.wait_ms(name);
      if (wait_ms > 0) return tooMany(wait_ms);
      // Counted before it is known to be wrong, or many at once would all be allowed.
      attempts.failed(name);
      const user = userNamed(pool, username);
      const right = await matches(password, user?.password);
      if (!user || !right) return rejected('incorrect');
      attempts.succeeded(name);
      if (user.temporary_until !== undefined && user.temporary_until < Date.now())
        return rejected('expired');
      if (user.status === 'CONFIRMED') return { kind: 'signed-in', sub: user.sub };
      return { kind: 'new-password', challenge: challenges.issue(user) };
    },
    newPassword: async (challenge, typed) => {
      const proven = challenges.find(challenge);
      if (!proven) return rejected('late');
      const unfit = unfitness(pool, typed);
      if (unfit) return { kind: 'new-password', challenge, rejected: unfit };
      challenges.drop(challenge);
      return (await replacePassword(pool, proven, typed))
        ? { kind: 'signed-in', sub: proven.sub }
        : rejected('late');
    },
  };
};

/** As Cognito, for its session of a challenge and its codes. */
const challenge_ms = 3 * 60_000;
const code_ms = 60 * 60_000;

type SentCode = { readonly code: string; readonly user: User; readonly until: number };

const recovery = (pool: UserPool): Pick<Steps, 'sendCode' | 'resetPassword'> => {
  const [requests, entries] = [countCodes(), countCodes()];
  const sent = new Map<string, SentCode>();
  return {
    sendCode: (username) => {
      const wait_ms = requests.take(username.toLowerCase());
      if (wait_ms > 0) return tooMany(wait_ms);
      const user = userNamed(pool, username);
      if (!pool.settings.recovers) return undefined;
      // A person who has not accepted an invitation needs another one.
      if (user?.status !== 'CONFIRMED' || user.attributes.email_verified !== 'true')
        return undefined;
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      sent.set(user.sub, { code, user, until: Date.now() + code_ms });
      pool.sendCode({ email: user.attributes.email ?? '', code });
      return undefined;
    },
    resetPassword: async (username, code, typed) => {
      const unfit = unfitness(pool, typed);
      if (unfit) return unfit;
      const wait_ms = entries.take(username.toLowerCase());
      if (wait_ms > 0) return tooMany(wait_ms);
      const known = sent.get(userNamed(pool, username)?.sub ?? '');
      if (!known || known.until < Date.now() || !isSame(code.trim(), known.code))
        return rejected('code');
      sent.delete(known.user.sub);
      return (await replacePassword(pool, known.user, typed)) ? undefined : rejected('code');
    },
  };
};

const isSame = (typed: string, code: string): boolean =>
  /^\d{6}$/.test(typed) && timingSafeEqual(Buffer.from(typed), Buffer.from(code));

const unfitness = (pool: UserPool, { password, again }: NewPassword): Rejected | undefined => {
  if (password !== again) return rejected('differ');
  const rules = unkept(password, pool.settings.password);
  return rules.length > 0 ? { ...rejected('weak'), rules } : undefined;
};

/** False for a person who was invited again, removed, or got another password meanwhile. */
const replacePassword = async (
  pool: UserPool,
  proven: User,
  { password }: NewPassword,
): Promise<boolean> => {
  const kept = await hashed(password);
  const user = pool.directory.users.get(proven.sub);
  if (user?.password !== proven.password) return false;
  saveUser(pool, withPassword(pool, user, kept, true));
  return true;
};

const rejected = (problem: Rejected['problem']): Rejected => ({ kind: 'rejected', problem });

const tooMany = (wait_ms: number): Rejected => ({ kind: 'rejected', problem: 'tooMany', wait_ms });
