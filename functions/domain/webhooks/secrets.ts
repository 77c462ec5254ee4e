/** One secret of a webhook as stored: sealed, with the time its grace ends. Times are ISO 8601 with milliseconds. */
export type WebhookSecret = {
  readonly version: number;
  readonly created_at: string;
  /** Null for the current one. */
  readonly expires_at: string | null;
};

/** So many secrets of a webhook sign at a time: the current one, and in its grace the one before. */
export const live_secrets_max = 2;

/** How long the old secret may go on signing, in seconds: none, at most 7 days, a day unless said otherwise. */
export const grace_seconds_max = 7 * 24 * 60 * 60;
export const grace_seconds_default = 24 * 60 * 60;

/** The secrets that sign at a moment, newest first. */
export const liveSecrets = <S extends WebhookSecret>(secrets: readonly S[], at: Date): S[] =>
  secrets
    .filter(({ expires_at }) => expires_at === null || expires_at > at.toISOString())
    .toSorted((one, other) => other.version - one.version)
    .slice(0, live_secrets_max);

/** The version that the next secret gets. */
export const nextSecretVersion = (secrets: readonly WebhookSecret[]): number =>
  Math.max(0, ...secrets.map(({ version }) => version)) + 1;

/**
 * The secrets after a new one took over: the one before signs until its grace ends, an older one stops at once.
 * `waitDivisor` divides the grace; 1 wherever it is deployed.
 */
export const rotateSecrets = <S extends WebhookSecret>(
  secrets: readonly S[],
  next: S,
  graceSeconds: number,
  pace: { readonly now: Date; readonly waitDivisor: number },
): S[] => {
  const end = new Date(pace.now.getTime() + Math.ceil((graceSeconds * 1000) / pace.waitDivisor)).toISOString();
  const previous = liveSecrets(secrets, pace.now)[0];
  if (previous === undefined || graceSeconds === 0) return [next];
  const expires_at = previous.expires_at !== null && previous.expires_at < end ? previous.expires_at : end;
  return [next, { ...previous, expires_at }];
};
