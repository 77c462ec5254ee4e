import type { Transition } from '../transition.ts';
import { changed, type Registration } from '../unit-of-work.ts';
import type { Card, CardEventType } from './model.ts';
import { CardResource, toCardResource } from './schema.ts';
import { saveCard } from './table.ts';

const registration: Registration<Card, typeof CardResource> = {
  object: 'card',
  schema: CardResource,
  show: toCardResource,
  save: saveCard,
  customerOf: ({ customer_id }) => customer_id,
};

type Transitions = readonly [Transition<Card, CardEventType>, ...Transition<Card, CardEventType>[]];

/** What the transitions of a card, one or several that follow on each other, come to. */
export const card = (...transitions: Transitions) => changed(registration, ...transitions);
