import type { PushedCard } from '../cards/pushed-card.ts';
import type { Tracking } from '../cards/shipping.ts';
import type { ShippingStatus } from '../cards/shipping-life.ts';
import type { AuthorizationSubject } from './authorization.ts';
import type { Increment } from './increment.ts';
import type { AuthorizationNotice } from './settlement.ts';

/** Which card an issuer speaks of, by what it was told when the card was ordered. */
export type OfCard = { readonly tenant_id: string; readonly card_id: string };

/** Whether something may be taken. */
export type AuthorizationQuestion = { readonly subject: AuthorizationSubject; readonly increment?: Increment };

/**
 * What an issuer tells of what it has, whoever it is: how something stands, and not what has changed, so that it may come
 * twice, late and in any order.
 */
export type IssuerNotice =
  | ({ readonly kind: 'card'; readonly status: PushedCard['status'] } & OfCard)
  | ({ readonly kind: 'parcel'; readonly status: ShippingStatus; readonly tracking?: Tracking | undefined } & OfCard)
  /** To be answered at once. */
  | ({ readonly kind: 'authorization_asked' } & AuthorizationQuestion)
  | {
      readonly kind: 'authorization_told';
      readonly subject: AuthorizationSubject;
      readonly notice: AuthorizationNotice;
    };
