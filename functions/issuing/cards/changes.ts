import type { ReadonlyDeep } from '../../core/json.ts';
import { byName } from '../../core/json.ts';
import { changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import type { Transition } from '../../core/transition.ts';
import type { Card } from './model.ts';
import { CardResource } from './schema.ts';
import { type CardEventType, causesOf } from './states.ts';
import { saveCard } from './table.ts';
import { cardActions, statusOf } from './transitions.ts';

/**
 * The one projection from a stored card to its resource. The schema's check removes members that it
 * does not name.
 */
export const toCardResource = (card: Card): CardResource => {
  const resource: ReadonlyDeep<CardResource> = {
    ...card,
    object: 'card',
    status: statusOf(card),
    allowed_actions: cardActions(card),
    blocked_by: causesOf(card.blocks),
    metadata: byName(card.metadata),
  };
  return resource as CardResource;
};

const registration: Registration<Card, typeof CardResource> = {
  object: 'card',
  schema: CardResource,
  toResource: toCardResource,
  save: saveCard,
  customerOf: ({ customer_id }) => customer_id,
};

type Transitions = readonly [Transition<Card, CardEventType>, ...Transition<Card, CardEventType>[]];

/** The change that one or several successive transitions of a card make. */
export const card = (...transitions: Transitions) => changed(registration, ...transitions);
