import type { CardLimit } from '../../api/objects.ts';
import { money, words } from '../../texts/words.ts';
import { ListTable } from '../../ui/list-table.tsx';
import { Time } from '../../ui/time.tsx';

/** What a card may still spend, as its next authorization will be told; read anew with each version of the card. */
export const Limits = ({ cardId: card_id, version }: { readonly cardId: string; readonly version: number }) => (
  <ListTable<CardLimit>
    title="Limits"
    of={[card_id, version]}
    read={(api, page, signal) => api.cards.listLimits({ params: { card_id }, query: page, signal })}
    idOf={({ interval }) => interval}
    empty="No limits"
    columns={[
      { name: 'Interval', cell: ({ interval }) => words(interval), width: 140 },
      { name: 'Card limit', cell: ({ limit, currency }) => amount(limit, currency), width: 130 },
      { name: 'Feature maximum', cell: ({ cap, currency }) => amount(cap, currency), width: 130 },
      { name: 'Spent', cell: ({ spent, currency }) => money(spent, currency), width: 120 },
      { name: 'Left', cell: ({ left, currency }) => amount(left, currency), width: 120 },
      { name: 'Until', cell: ({ until }) => <Time at={until} />, width: 125 },
    ]}
  />
);

const amount = (units: number | null, currency: string): string => (units === null ? '–' : money(units, currency));
