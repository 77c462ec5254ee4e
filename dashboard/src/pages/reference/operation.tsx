import { Box, CopyToClipboard, ExpandableSection, SpaceBetween } from '@cloudscape-design/components';
import { useState } from 'react';
import { filled, t } from '../../texts/texts.ts';
import { Raw } from '../../ui/page.tsx';
import { boundsText, type Caller, curlOf, type OpenapiDocument, type Placed, resolved, typeText } from './document.ts';
import { Inline, Properties, Prose } from './properties.tsx';

type Shown = { readonly document: OpenapiDocument; readonly placed: Placed; readonly caller: Caller };

/** One operation; its parameters and responses are drawn when it is opened. */
export const OperationShown = ({ document, placed, caller }: Shown) => {
  const [open, setOpen] = useState(false);
  const { method, path, operation } = placed;
  return (
    <div id={operation.operationId}>
      <ExpandableSection
        variant="default"
        headingTagOverride="h3"
        headerText={operation.summary ?? path}
        headerDescription={`${method} ${path}`}
        expanded={open}
        onChange={({ detail }) => setOpen(detail.expanded)}
      >
        {open && <Opened document={document} placed={placed} caller={caller} />}
      </ExpandableSection>
    </div>
  );
};

const Opened = ({ document, placed, caller }: Shown) => {
  const { operation } = placed;
  const curl = curlOf(document, placed, caller);
  const body = operation.requestBody?.content?.['application/json']?.schema;
  return (
    <SpaceBetween size="m">
      {operation.description && <Prose text={operation.description} />}
      <div>
        <Raw label={filled(t.reference.sampleOfSummary, { summary: operation.summary ?? placed.path })}>{curl}</Raw>
        <CopyToClipboard
          copyButtonText={t.reference.copySample}
          textToCopy={curl}
          copySuccessText={t.reference.sampleCopied}
          copyErrorText={t.reference.theSampleCouldNot}
        />
      </div>
      <Parameters document={document} placed={placed} />
      {body && (
        <div>
          <Box variant="h4">{t.reference.body}</Box>
          <Properties document={document} schema={body} />
        </div>
      )}
      <Responses document={document} placed={placed} />
    </SpaceBetween>
  );
};

const Parameters = ({ document, placed }: Omit<Shown, 'caller'>) => {
  const parameters = (placed.operation.parameters ?? []).flatMap((one) => resolved(document, one) ?? []);
  if (parameters.length === 0) return null;
  return (
    <div>
      <Box variant="h4">{t.reference.parameters}</Box>
      <dl className="headers">
        {parameters.map(({ name = '', in: place = '', required, description = '', schema = {} }) => (
          <div key={`${place} ${name}`}>
            <dt>
              <Box variant="code">{name}</Box>{' '}
              <Box variant="small">{required ? filled(t.reference.placeRequired, { place }) : place}</Box>
            </dt>
            <dd>
              {[typeText(schema), boundsText(schema)].filter(Boolean).join(', ')}.{' '}
              <Inline text={description || (schema.description ?? '')} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
};

const Responses = ({ document, placed }: Omit<Shown, 'caller'>) => (
  <div>
    <Box variant="h4">{t.reference.responses}</Box>
    {Object.entries(placed.operation.responses ?? {}).map(([status, response]) => {
      const shown = resolved(document, response);
      const schema = status.startsWith('2') ? shown?.content?.['application/json']?.schema : undefined;
      return (
        <div key={status}>
          <Box variant="code">{status}</Box> <Inline text={shown?.description ?? ''} />
          {schema && <Properties document={document} schema={schema} />}
        </div>
      );
    })}
  </div>
);
