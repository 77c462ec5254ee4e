import { ShownCard, showCard } from '../contract/cards/card.ts';
import type { CardEventType } from '../domain/cards/life.ts';
import type { Transition } from '../domain/transition.ts';
import { saveCard } from '../store/cards/cards.ts';
import { changed, type Registration } from './unit-of-work.ts';

type Stored = Parameters<typeof showCard>[0];
type Cards = Transition<Stored, CardEventType>;

/** What the transitions of a card, one or several that follow on each other, come to. */
export const card = (...transitions: readonly [Cards, ...Cards[]]) => changed(noun, ...transitions);

const noun: Registration<Stored, typeof ShownCard> = {
  schema: ShownCard,
  show: showCard,
  save: saveCard,
  subject: ({ tenant_id, customer_id, id, version }) => ({
    tenant_id,
    customer_id,
    resource: { id, object: 'card' },
    sequence: version,
  }),
};
