import { type Attempts, countAttempts } from './attempts.ts';
import type { User } from './directory.ts';
import { hashed, lacking, matches } from './passwords.ts';
import { type Pool, saveUser, userNamed } from './pools.ts';
import { withPassword } from './user-operations.ts';
import { vouchers } from './vouchers.ts';

/** What a step of signing in led to. */
export type Step =
  | { readonly kind: 'signed-in'; readonly sub: string }
  | { readonly kind: 'new-password'; readonly challenge: string; readonly problem?: string }
  | { readonly kind: 'refused'; readonly problem: string };

/** Signing in to one pool: the password, and a new one in place of a temporary one. */
export type Steps = {
  password(username: string, password: string): Promise<Step>;
  newPassword(challenge: string, password: string, again: string): Promise<Step>;
};

/** Steps of one pool, which remember who still owes a new password. */
export const stepsOf = (pool: Pool): Steps => {
  const attempts = countAttempts(pool.now);
  const owing = vouchers<User>(challenge_ms, pool.now);
  return {
    password: async (username, password) => {
      const step = await checked(pool, attempts, username, password);
      if ('kind' in step) return step;
      if (step.status === 'CONFIRMED') return { kind: 'signed-in', sub: step.sub };
      return { kind: 'new-password', challenge: owing.issue(step) };
    },
    newPassword: async (challenge, password, again) => {
      const proven = owing.find(challenge);
      if (!proven) return refused('This took too long: sign in again.');
      const problem = password === again ? lacking(password, pool.settings.password) : 'The passwords differ';
      if (problem) return { kind: 'new-password', challenge, problem: `${problem}.` };
      owing.drop(challenge);
      const kept = await hashed(password);
      const user = pool.directory.users.get(proven.sub);
      // Invited anew, disabled or removed meanwhile: what was proven then proves nothing now.
      if (!user?.enabled || user.password !== proven.password) return refused('This took too long: sign in again.');
      saveUser(pool, withPassword(pool, user, kept, true));
      return { kind: 'signed-in', sub: user.sub };
    },
  };
};

const challenge_ms = 3 * 60_000;

const checked = async (pool: Pool, attempts: Attempts, username: string, password: string): Promise<User | Step> => {
  const name = username.toLowerCase();
  if (!attempts.mayTry(name)) return refused('Too many tries: wait a while.');
  // Counted before it is known to be wrong, or many at once would all be let in.
  attempts.failed(name);
  const user = userNamed(pool, username);
  const right = await matches(password, user?.password);
  if (!user?.enabled || !right) return refused('Incorrect username or password.');
  attempts.succeeded(name);
  if (user.temporary_until !== undefined && user.temporary_until < pool.now())
    return refused('The temporary password has expired: ask for another invitation.');
  return user;
};

const refused = (problem: string): Step => ({ kind: 'refused', problem });
