/**
 * Attempts at a password, as Cognito limits them: five are free; each further one doubles the wait, from a second to a quarter of
 * an hour. After a quarter of an hour without an attempt the count starts at zero.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication.html#authentication-flow-lockout-behavior
 */
export const countPasswords = () => {
  const counts = boundedMap<{ readonly failures: number; readonly until: number }>();
  return {
    wait_ms: (name: string): number => Math.max(0, (counts.get(name)?.until ?? 0) - Date.now()),
    failed: (name: string): void => {
      const now = Date.now();
      const known = counts.get(name);
      const failures = (known && known.until + wait_ms_max > now ? known.failures : 0) + 1;
      const wait_ms =
        failures < free_attempts
          ? 0
          : Math.min(1000 * 2 ** (failures - free_attempts), wait_ms_max);
      counts.set(name, { failures, until: now + wait_ms });
    },
    succeeded: (name: string): void => counts.drop(name),
  };
};

/**
 * Requests for a code, or entries of one: Cognito takes 5 to 20 of a person in an hour, by their risk; here it is 5.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/how-to-recover-a-user-account.html
 */
export const countCodes = () => {
  const counts = boundedMap<{ readonly attempts: number; readonly until: number }>();
  return {
    /** Counts an attempt, unless there were too many: then it says how long until the next. */
    take: (name: string): number => {
      const known = counts.get(name);
      const hour =
        known && known.until > Date.now() ? known : { attempts: 0, until: Date.now() + hour_ms };
      if (hour.attempts >= codes_per_hour_max) return hour.until - Date.now();
      counts.set(name, { ...hour, attempts: hour.attempts + 1 });
      return 0;
    },
  };
};

const free_attempts = 5;
const wait_ms_max = 15 * 60_000;
const codes_per_hour_max = 5;
const hour_ms = 60 * 60_000;
const names_max = 10_000;

/** The newest entries: anybody can send any name. */
const boundedMap = <T>() => {
  const entries = new Map<string, T>();
  return {
    get: (name: string): T | undefined => entries.get(name),
    set: (name: string, value: T): void => {
      entries.delete(name);
      entries.set(name, value);
      const [oldest = ''] = entries.keys();
      if (entries.size > names_max) entries.delete(oldest);
    },
    drop: (name: string): void => void entries.delete(name),
  };
};
