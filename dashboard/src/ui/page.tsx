import Box from '@cloudscape-design/components/box';
import BreadcrumbGroup from '@cloudscape-design/components/breadcrumb-group';
import Container from '@cloudscape-design/components/container';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useEnvironment } from '../api/environment.tsx';
import type { Read } from '../api/use-read.ts';
import { ErrorAlert } from './error-alert.tsx';

type Crumb = { readonly text: string; readonly to?: string };

/** Whether a page was shown before: the first one leaves the focus where the browser put it. */
let visited = false;

/** A page: its heading, its place, its actions, and the focus when a person comes to it. */
export const Page = (props: {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) => {
  const { title, crumbs = [], description, actions, children } = props;
  const { name } = useEnvironment();
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (visited) heading.current?.focus();
    visited = true;
  }, []);
  useEffect(() => {
    document.title = `${title} · ${name === 'live' ? 'Production' : 'Sandbox'} · Dashboard`;
  }, [title, name]);
  return (
    <ContentLayout
      {...(title !== 'Home' && { breadcrumbs: <Breadcrumbs crumbs={[...crumbs, { text: title }]} /> })}
      header={
        <Header variant="h1" actions={actions} description={description}>
          <span ref={heading} tabIndex={-1} className="page-heading wrap-anywhere">
            {title}
          </span>
        </Header>
      }
    >
      {children}
    </ContentLayout>
  );
};

const Breadcrumbs = ({ crumbs }: { readonly crumbs: readonly Crumb[] }) => {
  const { name } = useEnvironment();
  const navigate = useNavigate();
  const items = [{ text: 'Home', to: '/home' }, ...crumbs].map(({ text, to }) => ({
    text,
    href: to === undefined ? '#' : `/${name}${to}`,
  }));
  return (
    <BreadcrumbGroup
      ariaLabel="Breadcrumbs"
      items={items}
      onFollow={(event) => {
        event.preventDefault();
        if (event.detail.href !== '#') void navigate(event.detail.href);
      }}
    />
  );
};

/** Values by their names. */
export type Details = Readonly<Record<string, ReactNode>>;

/** Values with their names. */
export const DetailList = ({ details }: { readonly details: Details }) => (
  <KeyValuePairs
    columns={3}
    items={Object.entries(details).map(([label, value]) => ({ label, value: value ?? '–' }))}
  />
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
    <Container
      header={
        <Header variant="h2" actions={actions} description={description}>
          {title}
        </Header>
      }
    >
      {details ? (
        <SpaceBetween size="m">
          <DetailList details={details} />
          {children}
        </SpaceBetween>
      ) : (
        children
      )}
    </Container>
  );
};

/** Text as it was sent: only ever shown as text. */
export const Raw = ({ text, label }: { readonly text: string; readonly label: string }) => (
  // A scrollable region is reachable by keyboard.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must be reachable without a mouse.
  <section className="raw" aria-label={label} tabIndex={0}>
    <pre>{text}</pre>
  </section>
);

/** A value of the API as JSON. */
export const Json = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <Raw text={JSON.stringify(value, null, 2)} label={label} />
);

/** Headers by name. */
export const HeaderList = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) => (
  <dl className="headers">
    {Object.entries(headers).map(([name, value]) => (
      <div key={name}>
        <dt>
          <Box variant="code">{name}</Box>
        </dt>
        <dd>
          <Box variant="code">{value}</Box>
        </dd>
      </div>
    ))}
  </dl>
);

/** What was read; until then that it is loading, or why it could not be read. */
export const Loaded = <Body,>(props: { readonly query: Read<Body>; readonly children: (body: Body) => ReactNode }) => {
  const { query, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading />;
};

/** Shown while something loads. */
export const Loading = () => (
  <Box textAlign="center" padding="xl">
    <div role="status">
      <Spinner /> Loading
    </div>
  </Box>
);
