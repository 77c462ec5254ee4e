import { useState } from 'react';
import type { Card, CardLimit } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { money } from '../../texts/money.ts';
import { counted, filled, t } from '../../texts/texts.ts';
import { cardName, words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Go } from '../../ui/links.tsx';
import { Loaded, Section } from '../../ui/page.tsx';
import { PlaceLink } from '../../ui/place-link.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { Status } from '../../ui/values.tsx';

type Of = { readonly customerId: string };

/** So many cards are shown with their spending; the list of cards has the others. */
const shown_max = 6;

/** The cards of a customer, each with how much of its narrowest limit is spent; all are frozen together, and that is undone. */
export const CustomerCards = ({ customerId: customer_id }: Of) => {
  const query = useRead('cards.list', { query: { customer_id, limit: 100 } });
  return <Loaded query={query}>{({ data }) => <Cards of={customer_id} all={data} />}</Loaded>;
};

const Cards = ({ of, all }: { readonly of: string; readonly all: readonly Card[] }) => {
  const open = all.filter(({ status }) => status !== 'closed');
  const { button, notice } = useFreezing(open);
  return (
    <Section
      title={t.all.cards}
      actions={
        <>
          {all.length > 0 && <Go to={`/cards?customer_id=${of}`}>{t.customers.allCards}</Go>}
          {button}
          <ActionButton
            route="cards.create"
            to={`/cards/new?customer_id=${of}`}
            name={t.all.issueCard}
          />
        </>
      }
    >
      <div aria-live="polite">{notice}</div>
      {open.length === 0 ? (
        <p className="muted">{t.customers.noOpenCards}</p>
      ) : (
        <ul className="rows">
          {open.slice(0, shown_max).map((card) => (
            <CardRow key={`${card.id} ${card.version}`} card={card} />
          ))}
        </ul>
      )}
    </Section>
  );
};

const CardRow = ({ card }: { readonly card: Card }) => {
  const { data } = useRead('cards.list-limits', { params: { card_id: card.id } });
  const limit = narrowestOf(data?.data ?? []);
  return (
    <li className="card-row">
      <PlaceLink to={`/cards/${card.id}`}>{cardName(card)}</PlaceLink>
      <span className="muted">{words(card.type)}</span>
      <Status status={card.status} />
      {limit ? (
        <Spending limit={limit} />
      ) : (
        <span className="spending muted">{data && t.cards.noLimits}</span>
      )}
    </li>
  );
};

type Narrow = CardLimit & { readonly left: number };

/** The limit of which the largest part is spent. */
const narrowestOf = (limits: readonly CardLimit[]): Narrow | undefined =>
  limits
    .filter((one): one is Narrow => one.left !== null && one.spent + one.left > 0)
    .toSorted((one, other) => shareOf(other) - shareOf(one))[0];

const shareOf = ({ spent, left }: Narrow): number => spent / (spent + left);

const Spending = ({ limit }: { readonly limit: Narrow }) => {
  const { interval, spent, left, currency } = limit;
  const text = filled(t.customers.spentOf, {
    spent: money(spent, currency),
    limit: money(spent + left, currency),
    interval: words(interval),
  });
  return (
    <span className="spending">
      <meter className="gauge" min={0} max={spent + left} value={spent} aria-label={text} />
      <span className="muted">{text}</span>
    </span>
  );
};

/** Freezes every open card. Until the page is left, one click unfreezes those that it froze. */
const useFreezing = (cards: readonly Card[]) => {
  const [frozen, setFrozen] = useState<readonly string[]>([]);
  const freeze = useAll('freeze', (id) =>
    setFrozen((now) => [...now.filter((one) => one !== id), id]),
  );
  const undo = useAll('unfreeze', (id) => setFrozen((now) => now.filter((one) => one !== id)));
  const can = cards.filter(({ allowed_actions }) => allowed_actions.includes('freeze'));
  const error = freeze.error ?? undo.error;
  const button = can.length > 0 && (
    <ActionButton
      route="cards.freeze"
      name={counted(t.customers.freezeCards, can.length)}
      busy={freeze.busy}
      onClick={() => freeze.submit(can.map(({ id }) => id))}
    />
  );
  const notice = (
    <>
      {frozen.length > 0 && (
        <Alert
          type="warning"
          action={
            <ActionButton
              route="cards.unfreeze"
              name={t.customers.undo}
              busy={undo.busy}
              onClick={() => undo.submit(frozen)}
            />
          }
        >
          {counted(t.customers.cardsFrozen, frozen.length)}
        </Alert>
      )}
      {error && <ErrorAlert error={error} />}
    </>
  );
  return { button, notice };
};

/** Sends the same for several cards, one after another, and reports each that succeeded. */
const useAll = (verb: 'freeze' | 'unfreeze', onEach: (id: string) => void) =>
  useSubmit<readonly string[], readonly Card[]>({
    route: `cards.${verb}`,
    send: async (api, ids, key) => {
      const changed: Card[] = [];
      for (const card_id of ids) {
        const idempotencyKey = `${key}-${card_id}`;
        changed.push(
          (await api.cards[verb]({ params: { card_id }, body: {}, idempotencyKey })).body,
        );
        onEach(card_id);
      }
      return { body: changed };
    },
  });
