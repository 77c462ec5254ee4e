import { Alert, ProgressBar } from '@cloudscape-design/components';
import { useParams } from 'react-router';
import type { Card, CardLimit } from '../../api/client.ts';
import { money } from '../../texts/money.ts';
import { addressText, words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, Day, Go, Outside, Status, Time } from '../../ui/values.tsx';
import { AuthorizationsOfCard } from '../authorizations/authorizations.tsx';
import { SimulateCard } from '../simulations/simulate.tsx';
import { TransactionTable } from '../transactions/transactions.tsx';
import { CardActions } from './card-actions.tsx';
import { cardName } from './cards.tsx';
import { Freezing, useFreezing } from './freezing.tsx';
import { Reveal } from './reveal.tsx';
import { Tokens } from './tokens.tsx';

const changing_ms = 15_000;

/** One card: its status, its controls and limits, its shipping and its authorizations. */
export const Component = () => {
  const freezing = useFreezing(useParams().card ?? '');
  return (
    <ResourcePage
      name="card"
      title={cardName}
      actions={(card) => <CardActions card={card} freezing={freezing} />}
      follow={(card) => (isChanging(card) ? changing_ms : false)}
    >
      {(card) => (
        <>
          <Freezing {...freezing} />
          <Shown card={card} />
        </>
      )}
    </ResourcePage>
  );
};

/** Whether the card is being shipped, or the issuer does not have its latest version. */
const isChanging = ({ shipping, issuer_sync }: Card): boolean =>
  issuer_sync.status !== 'synced' || (shipping !== null && inTransit.includes(shipping.status));

const inTransit: readonly string[] = ['pending', 'submitted', 'shipped'];

const Shown = ({ card }: { readonly card: Card }) => (
  <>
    {card.blocked_by.length > 0 && (
      <Alert type="warning" header="Blocked">
        {card.blocked_by.map(words).join(', ')}. The card works again when the cause is resolved:{' '}
        <Go to={`/customers/${card.customer_id}/features`}>open the customer</Go>.
      </Alert>
    )}
    {card.pin_status === 'blocked' && card.status !== 'closed' && (
      <Alert type="warning" header="The PIN is blocked">
        It was wrong three times in a row. The card cannot be used until the PIN is unblocked.
      </Alert>
    )}
    {card.issuer_sync.error !== null && (
      <Alert type="warning" header="The card issuer is not up to date">
        {words(card.issuer_sync.error)}, since <Time at={card.issuer_sync.since} />. The update is retried
        automatically. Until then, the controls of the card still apply.
      </Alert>
    )}
    <Overview card={card} />
    <Reveal card={card} />
    <Controls card={card} />
    <Limits card={card} />
    {card.shipping && <Shipping shipping={card.shipping} />}
    <SimulateCard card={card} />
    <Tokens cardId={card.id} />
    <AuthorizationsOfCard card={card} />
    <TransactionTable query={{ card_id: card.id }} />
  </>
);

const Overview = ({ card }: { readonly card: Card }) => (
  <Section
    title="Overview"
    details={{
      Status: <Status status={card.status} />,
      Reason: card.status_reason && words(card.status_reason),
      Type: words(card.type),
      Customer: <Go to={`/customers/${card.customer_id}`}>{card.cardholder_name}</Go>,
      Nickname: card.nickname,
      PIN: pinTexts[card.pin_status],
      Expires: `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`,
      Currency: card.currency,
      Issuer: words(card.issuer),
      Issued: <Time at={card.created_at} />,
      Replaces: card.replacement_for && <Go to={`/cards/${card.replacement_for}`}>Previous card</Go>,
      'Not renewed': card.renewal_skipped && words(card.renewal_skipped),
      'Replaced by': card.replaced_by && <Go to={`/cards/${card.replaced_by}`}>New card</Go>,
      ID: <CopyId value={card.id} name="Card ID" />,
    }}
  />
);

const pinTexts: Readonly<Record<Card['pin_status'], string>> = { active: 'Set', blocked: 'Blocked', unset: 'Not set' };

const Controls = ({ card }: { readonly card: Card }) => {
  const { allowed_categories, blocked_categories, allowed_countries } = card.spending_controls;
  const edit = (
    <ActionButton
      route="cards.update"
      unable={card.status === 'closed' ? 'The card is closed.' : null}
      to={`/cards/${card.id}/edit`}
    >
      Edit
    </ActionButton>
  );
  return (
    <Section
      title="Spending controls"
      actions={edit}
      details={{
        'Allowed categories': allowed_categories.join(', ') || 'All',
        'Blocked categories': blocked_categories.join(', ') || 'None',
        'Allowed countries': allowed_countries.join(', ') || 'All',
      }}
    />
  );
};

/** What a card may still spend, as its next authorization is decided; read again with each version of the card. */
const Limits = ({ card: { id: card_id, version } }: { readonly card: Card }) => (
  <ListTable
    key={version}
    title="Limits"
    route="cards.list-limits"
    call={{ params: { card_id } }}
    trackBy="interval"
    empty="No limits"
    columns={[
      { name: 'Interval', cell: ({ interval }) => words(interval), width: 140 },
      { name: 'Card limit', cell: ({ limit, currency }) => amount(limit, currency), width: 130 },
      { name: 'Feature maximum', cell: ({ cap, currency }) => amount(cap, currency), width: 130 },
      { name: 'Spent', cell: ({ spent, currency }) => money(spent, currency), width: 120 },
      { name: 'Left', cell: ({ left, currency }) => amount(left, currency), width: 120 },
      { name: 'Used', cell: (limit) => <Used of={limit} />, width: 160 },
      { name: 'Until', cell: ({ until }) => <Time at={until} />, width: 125 },
    ]}
  />
);

/** How much of what may be spent is spent: the smaller of limit and maximum. */
const Used = ({ of: { interval, spent, left } }: { readonly of: CardLimit }) =>
  left === null || spent + left === 0 ? (
    '–'
  ) : (
    <ProgressBar value={Math.round((100 * spent) / (spent + left))} ariaLabel={`${words(interval)} limit used`} />
  );

const amount = (units: number | null, currency: string): string => (units === null ? '–' : money(units, currency));

const Shipping = ({ shipping }: { readonly shipping: NonNullable<Card['shipping']> }) => (
  <Section
    title="Shipping"
    details={{
      Status: <Status status={shipping.status} />,
      Recipient: shipping.recipient,
      Address: addressText(shipping.address),
      Method: words(shipping.method),
      Carrier: shipping.carrier,
      'Tracking number': <Tracking of={shipping} />,
      'Expected delivery': <Day on={shipping.estimated_delivery} />,
    }}
  >
    <ol className="plain-list" aria-label="Shipping history">
      {shipping.history.map(({ status, at }) => (
        <li key={`${status} ${at}`}>
          {words(status)}, <Time at={at} />
        </li>
      ))}
    </ol>
  </Section>
);

/** The tracking number as a link to the carrier. */
const Tracking = ({ of: { tracking_number, tracking_url } }: { readonly of: NonNullable<Card['shipping']> }) =>
  tracking_url?.startsWith('https://') ? (
    <Outside href={tracking_url}>{tracking_number ?? 'Track the card'}</Outside>
  ) : (
    (tracking_number ?? '–')
  );
