import { useParams } from 'react-router';
import { useObject } from '../api/use-object.ts';
import { Section } from '../ui/details.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { ControlsForm } from './cards/controls-form.tsx';

/** Changes what a card may be used for. */
export const Component = () => {
  const { card: card_id = '' } = useParams();
  const query = useObject('card', card_id);
  const crumbs = [
    { text: 'Cards', to: '/cards' },
    { text: 'Card', to: `/cards/${card_id}` },
  ];
  return (
    <Page title="Spending controls" crumbs={crumbs}>
      <Section title="Controls">
        <Loaded query={query}>{(card) => <ControlsForm key={card.id} card={card} />}</Loaded>
      </Section>
    </Page>
  );
};
