import { useState } from 'react';
import { useEnvironment } from '../../api/environment.tsx';
import { useRead } from '../../api/use-read.ts';
import { usePerson } from '../../session/session.tsx';
import { filled, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { Copy } from '../../ui/copy.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Loaded, Page, Raw, Section, Term } from '../../ui/page.tsx';
import { CopyId } from '../../ui/values.tsx';
import {
  boundsText,
  type Caller,
  curlOf,
  groupsOf,
  type OpenapiDocument,
  type Placed,
  resolved,
  typeText,
} from './document.ts';
import { Inline, Properties, Prose } from './properties.tsx';

/** The OpenAPI document of the environment, readable, with the caller's own base address and business in its samples. */
export const Component = () => {
  const { name, settings } = useEnvironment();
  const tenantId = usePerson()?.tenantId ?? '';
  const caller = { base: settings.api?.[name] ?? '{base_url}', tenantId };
  const query = useRead('openapi.get', {});
  return (
    <Page title={t.all.apiReference}>
      <Loaded query={query}>
        {(document) => <Shown document={document as OpenapiDocument} caller={caller} />}
      </Loaded>
    </Page>
  );
};

const Shown = ({
  document,
  caller,
}: {
  readonly document: OpenapiDocument;
  readonly caller: Caller;
}) => {
  const [sought, setSought] = useState('');
  const groups = groupsOf(document).flatMap(([tag, all]) => {
    const found = all.filter((one) => matches(one, sought));
    return found.length > 0 ? [[tag, found] as const] : [];
  });
  return (
    <>
      <About document={document} caller={caller} />
      <input
        type="search"
        className="input seek"
        aria-label={t.reference.findAnOperation}
        placeholder={t.reference.findAnOperation}
        value={sought}
        onChange={({ target }) => setSought(target.value)}
      />
      {groups.length === 0 && t.reference.noOperationsMatch}
      {groups.map(([tag, operations]) => (
        <Section key={tag} title={words(tag)}>
          {operations.map((one) => (
            <OperationShown
              key={`${one.method} ${one.path}`}
              document={document}
              placed={one}
              caller={caller}
            />
          ))}
        </Section>
      ))}
    </>
  );
};

const About = ({
  document,
  caller,
}: {
  readonly document: OpenapiDocument;
  readonly caller: Caller;
}) => (
  <Section
    title={document.info?.title ?? 'API'}
    details={{
      [t.all.baseAddress]: <CopyId value={caller.base} name={t.all.baseAddress} />,
      [t.all.businessIdentifier]: (
        <CopyId value={caller.tenantId} name={t.all.businessIdentifier2} />
      ),
      [t.all.version]: document.info?.version,
    }}
  >
    <Prose text={document.info?.description ?? ''} />
  </Section>
);

const matches = ({ method, path, operation }: Placed, sought: string): boolean =>
  `${method} ${path} ${operation.summary ?? ''}`
    .toLowerCase()
    .includes(sought.trim().toLowerCase());

type Called = {
  readonly document: OpenapiDocument;
  readonly placed: Placed;
  readonly caller: Caller;
};

/** One operation; its parameters and responses are drawn when it is opened. */
const OperationShown = ({ document, placed, caller }: Called) => {
  const { method, path, operation } = placed;
  return (
    <div id={operation.operationId}>
      <Fold heading="h3" title={operation.summary ?? path} note={`${method} ${path}`}>
        <Opened document={document} placed={placed} caller={caller} />
      </Fold>
    </div>
  );
};

const Opened = ({ document, placed, caller }: Called) => {
  const { operation } = placed;
  const curl = curlOf(document, placed, caller);
  const body = operation.requestBody?.content?.['application/json']?.schema;
  return (
    <div className="fields">
      {operation.description && <Prose text={operation.description} />}
      <div>
        <Raw
          label={filled(t.reference.sampleOfSummary, { summary: operation.summary ?? placed.path })}
        >
          {curl}
        </Raw>
        <Copy
          text={curl}
          name={t.reference.copySample}
          results={{ copied: t.reference.sampleCopied, failed: t.reference.theSampleCouldNot }}
        />
      </div>
      <Parameters document={document} placed={placed} />
      {body && (
        <div>
          <h4>{t.reference.body}</h4>
          <Properties document={document} schema={body} />
        </div>
      )}
      <Responses document={document} placed={placed} />
    </div>
  );
};

const Parameters = ({ document, placed }: Omit<Called, 'caller'>) => {
  const parameters = (placed.operation.parameters ?? []).flatMap(
    (one) => resolved(document, one) ?? [],
  );
  if (parameters.length === 0) return null;
  return (
    <div>
      <h4>{t.reference.parameters}</h4>
      <dl className="headers">
        {parameters.map(
          ({ name = '', in: place = '', required, description = '', schema = {} }) => (
            <Term
              key={`${place} ${name}`}
              name={name}
              mark={required ? filled(t.reference.placeRequired, { place }) : place}
            >
              {[typeText(schema), boundsText(schema)].filter(Boolean).join(', ')}.{' '}
              <Inline text={description || (schema.description ?? '')} />
            </Term>
          ),
        )}
      </dl>
    </div>
  );
};

const Responses = ({ document, placed }: Omit<Called, 'caller'>) => (
  <div>
    <h4>{t.reference.responses}</h4>
    {Object.entries(placed.operation.responses ?? {}).map(([status, response]) => {
      const shown = resolved(document, response);
      const schema = status.startsWith('2')
        ? shown?.content?.['application/json']?.schema
        : undefined;
      return (
        <div key={status}>
          <code>{status}</code> <Inline text={shown?.description ?? ''} />
          {schema && <Properties document={document} schema={schema} />}
        </div>
      );
    })}
  </div>
);
