import { ShownCard, showCard } from '../contract/cards/card.ts';
import type { Card } from '../domain/cards/card.ts';
import type { CardEventType } from '../domain/cards/life.ts';
import type { Transition } from '../domain/transition.ts';
import { saveCard } from '../store/cards/cards.ts';
import { changed, type Registration } from './unit-of-work.ts';

const registration: Registration<Card, typeof ShownCard> = {
  object: 'card',
  schema: ShownCard,
  show: showCard,
  save: saveCard,
  customerOf: ({ customer_id }) => customer_id,
};

type Transitions = readonly [Transition<Card, CardEventType>, ...Transition<Card, CardEventType>[]];

/** What the transitions of a card, one or several that follow on each other, come to. */
export const card = (...transitions: Transitions) => changed(registration, ...transitions);
