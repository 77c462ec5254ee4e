import type { Durations } from '../../core/durations.ts';

/** How deliveries are signed: with a shared secret, or with a private key whose public key the receiver has. */
export type SignatureKind = 'hmac' | 'ed25519';

/** A secret of a webhook as stored, with the end of its grace period. Times are ISO 8601 with milliseconds. */
export type WebhookSecret = {
  readonly version: number;
  readonly created_at: string;
  /** Null for the current one. */
  readonly expires_at: string | null;
  /** The public half of a private key: it verifies the signatures. */
  readonly public_key?: string;
};

/** How the newest secret signs. */
export const signatureKind = ([newest]: readonly WebhookSecret[]): SignatureKind =>
  newest?.public_key === undefined ? 'hmac' : 'ed25519';

/** How many secrets sign at once: the current one, and in their grace periods the one before and the oldest. */
export const live_secrets_max = 3;

/** How long an old secret may still sign, in seconds: at most 7 days, by default a day. */
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
 * The secrets after a rotation. Earlier ones sign until their grace period ends; a rotation can
 * shorten it and never extends it. A caller that lost the response and repeats the rotation still
 * uses the oldest secret. So if there are too many, those between the oldest and the latest stop at
 * once.
 */
export const rotateSecrets = <S extends WebhookSecret>(
  secrets: readonly S[],
  next: S,
  graceSeconds: number,
  pace: { readonly now: Date; readonly durations: Durations },
): S[] => {
  const end = new Date(
    pace.now.getTime() + Math.ceil(graceSeconds * pace.durations.named_second_ms),
  ).toISOString();
  if (graceSeconds === 0) return [next];
  const ending = liveSecrets(secrets, pace.now).map((secret) => {
    const expires_at =
      secret.expires_at !== null && secret.expires_at < end ? secret.expires_at : end;
    return { ...secret, expires_at };
  });
  return [next, ...ending.slice(0, 1), ...ending.slice(1).slice(-1)];
};

/** The secrets with each grace that would end until then ended now; undefined where there is none. */
export const endedGraces = <S extends WebhookSecret>(
  secrets: readonly S[],
  until: Date,
  now: Date,
): S[] | undefined => {
  const ends = ({ expires_at }: S) =>
    expires_at !== null && expires_at > now.toISOString() && expires_at <= until.toISOString();
  if (!secrets.some(ends)) return undefined;
  return secrets.map((secret) =>
    ends(secret) ? { ...secret, expires_at: now.toISOString() } : secret,
  );
};
