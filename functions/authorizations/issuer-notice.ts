import type { Card, IssuerCard } from '../cards/model.ts';
import type { ShippingStatus, Tracking } from '../cards/shipping.ts';
import { adjustedIn, countersAt, type SpendingCounters, windowsOf } from '../cards/spending.ts';
import { type AuthorizationRequest, authorize, type Spending } from './decision.ts';
import { type Authorization, type AuthorizationSubject, countedAmount } from './model.ts';
import { type AuthorizationNotice, type AuthorizationTransition, changedAuthorization } from './settlement.ts';

/** That part of what is asked for is held already: the subject's `amount` is what would be held in all. */
export type Increment = {
  /** When the rest was asked for, ISO 8601 with milliseconds. */
  readonly asked_at: string;
};

/** What was decided of it, if it was: it may be asked twice, and after newer words of the issuer. */
export const decidedIncrement = (
  recorded: Authorization,
  { amount }: Pick<AuthorizationSubject, 'amount'>,
  { asked_at }: Increment,
): { readonly approved: boolean } | undefined => {
  const { approved, status, declined_increment: declined } = recorded;
  if (!approved || status !== 'pending') return { approved: false };
  if (amount <= recorded.amount) return { approved: true };
  const isDeclined = declined?.amount === amount && declined.at === asked_at;
  return isDeclined || asked_at < recorded.amount_as_of ? { approved: false } : undefined;
};

type Decided = {
  readonly approved: boolean;
  readonly transition: AuthorizationTransition;
  /** What was spent then: the authorization counts in the windows of now, all of it. */
  readonly counters: SpendingCounters;
};

/** Decides over an increment as if all of it were asked for now, by an authorization that holds nothing yet. */
export const increment = (
  recorded: Authorization,
  {
    card,
    spending,
    request,
  }: { readonly card: Card; readonly spending: Spending; readonly request: AuthorizationRequest },
  { asked_at }: Increment,
  now: Date,
): Decided => {
  // As if it had counted nowhere, all of it counts where it is decided now.
  const counters = adjustedIn(countersAt(spending.counters, now), recorded.windows, -countedAmount(recorded));
  const decision = authorize(card, { ...spending, counters }, request, now);
  const { amount } = request;
  if (decision.decline_reason !== null) {
    const declined_increment = { amount, decline_reason: decision.decline_reason, at: asked_at };
    const transition = changedAuthorization(recorded, { declined_increment }, null, now);
    return { approved: false, transition, counters: spending.counters };
  }
  const changes = { amount, amount_as_of: asked_at, windows: windowsOf(decision.counters) };
  const transition = changedAuthorization(recorded, changes, 'card.authorization_approved', now);
  return { approved: true, transition, counters: decision.counters };
};

/** The card of a notice, by the ids that the issuer got with the order. */
export type OfCard = { readonly tenant_id: string; readonly card_id: string };

/** Whether something may be taken. */
export type AuthorizationQuestion = { readonly subject: AuthorizationSubject; readonly increment?: Increment };

/**
 * A notice of any issuer: the current state, and not what has changed, so that it may come
 * twice, late and in any order.
 */
export type IssuerNotice =
  | ({ readonly kind: 'card'; readonly status: IssuerCard['status'] } & OfCard)
  | ({ readonly kind: 'parcel'; readonly status: ShippingStatus; readonly tracking?: Tracking | undefined } & OfCard)
  /** To be answered at once. */
  | ({ readonly kind: 'authorization_requested' } & AuthorizationQuestion)
  | {
      readonly kind: 'authorization_updated';
      readonly subject: AuthorizationSubject;
      readonly notice: AuthorizationNotice;
    };
