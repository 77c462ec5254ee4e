import { ApiError } from '../api-error.ts';
import type { Durations } from '../durations.ts';

/** Why an issuer does not take something, however often it is asked: code → the sentence that a person reads. */
export const issuerRefusals = {
  card_unknown: 'The issuer has no such card.',
  card_canceled: 'The issuer has closed the card, which is final.',
  cardholder_incomplete:
    'The issuer needs more information about the cardholder: complete the profile of the customer.',
  cardholder_under_review: 'The issuer is still reviewing the cardholder.',
  cardholder_rejected: 'The issuer rejects this cardholder.',
  not_accepted: 'The issuer does not accept the data.',
} as const;
export type IssuerRefusalReason = keyof typeof issuerRefusals;

/** The refusal of an issuer that only something else than asking again can change. */
export const issuerRefused = (reason: IssuerRefusalReason): ApiError =>
  new ApiError('issuer_refused', { issuer_reason: reason });

/** Whether the issuer knows the card as it is; `failing`: it does not take what it is told, and somebody has to look. */
export const issuerSyncStatuses = ['synced', 'pending', 'failing'] as const;

/** What went wrong when the issuer was last told; `unreachable`: it did not answer, or not so that one could say what it did. */
export type IssuerSyncError = IssuerRefusalReason | 'unreachable';

/** What the issuer was told of a card, beside what the card is. Times are ISO 8601. */
export type IssuerSync = {
  readonly status: (typeof issuerSyncStatuses)[number];
  /** The last version of the card that the issuer is known to have; it need not hear of later ones that are `synced`. */
  readonly version: number;
  /** Since when the issuer knows the card as it is, or since the first change that it does not know. */
  readonly since: string;
  /** Null unless the last attempt went wrong. */
  readonly error: IssuerSyncError | null;
  /** How often in a row it was told in vain. */
  readonly attempts: number;
  /** When it is to be told, if nobody has by then; null when it knows. */
  readonly scheduled_at: string | null;
};

/** The issuer has the card at a version. */
export const synced = (version: number, now: Date): IssuerSync => ({
  ...{ status: 'synced', version, since: now.toISOString(), error: null, attempts: 0, scheduled_at: null },
});

/** There is a change that the issuer does not know: whoever hears of its event tells it, and else the sweeper has it told. */
export const outOfSync = (told: IssuerSync, now: Date): IssuerSync => {
  const at = now.toISOString();
  const since = told.status === 'synced' ? at : told.since;
  return { ...told, status: 'pending', since, error: null, attempts: 0, scheduled_at: at };
};

/** The issuer was told in vain; what it refuses it is told again too, since its reasons pass. */
export const issuerFailed = (
  told: IssuerSync,
  error: IssuerSyncError,
  { now, durations }: { readonly now: Date; readonly durations: Durations },
): IssuerSync => {
  const attempts = told.attempts + 1;
  const wait_ms = Math.min(durations.issuer_wait_min_ms * 2 ** told.attempts, durations.issuer_wait_max_ms);
  const scheduled_at = new Date(now.getTime() + wait_ms).toISOString();
  return { ...told, status: error === 'unreachable' ? 'pending' : 'failing', error, attempts, scheduled_at };
};

/** A difference between the card and its issuer that is this old wakes somebody, in milliseconds (providers.md). */
const patience_ms = 300_000;

/** Whether somebody has to look why the issuer does not know the card. */
export const isAlarming = ({ status, since }: IssuerSync, now: Date): boolean =>
  status === 'failing' || (status === 'pending' && Date.parse(since) + patience_ms <= now.getTime());
