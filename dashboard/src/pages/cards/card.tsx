import type { Card, CardLimit, CardToken } from '../../api/client.ts';
import { currencyText } from '../../texts/codes.ts';
import { language } from '../../texts/language.ts';
import { money } from '../../texts/money.ts';
import { filled, inSentence, sentence, t } from '../../texts/texts.ts';
import { addressText, cardName, words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { Alert } from '../../ui/alert.tsx';
import type { Details } from '../../ui/header.tsx';
import { Go, Outside } from '../../ui/links.tsx';
import { createdColumn, ListTable, statusColumn } from '../../ui/list-table.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { Buttons, CopyId, Day, Status, Time } from '../../ui/values.tsx';
import { AuthorizationsOfCard } from '../authorizations/authorizations.tsx';
import { SimulateCard } from '../simulations/simulate.tsx';
import { TransactionTable } from '../transactions/transactions.tsx';
import { CardActions } from './card-actions.tsx';
import { CardFace } from './card-face.tsx';
import { controlText } from './control-texts.ts';

type Of = { readonly card: Card };

const changing_ms = 15_000;

/** One card: its status, its controls and limits, its shipping and its authorizations. */
export const Component = () => (
  <ResourcePage
    name="card"
    title={cardName}
    status={({ status }) => <Status status={status} />}
    facts={factsOf}
    actions={(card) => <CardActions card={card} />}
    follow={(card) => (isChanging(card) ? changing_ms : false)}
  >
    {(card) => (
      <>
        {Object.entries(warningsOf(card)).map(
          ([header, text]) =>
            text && (
              <Alert key={header} type="warning" header={header}>
                {text}
              </Alert>
            ),
        )}
        <CardFace card={card} />
        <Overview card={card} />
        <Controls card={card} />
        <Limits card={card} />
        {card.shipping && <Shipping shipping={card.shipping} />}
        <SimulateCard card={card} />
        <Tokens card={card} />
        <AuthorizationsOfCard card={card} />
        <TransactionTable query={{ card_id: card.id }} />
      </>
    )}
  </ResourcePage>
);

const factsOf = (card: Card): Details => ({
  [t.all.customer]: <Go to={`/customers/${card.customer_id}`}>{card.cardholder_name}</Go>,
  [t.all.type]: words(card.type),
  [t.cards.issued]: <Time at={card.created_at} />,
});

/** Whether the card is being shipped, or the issuer does not have its latest version. */
const isChanging = ({ shipping, issuer_sync }: Card): boolean =>
  issuer_sync.status !== 'synced' || (shipping !== null && inTransit.includes(shipping.status));

const inTransit: readonly string[] = ['pending', 'submitted', 'shipped'];

/** Why the card cannot be used as it should, by the header of each warning. */
const warningsOf = ({
  status,
  blocked_by,
  customer_id,
  pin_status,
  issuer_sync: { error, since },
}: Card): Details => ({
  [t.cards.blocked]:
    blocked_by.length > 0 &&
    sentence(t.cards.blockedByTheCard, {
      blocked_by: blocked_by.map(words).join(', '),
      link: <Go to={`/customers/${customer_id}/features`}>{t.cards.openTheCustomer}</Go>,
    }),
  [t.cards.thePinIsBlocked]:
    pin_status === 'blocked' && status !== 'closed' && t.cards.itWasWrongThree,
  [t.cards.theCardIssuerIsNot]:
    error &&
    sentence(t.cards.errorSinceTimeThe, { error: words(error), time: <Time at={since} /> }),
});

const Overview = ({ card }: Of) => (
  <Section
    title={t.all.details}
    details={{
      [t.all.reason]: card.status_reason && words(card.status_reason),
      [t.cards.pin]: t.cards.pinTexts[card.pin_status],
      [t.all.currency]: currencyText(card.currency),
      [t.cards.issuer]: words(card.issuer),
      [t.cards.replaces]: card.replacement_for && (
        <Go to={`/cards/${card.replacement_for}`}>{t.cards.previousCard}</Go>
      ),
      [t.cards.notRenewed]: card.renewal_skipped && words(card.renewal_skipped),
      [t.cards.replacedBy]: card.replaced_by && (
        <Go to={`/cards/${card.replaced_by}`}>{t.cards.newCard}</Go>
      ),
      [t.all.id]: <CopyId value={card.id} name={t.all.cardId} />,
    }}
  />
);

const Controls = ({ card }: Of) => {
  const { limits: _, velocity_limits, ...lists } = card.spending_controls;
  const edit = (
    <ActionButton
      route="cards.update"
      name={t.all.edit}
      unable={card.status === 'closed' ? t.cards.theCardIsClosed : null}
      to={`/cards/${card.id}/edit`}
    />
  );
  return (
    <Section
      title={t.cards.spendingControls}
      actions={edit}
      details={Object.fromEntries([
        ...Object.entries(lists).map(([name, values]) => [
          words(name),
          values.map((value) => controlText(name, value)).join(', ') || null,
        ]),
        ...velocity_limits.map((one) => [
          filled(t.cards.numberOf, { interval: words(one.interval) }),
          one.count,
        ]),
      ])}
    >
      {[...Object.values(lists), velocity_limits].every(({ length }) => length === 0) &&
        t.cards.noControls}
    </Section>
  );
};

/** The amounts that a card may still spend, as its next authorization is decided; read again with each version of the card. */
const Limits = ({ card: { id: card_id, version } }: Of) => (
  <ListTable
    key={version}
    title={t.all.limits}
    route="cards.list-limits"
    call={{ params: { card_id } }}
    trackBy="interval"
    empty={t.cards.noLimits}
    columns={[
      {
        name: t.cards.interval,
        cell: ({ interval }) => words(interval),
        width: 140,
        wraps: true,
      },
      {
        name: t.cards.cardLimit,
        cell: ({ limit, currency }) => limit !== null && money(limit, currency),
        width: 130,
        least: 92,
      },
      {
        name: t.cards.spent,
        cell: ({ spent, currency }) => money(spent, currency),
        width: 120,
        least: 92,
      },
      {
        name: t.cards.left,
        cell: ({ left, currency }) => left !== null && money(left, currency),
        width: 120,
        least: 92,
        stays: true,
      },
      { name: t.cards.used, cell: usedOf, width: 160 },
      {
        name: t.cards.featureMaximum,
        cell: ({ cap, currency }) => cap !== null && money(cap, currency),
        width: 130,
      },
      { name: t.all.until, cell: ({ until }) => <Time at={until} /> },
    ]}
  />
);

/** How much of what may be spent is spent: the smaller of limit and maximum. */
const usedOf = ({ interval, spent, left }: CardLimit) => {
  if (left === null || spent + left === 0) return null;
  const share = spent / (spent + left);
  const label = filled(t.cards.intervalLimitUsed, { interval: words(interval) });
  return (
    <span className="used">
      <progress className="gauge" max={100} value={Math.round(100 * share)} aria-label={label} />
      {share.toLocaleString(language, { style: 'percent' })}
    </span>
  );
};

const Shipping = ({ shipping }: { readonly shipping: NonNullable<Card['shipping']> }) => (
  <Section
    title={t.cards.shipping}
    details={{
      [t.all.status]: <Status status={shipping.status} />,
      [t.cards.recipient]: shipping.recipient,
      [t.all.address]: addressText(shipping.address),
      [t.cards.method]: words(shipping.method),
      [t.cards.carrier]: shipping.carrier,
      [t.cards.trackingNumber]: (shipping.tracking_number ?? shipping.tracking_url) && (
        <Outside href={shipping.tracking_url}>
          {shipping.tracking_number ?? t.cards.trackTheCard}
        </Outside>
      ),
      [t.cards.expectedDelivery]: shipping.estimated_delivery && (
        <Day on={shipping.estimated_delivery} />
      ),
    }}
  >
    <ol className="plain-list" aria-label={t.cards.shippingHistory}>
      {shipping.history.map(({ status, at }) => (
        <li key={`${status} ${at}`}>
          {words(status)}, <Time at={at} />
        </li>
      ))}
    </ol>
  </Section>
);

/** The wallets that a card is in, and those that it was in. */
const Tokens = ({ card: { id: card_id } }: Of) => (
  <ListTable
    title={t.cards.tokens}
    route="card-tokens.list"
    call={{ params: { card_id } }}
    empty={t.cards.theCardIsInNo}
    columns={[
      { name: t.cards.wallet, cell: walletText, width: 150 },
      {
        name: t.cards.device,
        cell: ({ device_type }) => device_type && words(device_type),
        width: 100,
      },
      statusColumn,
      { name: t.cards.lastFourDigits, cell: ({ last4 }) => last4, width: 120 },
      createdColumn,
      {
        name: t.all.change,
        cell: (token) => <TokenActions key={token.version} token={token} />,
        width: 180,
      },
    ]}
  />
);

const walletText = ({ wallet, network }: CardToken): string =>
  words(wallet ?? filled(t.cards.networkToken, { network }));

const TokenActions = ({ token }: { readonly token: CardToken }) => (
  <Buttons>
    {token.allowed_actions.map((verb) => (
      <ConfirmedAction
        key={verb}
        route={`card-tokens.${verb}`}
        name={words(verb)}
        thing={walletText(token)}
        variant="inline-link"
        call={{ params: { card_token_id: token.id }, body: {} }}
        success={({ status }) =>
          filled(t.cards.theTokenIsStatus, { status: inSentence(words(status)) })
        }
      >
        {t.cards.tokenMeanings[verb]}
      </ConfirmedAction>
    ))}
  </Buttons>
);
