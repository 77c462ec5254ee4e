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

/** The error for what the issuer rejects: a retry does not help. */
export const issuerRefused = (reason: IssuerRefusalReason): ApiError =>
  new ApiError('issuer_refused', { issuer_reason: reason });

/** Whether the issuer has the current state of the card; `failing`: it rejects updates, and an operator has to look. */
export const issuerSyncStatuses = ['synced', 'pending', 'failing'] as const;

/** Why the last update of the issuer failed; `unreachable`: no answer, or none that says what it did. */
export type IssuerSyncError = IssuerRefusalReason | 'unreachable';

/** What the issuer knows of a card. Times are ISO 8601. */
export type IssuerSync = {
  readonly status: (typeof issuerSyncStatuses)[number];
  /** The last version that the issuer is known to have. While `synced`, later versions change nothing that concerns it. */
  readonly version: number;
  /** Since when the issuer knows the card as it is, or since the first change that it does not know. */
  readonly since: string;
  /** Null unless the last attempt went wrong. */
  readonly error: IssuerSyncError | null;
  /** Failed updates in a row. */
  readonly attempts: number;
  /** When the sweeper schedules the next update; null while `synced`. */
  readonly scheduled_at: string | null;
};

/** The issuer has the card at a version. */
export const synced = (version: number, now: Date): IssuerSync => ({
  ...{ status: 'synced', version, since: now.toISOString(), error: null, attempts: 0, scheduled_at: null },
});

/** The card has changed: the consumer of its event updates the issuer, or else the sweeper does. */
export const outOfSync = (before: IssuerSync, now: Date): IssuerSync => {
  const at = now.toISOString();
  const since = before.status === 'synced' ? at : before.since;
  return { ...before, status: 'pending', since, error: null, attempts: 0, scheduled_at: at };
};

/** An update has failed. A rejected one is tried again too: the reasons of an issuer may pass. */
export const issuerFailed = (
  before: IssuerSync,
  error: IssuerSyncError,
  { now, durations }: { readonly now: Date; readonly durations: Durations },
): IssuerSync => {
  const attempts = before.attempts + 1;
  const wait_ms = Math.min(durations.issuer_wait_min_ms * 2 ** before.attempts, durations.issuer_wait_max_ms);
  const scheduled_at = new Date(now.getTime() + wait_ms).toISOString();
  return { ...before, status: error === 'unreachable' ? 'pending' : 'failing', error, attempts, scheduled_at };
};

/** A card that is out of sync for so long raises an alarm, in milliseconds. */
const alarm_after_ms = 300_000;

/** Whether an operator has to find out why the issuer is out of sync. */
export const isAlarming = ({ status, since }: IssuerSync, now: Date): boolean =>
  status === 'failing' || (status === 'pending' && Date.parse(since) + alarm_after_ms <= now.getTime());
