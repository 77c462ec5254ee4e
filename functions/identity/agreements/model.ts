import { ApiError } from '../../core/api-error.ts';
import type { EventTypeOf } from '../../core/event-types.ts';
import type { ReadonlyDeep } from '../../core/json.ts';
import type { AgreementCreate, AgreementResource } from './schema.ts';

/** The terms of a card's issuer, which the cardholder accepts: where cards are Stripe's, Stripe gets the acceptance. */
export const card_user_terms = 'card_user_terms';

/** An agreement as stored; nothing changes it but a redaction. Times are ISO 8601. */
export type Agreement = ReadonlyDeep<Omit<AgreementResource, 'object'>> & {
  readonly tenant_id: string;
};

/** The event of an agreement. */
export type AgreementEventType = EventTypeOf<'agreement'>;

/** A text by its name and version: the one that was accepted, or the oldest that will do. */
export type DocumentVersion = Pick<Agreement, 'document' | 'version'>;

/** The highest version of a document that a customer has accepted, and the agreement that says so. */
export type Acceptance = DocumentVersion & { readonly agreement_id: string };

/** Whether a version is another one or came after it: compared number by number, a missing number being 0. */
export const isAtLeast = (version: string, minimum: string): boolean => {
  const [own, other] = [numbersOf(version), numbersOf(minimum)];
  const position = [...own, ...other].findIndex((_, at) => (own[at] ?? 0) !== (other[at] ?? 0));
  return position < 0 || (own[position] ?? 0) > (other[position] ?? 0);
};

const numbersOf = (version: string): number[] => version.split(/[.-]/).map(Number);

/** A clock of ours and one of a caller may be so far apart. */
const ahead_ms_max = 60_000;

/** A new agreement. Nobody has accepted anything in the future. */
export const newAgreement = (
  { document, version, accepted_at, ip, user_agent }: AgreementCreate,
  { now, ...ids }: Pick<Agreement, 'id' | 'tenant_id' | 'customer_id'> & { readonly now: Date },
): Agreement => {
  const accepted = new Date(accepted_at);
  if (accepted.getTime() > now.getTime() + ahead_ms_max)
    throw new ApiError('validation_failed', { errors: [inTheFuture] });
  return {
    ...ids,
    document,
    version,
    ip,
    user_agent: user_agent ?? null,
    accepted_at: accepted.toISOString(),
    created_at: now.toISOString(),
  };
};

const inTheFuture = {
  pointer: '/accepted_at',
  code: 'too_big',
  detail: 'Must not be in the future: send the time at which the text was accepted.',
} as const;

/** The one projection of a stored agreement. */
export const toAgreementResource = ({
  tenant_id: _tenant,
  ...agreement
}: Agreement): AgreementResource => ({
  ...agreement,
  object: 'agreement',
});
