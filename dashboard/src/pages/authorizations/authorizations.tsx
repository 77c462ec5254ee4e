import { authorizationStatuses } from '../../../../functions/issuing/authorizations/decision.ts';
import type { Authorization, Card } from '../../api/client.ts';
import { categoryName } from '../../texts/categories.ts';
import { money } from '../../texts/money.ts';
import { t } from '../../texts/texts.ts';
import { decisionText } from '../../texts/words.ts';
import { customerFilter, listOf } from '../../ui/filters.tsx';
import { CardLink, Go } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { createdColumn, customerColumn, ListTable, statusColumn } from '../../ui/list-table.tsx';
import { Status } from '../../ui/values.tsx';
import { merchantName } from './merchant.ts';

const columns: readonly Column<Authorization>[] = [
  {
    name: t.all.merchant,
    cell: (one) => <Merchant of={one} to={`/authorizations/${one.id}`} />,
    width: 230,
  },
  {
    name: t.all.amount,
    fields: ['amount'],
    cell: ({ amount: units, currency }) => money(units, currency),
    width: 140,
    least: 119,
    isNumber: true,
  },
  {
    name: t.all.decision,
    fields: ['approved', 'decline_reason'],
    cell: (one) => <Decision of={one} />,
    width: 160,
    least: 154,
  },
  statusColumn,
  {
    name: t.all.captured,
    fields: ['captured_amount'],
    width: 130,
    isNumber: true,
    cell: ({ captured_amount, currency }) => money(captured_amount, currency),
  },
];

const requested: Column<Authorization> = { ...createdColumn, name: t.authorizations.requested };

/** A card of a listed resource. */
export const cardColumn: Column<{ readonly card_id: string }> = {
  name: t.all.card,
  fields: ['card_id'],
  cell: ({ card_id }) => <CardLink id={card_id} />,
  width: 130,
  least: 128,
  unless: ['card_id', 'authorization_id'],
};

/** The authorizations of every card. */
export const { Component } = listOf({
  title: t.all.authorizations,
  route: 'authorizations.list-all',
  description: t.authorizations.amountsThat,
  filters: [
    { name: 'approved', label: t.authorizations.approved, options: ['true', 'false'] },
    { name: 'decline_reason', label: t.all.reason, options: Object.keys(t.authorizations.reasons) },
    { name: 'status', label: t.all.status, options: authorizationStatuses },
    customerFilter,
  ],
  beside: 'authorization',
  empty: t.authorizations.noAuthorizations,
  columns: [...columns, cardColumn, customerColumn, requested],
});

/** The authorizations of one card. */
export const AuthorizationsOfCard = ({ card: { id: card_id } }: { readonly card: Card }) => (
  <ListTable
    title={t.all.authorizations}
    route="authorizations.list"
    call={{ params: { card_id } }}
    empty={t.authorizations.noAuthorizations}
    columns={[...columns, requested]}
  />
);

/** The merchant as the link to a payment, and the kind of its business. */
export const Merchant = ({
  of,
  to,
}: {
  readonly of: Pick<Authorization, 'merchant'>;
  readonly to: string;
}) => {
  const category = of.merchant.name === null ? null : categoryName(of.merchant.category);
  return (
    <>
      <Go to={to}>{merchantName(of)}</Go>
      {category && <span className="merchant-category muted"> · {category}</span>}
    </>
  );
};

/** Whether it was approved, or why not. */
export const Decision = ({ of }: { readonly of: Authorization }) => (
  <Status status={of.approved ? 'accepted' : 'rejected'} label={decisionText(of)} />
);
