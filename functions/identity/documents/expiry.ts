import type { Durations } from '../../core/durations.ts';
import { type Document, type DocumentTransition, transitionDocument } from './model.ts';

const day_ms = 24 * 60 * 60 * 1000;

/** So many days before a document expires, `document.expiring` is emitted. */
export const expiry_notice_days = 30;

/** When a document has expired: at the end of its last day, in UTC, and so many days after that. */
export const expiredAt = (expires_on: string, days_later = 0): Date =>
  new Date(Date.parse(expires_on) + (1 + days_later) * day_ms);

/** The members of an accepted document that decide when it is looked at next. */
type Expiring = Pick<Document, 'expires_on' | 'expiring_for'>;

/** When an accepted document is looked at next; null where no date is known. It is announced once for each date. */
export const nextExpiryLook = ({ expires_on, expiring_for }: Expiring): string | null =>
  expires_on &&
  expiredAt(expires_on, expiring_for === expires_on ? 0 : -expiry_notice_days).toISOString();

/** The accepted document with the date on which it expires; undefined where that is its date, or it is not accepted. */
export const withExpiry = (
  document: Document,
  expires_on: string,
  now: Date,
): DocumentTransition | undefined =>
  document.status === 'accepted' && document.expires_on !== expires_on
    ? changed(document, { expires_on }, 'document.updated', now)
    : undefined;

const changed = (
  before: Document,
  fields: Partial<Document>,
  event: NonNullable<DocumentTransition['event']>,
  now: Date,
): DocumentTransition => {
  const dated = { ...before, ...fields };
  const touched = { updated_at: now.toISOString(), version: before.version + 1 };
  return { before, after: { ...dated, ...touched, scheduled_at: nextExpiryLook(dated) }, event };
};

/** A span of time that passes at once. */
type Passing = {
  readonly now: Date;
  readonly until: Date;
  readonly durations: Pick<Durations, 'upload_ms'>;
};

/**
 * The document after a span of time that passes at once: an upload that was awaited until then has
 * expired. The last day of an accepted document is so much earlier that its next step is due now.
 * Undefined where nothing changes.
 */
export const expiredSooner = (
  document: Document,
  { now, until, durations }: Passing,
): DocumentTransition | undefined => {
  const { status, created_at, expires_on, expiring_for, scheduled_at } = document;
  if (status === 'awaiting_upload')
    return Date.parse(created_at) + durations.upload_ms <= until.getTime()
      ? transitionDocument(document, 'expire', now)
      : undefined;
  if (expires_on === null || scheduled_at === null) return undefined;
  const days = Math.ceil((Date.parse(scheduled_at) - now.getTime()) / day_ms);
  const earlier = new Date(Date.parse(expires_on) - days * day_ms).toISOString().slice(0, 10);
  const announced = expiring_for === expires_on ? earlier : expiring_for;
  const moved = changed(
    document,
    { expires_on: earlier, expiring_for: announced },
    'document.updated',
    now,
  );
  return { ...moved, after: { ...moved.after, scheduled_at: now.toISOString() } };
};

/**
 * The step of an accepted document that is due by time: it is announced as expiring, or it has
 * expired; undefined before that.
 */
export const expiryStep = (document: Document, now: Date): DocumentTransition | undefined => {
  const { expires_on, expiring_for } = document;
  if (expires_on === null || document.status !== 'accepted') return undefined;
  if (now >= expiredAt(expires_on)) return transitionDocument(document, 'lapse', now);
  if (expiring_for === expires_on || now < expiredAt(expires_on, -expiry_notice_days))
    return undefined;
  return changed(document, { expiring_for: expires_on }, 'document.expiring', now);
};
