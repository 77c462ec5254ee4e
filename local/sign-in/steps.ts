import type { User } from './directory.ts';
import { createOneTimeTokens } from './one-time-tokens.ts';
import { hashed, lacking, matches } from './passwords.ts';
import { saveUser, type UserPool, userNamed } from './pools.ts';
import { withPassword } from './service.ts';

/** The result of a step of signing in. */
export type Step =
  | { readonly kind: 'signed-in'; readonly sub: string }
  | { readonly kind: 'new-password'; readonly challenge: string; readonly error?: string }
  | { readonly kind: 'rejected'; readonly error: string };

/** Signing in to one pool: the password, and a new one in place of a temporary one. */
export type Steps = {
  password(username: string, password: string): Promise<Step>;
  newPassword(challenge: string, password: string, again: string): Promise<Step>;
};

/** The steps of one pool; they remember who must choose a new password. */
export const stepsOf = (pool: UserPool): Steps => {
  const attempts = countAttempts();
  const challenges = createOneTimeTokens<User>(challenge_ms);
  return {
    password: async (username, password) => {
      const step = await checked(pool, attempts, username, password);
      if ('kind' in step) return step;
      if (step.status === 'CONFIRMED') return { kind: 'signed-in', sub: step.sub };
      return { kind: 'new-password', challenge: challenges.issue(step) };
    },
    newPassword: async (challenge, password, again) => {
      const proven = challenges.find(challenge);
      if (!proven) return rejected('This took too long: sign in again.');
      const error = password === again ? lacking(password, pool.settings.password) : 'The passwords differ';
      if (error) return { kind: 'new-password', challenge, error: `${error}.` };
      challenges.drop(challenge);
      const kept = await hashed(password);
      const user = pool.directory.users.get(proven.sub);
      // Invited again or removed meanwhile: the temporary password proves nothing now.
      if (!user || user.password !== proven.password) return rejected('This took too long: sign in again.');
      saveUser(pool, withPassword(pool, user, kept, true));
      return { kind: 'signed-in', sub: user.sub };
    },
  };
};

const challenge_ms = 3 * 60_000;

const checked = async (
  pool: UserPool,
  attempts: Attempts,
  username: string,
  password: string,
): Promise<User | Step> => {
  const name = username.toLowerCase();
  const wait_minutes = Math.ceil(attempts.wait_ms(name) / 60_000);
  if (wait_minutes > 0)
    return rejected(`Too many attempts. Try again in ${wait_minutes} ${wait_minutes === 1 ? 'minute' : 'minutes'}.`);
  // Counted before it is known to be wrong, or many at once would all be allowed.
  attempts.failed(name);
  const user = userNamed(pool, username);
  const right = await matches(password, user?.password);
  if (!user || !right) return rejected('Incorrect username or password.');
  attempts.succeeded(name);
  if (user.temporary_until !== undefined && user.temporary_until < Date.now())
    return rejected('The temporary password has expired: ask for another invitation.');
  return user;
};

const rejected = (error: string): Step => ({ kind: 'rejected', error });

type Attempts = ReturnType<typeof countAttempts>;

/** Five attempts are free; each further one doubles the wait, from a second to a quarter of an hour. */
const countAttempts = () => {
  const counts = new Map<string, { failures: number; until: number }>();
  return {
    wait_ms: (name: string): number => (counts.get(name)?.until ?? 0) - Date.now(),
    failed: (name: string): void => {
      const failures = (counts.get(name)?.failures ?? 0) + 1;
      const wait_ms = failures < free_attempts ? 0 : Math.min(1000 * 2 ** (failures - free_attempts), wait_ms_max);
      counts.delete(name);
      counts.set(name, { failures, until: Date.now() + wait_ms });
      const [oldest = ''] = counts.keys();
      if (counts.size > names_max) counts.delete(oldest);
    },
    succeeded: (name: string): void => void counts.delete(name),
  };
};

const free_attempts = 5;
const wait_ms_max = 15 * 60_000;
const names_max = 10_000;
