import type { VerificationErrorCode } from './errors.ts';

/** What a reviewer said; the note never leaves the service. */
export type Review = {
  readonly operator_id: string;
  readonly at: string;
  readonly code: VerificationErrorCode | null;
  readonly internal_note: string | null;
};

/** The review that an operator of the dashboard makes. */
export const reviewBy = (
  actor: { readonly type: string; readonly id: string },
  { code, internal_note }: { readonly code?: VerificationErrorCode; readonly internal_note?: string | undefined },
  now: Date,
): Review => {
  if (actor.type !== 'operator') throw new Error('only an operator reviews');
  return { operator_id: actor.id, at: now.toISOString(), code: code ?? null, internal_note: internal_note ?? null };
};
