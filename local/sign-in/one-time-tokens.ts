import { randomBytes } from 'node:crypto';

/** Random secrets that stand for a value for a while, in memory. */
export type OneTimeTokens<T> = {
  issue(value: T): string;
  find(secret: string): T | undefined;
  drop(secret: string): void;
};

/** Each lives for so long. */
export const createOneTimeTokens = <T>(lifetime_ms: number): OneTimeTokens<T> => {
  const kept = new Map<string, { readonly value: T; readonly until: number }>();
  const dropExpired = (): void => {
    for (const [secret, { until }] of kept) {
      if (until > Date.now()) return;
      kept.delete(secret);
    }
  };
  return {
    issue: (value) => {
      dropExpired();
      const secret = randomBytes(32).toString('base64url');
      kept.set(secret, { value, until: Date.now() + lifetime_ms });
      return secret;
    },
    find: (secret) => {
      const found = kept.get(secret);
      return found && found.until > Date.now() ? found.value : undefined;
    },
    drop: (secret) => void kept.delete(secret),
  };
};
