import type { Durations } from '../durations.ts';
/** How deliveries are signed: with a secret that the receiver has too, or with a private key whose public one it has. */
export type SignatureKind = 'hmac' | 'ed25519';

/** One secret of a webhook as stored: sealed, with the time its grace ends. Times are ISO 8601 with milliseconds. */
export type WebhookSecret = {
  readonly version: number;
  readonly created_at: string;
  /** Null for the current one. */
  readonly expires_at: string | null;
  /** Of a private key: what its signatures are verified by. */
  readonly public_key?: string;
};

/** How the newest secret signs. */
export const signatureKind = ([newest]: readonly WebhookSecret[]): SignatureKind =>
  newest?.public_key === undefined ? 'hmac' : 'ed25519';

/** So many secrets of a webhook sign at a time: the current one, and in their grace the one before and the oldest. */
export const live_secrets_max = 3;

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
 * The secrets after a new one took over: those before sign until their grace ends, which a shorter one shortens and no
 * longer one lengthens. Whoever lost the answer of a rotation and repeats it still uses the oldest, so of too many those
 * between it and the last one stop at once.
 */
export const rotateSecrets = <S extends WebhookSecret>(
  secrets: readonly S[],
  next: S,
  graceSeconds: number,
  pace: { readonly now: Date; readonly durations: Durations },
): S[] => {
  const end = new Date(pace.now.getTime() + Math.ceil(graceSeconds * pace.durations.named_second_ms)).toISOString();
  if (graceSeconds === 0) return [next];
  const ending = liveSecrets(secrets, pace.now).map((secret) => {
    const expires_at = secret.expires_at !== null && secret.expires_at < end ? secret.expires_at : end;
    return { ...secret, expires_at };
  });
  return [next, ...ending.slice(0, 1), ...ending.slice(1).slice(-1)];
};
