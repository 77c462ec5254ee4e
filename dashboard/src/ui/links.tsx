import { ExternalLink } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Card, Customer } from '../api/client.ts';
import { useEnvironment } from '../api/environment.tsx';
import { useRead, useWebhooks } from '../api/use-read.ts';
import { t } from '../texts/texts.ts';
import { cardName, nameOf, words } from '../texts/words.ts';
import { CopyId } from './values.tsx';

/** Goes to a path of the environment that is shown. */
export const useGo = (): ((path: string) => void) => {
  const navigate = useNavigate();
  const { name } = useEnvironment();
  return (path) => void navigate(`/${name}${path}`);
};

/** A link to a path of the environment that is shown. */
export const Go = (props: { readonly to: string; readonly children: ReactNode }) => {
  const { name } = useEnvironment();
  return (
    <Link className="link" to={`/${name}${props.to}`}>
      {props.children}
    </Link>
  );
};

/** An id by its kind and its end, or its name, as a link where it has a page; the button copies the whole id. */
export const ShortId = (props: {
  readonly value: string;
  readonly name: string;
  readonly to: string | null;
  readonly children?: ReactNode;
}) => {
  const { value, name, to, children } = props;
  const short = children ?? value.replace(/_.+(?=.{6}$)/, '_…');
  return (
    <CopyId value={value} name={name}>
      {to ? <Go to={to}>{short}</Go> : short}
    </CopyId>
  );
};

/** A link by a type of event: in words, and as programs know it. */
export const EventLink = ({ type, to }: { readonly type: string; readonly to: string }) => (
  <span className="wrap-anywhere">
    <Go to={to}>{words(type)}</Go> <small>{type}</small>
  </span>
);

/** The customers that the resources below belong to, read together; null where each is read by itself. */
const CustomersContext = createContext<readonly Customer[] | null>(null);

type Listed = { readonly of: readonly unknown[]; readonly children: ReactNode };

/** The ids in a field of resources, each once and in order. */
export const idsIn = (
  of: readonly unknown[],
  field: 'customer_id' | 'card_id',
): readonly string[] => {
  const all = of.flatMap(
    (one) => (one as Readonly<Partial<Record<typeof field, string | null>>>)[field] ?? [],
  );
  return [...new Set(all)].toSorted();
};

/** The customers of listed resources, read at once. */
export const useCustomersOf = (of: readonly unknown[]): readonly Customer[] => {
  const ids = idsIn(of, 'customer_id').join(',');
  const query = { ids, limit: 100 };
  const { data } = useRead('customers.list', { query }, { enabled: ids !== '', keep: true });
  return data?.data ?? [];
};

/** Reads the customers of listed resources at once. */
export const CustomersOf = ({ of, children }: Listed) => (
  <CustomersContext value={useCustomersOf(of)}>{children}</CustomersContext>
);

/** The cards of the resources below, read together; null where each is read by itself. */
const CardsContext = createContext<readonly Card[] | null>(null);

/** Reads the cards of listed resources at once. */
export const CardsOf = ({ of, children }: Listed) => {
  const ids = idsIn(of, 'card_id').join(',');
  const query = { ids, limit: 100 };
  const { data } = useRead('cards.list', { query }, { enabled: ids !== '', keep: true });
  return <CardsContext value={data?.data ?? []}>{children}</CardsContext>;
};

/** A card by its name; by its ID until that is known. */
export const CardLink = ({ id }: { readonly id: string }) => {
  const listed = useContext(CardsContext);
  const { data } = useRead('cards.get', { params: { card_id: id } }, { enabled: listed === null });
  const card = listed?.find((one) => one.id === id) ?? data;
  const to = `/cards/${id}`;
  if (!card) return <ShortId value={id} name={t.all.cardId} to={to} />;
  return (
    <Go to={to}>
      <span title={id}>{cardName(card)}</span>
    </Go>
  );
};

/** The customer that something belongs to, by name where it is known; in a list without the button that copies the ID. */
export const CustomerLink = ({
  of: { customer_id },
  to = `/customers/${customer_id}`,
}: {
  readonly of: { readonly customer_id: string };
  /** The page behind the name, if not that of the customer. */
  readonly to?: string;
}) => {
  const listed = useContext(CustomersContext);
  const { data } = useRead(
    'customers.get',
    { params: { customer_id } },
    { enabled: listed === null },
  );
  const customer = listed?.find(({ id }) => id === customer_id) ?? data;
  if (listed && customer)
    return (
      <Go to={to}>
        <span title={customer_id}>{nameOf(customer)}</span>
      </Go>
    );
  return (
    <ShortId value={customer_id} name={t.all.customerId} to={to}>
      {customer && nameOf(customer)}
    </ShortId>
  );
};

type OutsideProps = { readonly href: string; readonly children: ReactNode };

/** A link that opens in a new tab. */
export const NewTab = ({ href, children }: OutsideProps) => (
  <a className="link" href={href} target="_blank" rel="noopener noreferrer">
    {children} <ExternalLink size={13} role="img" aria-label={t.all.opensInANewTab} />
  </a>
);

/** A link to another site. Its address comes from outside: only https is a link, anything else text. */
export const Outside = ({
  href,
  children,
}: Omit<OutsideProps, 'href'> & { readonly href: string | null }) =>
  href?.startsWith('https://') ? <NewTab href={href}>{children}</NewTab> : children;

/** A webhook by its description or its whole URL; where these cannot be read by the URL given, whose path is masked. */
export const WebhookLink = (props: {
  readonly id: string;
  readonly url: string;
  /** Where it leads, if not to the webhook. */
  readonly to?: string;
}) => {
  const { id, url, to = `/webhooks/${id}` } = props;
  const { data, isPending } = useWebhooks();
  const webhook = data?.data.find((one) => one.id === id);
  return (
    <span className="wrap-anywhere">
      <Go to={to}>{isPending ? '…' : webhook?.description || (webhook?.url ?? url)}</Go>
    </span>
  );
};
