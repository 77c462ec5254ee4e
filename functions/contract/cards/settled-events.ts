import type { CardEventType } from '../../domain/cards/life.ts';
import type { CustomerEventType } from '../../domain/customers/life.ts';
import type { FeatureEventType } from '../../domain/features/activation-life.ts';

/**
 * Whether it changes what cards may do, or changes of a card what its issuer may have to hear of. Exhaustive by type: who makes
 * another event says which.
 */
const concernsCards: Readonly<Record<CustomerEventType | FeatureEventType | CardEventType, boolean>> = {
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
  'card.shipping_updated': false,
  'card.revealed': false,
};

/** The types of events that wake `settle-cards`. */
export const settledEvents = Object.entries(concernsCards).flatMap(([type, concerns]) => (concerns ? type : []));
