import type { Card } from './model.ts';
import { cardStatus } from './model.ts';
import { limitsInForce, type SpendingLimit } from './spending-controls.ts';

/** What an issuer has to know of a card, at one of its versions. */
export type IssuerCard = {
  /** The issuer's own name of the card. */
  readonly reference: string;
  readonly id: string;
  readonly version: number;
  /** Inactive is whatever may not be paid with now and may be again; canceled is final. */
  readonly status: 'active' | 'inactive' | 'canceled';
  /** Null unless the card is canceled for one of these. */
  readonly cancellation_reason: 'lost' | 'stolen' | null;
  /** Those that hold: one for the day is always among them. */
  readonly limits: readonly SpendingLimit[];
};

/** The card as its issuer has to know it. Two versions that come to the same but for their number need one push. */
export const toIssuerCard = (card: Card): IssuerCard => {
  const { issuer_reference: reference, id, version, state, blocks, status_reason, spending_controls } = card;
  const shown = cardStatus(state, blocks);
  const status = shown === 'closed' ? 'canceled' : shown === 'active' ? 'active' : 'inactive';
  const lost = status_reason === 'lost' || status_reason === 'stolen' ? status_reason : null;
  const cancellation_reason = status === 'canceled' ? lost : null;
  return { reference, id, version, status, cancellation_reason, limits: limitsInForce(spending_controls) };
};
