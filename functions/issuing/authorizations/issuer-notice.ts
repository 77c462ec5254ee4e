import type { CardTokenReport } from '../card-tokens/model.ts';
import type { IssuerCard, Tracking } from '../cards/model.ts';
import type { ShippingStatus } from '../cards/states.ts';
import type { Increment } from './increment.ts';
import type { AuthorizationSubject } from './model.ts';
import type { AuthorizationNotice, TransactionNotice } from './settlement.ts';

/** A transaction without an authorization, by the issuer that reports it. */
export type UnlinkedTransaction = OfCard &
  Pick<AuthorizationSubject, 'issuer'> & { readonly transaction: TransactionNotice };

/** The card of a notice, by the ids that the issuer got with the order. */
export type OfCard = { readonly tenant_id: string; readonly card_id: string };

/** Whether something may be taken. */
export type AuthorizationQuestion = {
  readonly subject: AuthorizationSubject;
  readonly increment?: Increment;
};

/**
 * A notice of any issuer: the current state, and not what has changed, so that it may come
 * twice and in any order.
 */
export type IssuerNotice =
  | ({ readonly kind: 'card'; readonly status: IssuerCard['status'] } & OfCard)
  | ({
      readonly kind: 'parcel';
      readonly status: ShippingStatus;
      readonly tracking?: Tracking | undefined;
    } & OfCard)
  | ({ readonly kind: 'fraud_warning'; readonly warned_at: string } & OfCard)
  | ({ readonly kind: 'pin_blocked'; readonly blocked_at: string } & OfCard)
  | ({ readonly kind: 'transaction_unlinked' } & UnlinkedTransaction)
  | { readonly kind: 'token'; readonly report: CardTokenReport }
  /** To be answered at once. */
  | ({ readonly kind: 'authorization_requested' } & AuthorizationQuestion)
  | {
      readonly kind: 'authorization_updated';
      readonly subject: AuthorizationSubject;
      readonly notice: AuthorizationNotice;
    };
