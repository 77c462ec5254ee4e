import { useParams } from 'react-router';
import type { Card } from '../api/objects.ts';
import { useRead } from '../api/use-read.ts';
import { Section } from '../ui/details.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { ControlsForm } from './cards/controls-form.tsx';

/** Changes what a card may be used for. */
export const Component = () => {
  const { card: card_id = '' } = useParams();
  const query = useRead<Card>({
    key: ['card', card_id],
    read: (api, signal) => api.cards.get({ params: { card_id }, signal }),
  });
  const crumbs = [
    { text: 'Cards', to: '/cards' },
    { text: 'Card', to: `/cards/${card_id}` },
  ];
  return (
    <Page title="Spending controls" crumbs={crumbs}>
      <Section title="What the card may be used for">
        <Loaded query={query}>{(card) => <ControlsForm key={card.id} card={card} />}</Loaded>
      </Section>
    </Page>
  );
};
