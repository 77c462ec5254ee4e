import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useParams } from 'react-router';
import type { Card } from '../api/objects.ts';
import { useObject } from '../api/use-object.ts';
import { words } from '../texts/words.ts';
import { ActionButton } from '../ui/action.tsx';
import { CopyId } from '../ui/copy.tsx';
import { Facts, Section } from '../ui/details.tsx';
import { Go, useGo } from '../ui/go.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { CardActions } from './cards/actions.tsx';
import { Authorizations } from './cards/authorizations.tsx';
import { cardName } from './cards/card-table.tsx';
import { Controls } from './cards/controls.tsx';
import { Limits } from './cards/limits.tsx';
import { Shipping } from './cards/shipping.tsx';

const moving_ms = 15_000;

/** One card: how it stands, what it may be used for, where its parcel is, and what was asked of it. */
export const Component = () => {
  const { card: card_id = '' } = useParams();
  const query = useObject('card', card_id, (card) => (isMoving(card) ? moving_ms : false));
  return (
    <Page
      title={query.data ? cardName(query.data) : 'Card'}
      crumbs={[{ text: 'Cards', to: '/cards' }]}
      actions={query.data && <CardActions card={query.data} />}
    >
      <Loaded query={query}>{(card) => <Shown card={card} />}</Loaded>
    </Page>
  );
};

/** Whether its parcel is on its way, or its issuer is still to hear of it. */
const isMoving = ({ shipping, issuer_sync }: Card): boolean =>
  issuer_sync.status !== 'synced' || (shipping !== null && moving.includes(shipping.status));

const moving: readonly string[] = ['pending', 'submitted', 'shipped'];

const Shown = ({ card }: { readonly card: Card }) => {
  const go = useGo();
  const closed = card.status === 'closed' ? 'The card is closed.' : null;
  return (
    <SpaceBetween size="l">
      {card.blocked_by.length > 0 && (
        <Alert type="warning" header="Blocked">
          {card.blocked_by.map(words).join(', ')}. The card works again when the cause is resolved:{' '}
          <Go to={`/customers/${card.customer_id}/features`}>open the customer</Go>.
        </Alert>
      )}
      {card.issuer_sync.error !== null && (
        <Alert type="warning" header="The card issuer is not up to date">
          {words(card.issuer_sync.error)}, since <Time at={card.issuer_sync.since} />. The update is retried
          automatically. Until then, the controls of the card still apply.
        </Alert>
      )}
      <Standing card={card} />
      <Section
        title="Spending controls"
        actions={
          <ActionButton route="cards.update" unable={closed} onClick={() => go(`/cards/${card.id}/edit`)}>
            Edit
          </ActionButton>
        }
      >
        <Controls card={card} />
      </Section>
      <Limits cardId={card.id} version={card.version} />
      {card.shipping && <Shipping shipping={card.shipping} />}
      <Authorizations cardId={card.id} />
    </SpaceBetween>
  );
};

const Standing = ({ card }: { readonly card: Card }) => (
  <Section title="Overview">
    <Facts
      facts={[
        ['Status', <Status key="status" status={card.status} />],
        ['Reason', card.status_reason && words(card.status_reason)],
        ['Type', words(card.type)],
        [
          'Customer',
          <Go key="customer" to={`/customers/${card.customer_id}`}>
            {card.cardholder_name}
          </Go>,
        ],
        ['Nickname', card.nickname],
        ['Expires', `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`],
        ['Currency', card.currency],
        ['Issuer', words(card.issuer)],
        ['Issued', <Time key="issued" at={card.created_at} />],
        [
          'Replaces',
          card.replacement_for && (
            <Go key="old" to={`/cards/${card.replacement_for}`}>
              Previous card
            </Go>
          ),
        ],
        [
          'Replaced by',
          card.replaced_by && (
            <Go key="new" to={`/cards/${card.replaced_by}`}>
              New card
            </Go>
          ),
        ],
        ['ID', <CopyId key="id" value={card.id} name="Card ID" />],
      ]}
    />
  </Section>
);
