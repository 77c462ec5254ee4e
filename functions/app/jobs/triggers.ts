import type { CustomerEventType } from '../../identity/customers/states.ts';
import type { FeatureEventType } from '../../identity/features/states.ts';
import type { CardTokenEventType } from '../../issuing/card-tokens/states.ts';
import type { CardEventType } from '../../issuing/cards/states.ts';

type CardCause = CustomerEventType | FeatureEventType | CardEventType | CardTokenEventType;

/** Whether an event changes what cards may do, or what of a card or token its issuer stores. A new type must be added here. */
const concernsCards: Readonly<Record<CardCause, boolean>> = {
  'customer.created': false,
  'customer.updated': false,
  'customer.suspended': true,
  'customer.reactivated': true,
  'customer.closed': true,
  'customer.redacted': false,
  'feature.activated': true,
  'feature.deactivated': true,
  'feature.suspended': true,
  'feature.resumed': true,
  'card.created': false,
  'card.updated': true,
  'card.activated': true,
  'card.frozen': true,
  'card.unfrozen': true,
  'card.blocked': true,
  'card.unblocked': true,
  'card.closed': true,
  'card.replaced': true,
  'card.renewal_skipped': true,
  'card.shipping_updated': false,
  'card.revealed': false,
  'card.pin_changed': true,
  'card.pin_blocked': true,
  'card.pin_unblocked': true,
  'card_token.created': false,
  'card_token.activated': false,
  'card_token.suspended': true,
  'card_token.resumed': true,
  'card_token.deleted': true,
};

/** The types of events that start `reconcile-cards`. */
export const reconcilingEvents = Object.entries(concernsCards).flatMap(([type, concerns]) =>
  concerns ? type : [],
);

/** The resources that are counted, and the changes that `count-changes` must see. */
export const countedResources = [
  { kind: 'customer', names: ['INSERT'] },
  { kind: 'verification', names: ['INSERT', 'MODIFY'] },
  { kind: 'authorization', names: ['INSERT', 'MODIFY'] },
] as const;
