import { type ReactNode, useEffect } from 'react';
import { useEnvironment } from '../api/environment.tsx';
import { type Placed, places } from '../api/places.ts';
import { type Follow, type Read, type Resource, useResource } from '../api/use-read.ts';
import { t } from '../texts/texts.ts';
import { words } from '../texts/words.ts';
import { useIsBeside, useShownId } from './beside.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { type Crumb, type Details, Header, type HeaderProps } from './header.tsx';
import { Buttons, isShown } from './values.tsx';

/** Where what a customer has belongs: to the part of the customer's page that lists it. */
export const customerCrumbs = (
  text: string,
  part: string,
  customerId?: string,
): readonly Crumb[] => [
  { text: t.all.customers, to: '/customers' },
  ...(customerId ? [{ text, to: `/customers/${customerId}/${part}` }] : []),
];

/** Where belongs what is set up once. */
export const configureCrumbs: readonly Crumb[] = [
  { text: t.all.manage, to: '/configure' },
  { text: t.all.configure, to: '/configure' },
];

/** A page: its place, its heading, its actions, and the focus when a person comes to it. */
export const Page = ({
  children,
  ...header
}: HeaderProps & {
  readonly children: ReactNode;
}) => {
  const { name, settings } = useEnvironment();
  const { title } = header;
  const isBeside = useIsBeside();
  useEffect(() => {
    if (isBeside) return;
    const what = name === 'live' ? t.all.production : t.ui.sandbox;
    document.title = `${title} · ${what} · ${settings.product.name}`;
  }, [title, name, settings, isBeside]);
  return (
    <div className="sections">
      <Header {...header} />
      {children}
    </div>
  );
};

/** The page of the resource that the address names: `:card` of the route is the id of a card. */
export const ResourcePage = <Name extends Placed>(props: {
  readonly name: Name;
  /** The name of the resource, or of the page where it is one of several. */
  readonly title: string | ((resource: Resource<Name>) => string);
  /** Where it belongs, if not to the list of its kind. */
  readonly crumbs?: (resource: Resource<Name> | undefined, id: string) => readonly Crumb[];
  readonly actions?: (resource: Resource<Name>) => ReactNode;
  /** Beside its name. */
  readonly status?: (resource: Resource<Name>) => ReactNode;
  /** Under its name: the three that are asked for first. */
  readonly facts?: (resource: Resource<Name>) => Details;
  readonly follow?: Follow<Resource<Name>>;
  /** It has a form that changes the resource. */
  readonly isForm?: true;
  readonly children: (resource: Resource<Name>) => ReactNode;
}) => {
  const { name, title, crumbs, actions, status, facts, follow, isForm, children } = props;
  const id = useShownId(name);
  const query = useResource(name, id, { follow, ...(isForm && { isForm }) });
  const { data } = query;
  // The heading comes with what it names: it would move the page when it grows.
  if (query.isPending) return <Loading />;
  const list = { text: words(places[name]), to: `/${places[name]}` };
  const own =
    typeof title === 'string' ? [list, { text: words(name), to: `${list.to}/${id}` }] : [list];
  return (
    <Page
      // Nothing of one resource stays on the page of another, such as the number of a card.
      key={id}
      of="resource"
      title={typeof title === 'string' ? title : data ? title(data) : words(name)}
      crumbs={crumbs?.(data, id) ?? own}
      actions={data && actions?.(data)}
      status={data && status?.(data)}
      facts={data && facts?.(data)}
    >
      <Loaded query={query}>{children}</Loaded>
    </Page>
  );
};

/** Values with their names; those that are there. */
export const DetailList = ({ details }: { readonly details: Details }) => (
  <dl className="details">
    {Object.entries(details)
      .filter(([, value]) => isShown(value))
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/** A part of a page with its own heading, its details and what else belongs to it. */
export const Section = (props: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly description?: ReactNode;
  readonly details?: Details;
  readonly children?: ReactNode;
}) => {
  const { title, actions, description, details, children } = props;
  return (
    <div className="section">
      <div className="section-head">
        <h2>{title}</h2>
        {actions && <Buttons>{actions}</Buttons>}
        {description && <p>{description}</p>}
      </div>
      <div className="fields">
        {details && <DetailList details={details} />}
        {children}
      </div>
    </div>
  );
};

/** Text as it was sent: only ever shown as text. */
export const Raw = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) => (
  // A scrollable region is reachable by keyboard.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must be reachable without a mouse.
  <section className="raw" aria-label={label} tabIndex={0}>
    <pre>{children}</pre>
  </section>
);

/** A value of the API as JSON. */
export const Json = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <Raw label={label}>{JSON.stringify(value, null, 2)}</Raw>
);

/** Headers by name. */
export const HeaderList = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) => (
  <dl className="headers">
    {Object.entries(headers).map(([name, value]) => (
      <Term key={name} name={name}>
        <code>{value}</code>
      </Term>
    ))}
  </dl>
);

/** A name of a program with what is said about it, in a list of class `headers`. */
export const Term = (props: {
  readonly name: string;
  readonly mark?: ReactNode;
  readonly children: ReactNode;
}) => (
  <div>
    <dt>
      <code>{props.name}</code> {props.mark && <small>{props.mark}</small>}
    </dt>
    <dd>{props.children}</dd>
  </div>
);

/** Shows a body that was read; until then that it is loading, or why it could not be read. */
export const Loaded = <Body,>(props: {
  readonly query: Read<Body>;
  readonly children: (body: Body) => ReactNode;
}) => {
  const { query, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading />;
};

/** Shown while something loads. */
export const Loading = () => (
  <div role="status" className="loading">
    <span className="spinner" aria-hidden /> {t.ui.loading}
  </div>
);
