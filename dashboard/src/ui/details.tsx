import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { ReactNode } from 'react';

/** Facts with their names. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) => (
  <KeyValuePairs columns={3} items={facts.map(([label, value]) => ({ label, value: value ?? '–' }))} />
);

/** A part of a page with its own heading. */
export const Section = (props: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}) => {
  const { title, actions, description, children } = props;
  return (
    <Container
      header={
        <Header variant="h2" {...(actions && { actions })} {...(description && { description })}>
          {title}
        </Header>
      }
    >
      {children}
    </Container>
  );
};

/** Text as it came, from whoever sent it: never more than text. */
export const Raw = ({ text, label }: { readonly text: string; readonly label: string }) => (
  // A scrollable region is reachable by keyboard.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and not everybody has a mouse.
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
