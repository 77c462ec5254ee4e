import { randomBytes } from 'node:crypto';

/** Secrets that stand for something for a while, kept in memory. */
export type Vouchers<T> = {
  issue(value: T): string;
  /** What it stands for, as long as it lasts. */
  find(secret: string): T | undefined;
  drop(secret: string): void;
};

/** Each lasts as long as told. */
export const vouchers = <T>(lifetime_ms: number, now: () => number): Vouchers<T> => {
  const kept = new Map<string, { readonly value: T; readonly until: number }>();
  const forgetOld = (): void => {
    for (const [secret, { until }] of kept) {
      if (until > now()) return;
      kept.delete(secret);
    }
  };
  return {
    issue: (value) => {
      forgetOld();
      const secret = randomBytes(32).toString('base64url');
      kept.set(secret, { value, until: now() + lifetime_ms });
      return secret;
    },
    find: (secret) => {
      const found = kept.get(secret);
      return found && found.until > now() ? found.value : undefined;
    },
    drop: (secret) => void kept.delete(secret),
  };
};
