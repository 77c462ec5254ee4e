import { TextFilter } from '@cloudscape-design/components';
import { useState } from 'react';
import { useEnvironment } from '../../api/environment.tsx';
import { useRead } from '../../api/use-read.ts';
import { usePerson } from '../../session/session.tsx';
import { t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { Loaded, Page, Section } from '../../ui/page.tsx';
import { CopyId } from '../../ui/values.tsx';
import { type Caller, groupsOf, type OpenapiDocument, type Placed } from './document.ts';
import { OperationShown } from './operation.tsx';
import { Prose } from './properties.tsx';

/** The OpenAPI document of the environment, readable, with the caller's own base address and business in its samples. */
export const Component = () => {
  const { name, settings } = useEnvironment();
  const tenantId = usePerson()?.tenantId ?? '';
  const caller = { base: settings.api?.[name] ?? '{base_url}', tenantId };
  const query = useRead('openapi.get', {});
  return (
    <Page title={t.all.apiReference}>
      <Loaded query={query}>{(document) => <Shown document={document as OpenapiDocument} caller={caller} />}</Loaded>
    </Page>
  );
};

const Shown = ({ document, caller }: { readonly document: OpenapiDocument; readonly caller: Caller }) => {
  const [sought, setSought] = useState('');
  const groups = groupsOf(document).flatMap(([tag, all]) => {
    const found = all.filter((one) => matches(one, sought));
    return found.length > 0 ? [[tag, found] as const] : [];
  });
  return (
    <>
      <About document={document} caller={caller} />
      <TextFilter
        filteringText={sought}
        filteringPlaceholder={t.reference.findAnOperation}
        filteringAriaLabel={t.reference.findAnOperation}
        onChange={({ detail }) => setSought(detail.filteringText)}
      />
      {groups.length === 0 && t.reference.noOperationsMatch}
      {groups.map(([tag, operations]) => (
        <Section key={tag} title={words(tag)}>
          {operations.map((placed) => (
            <OperationShown
              key={`${placed.method} ${placed.path}`}
              document={document}
              placed={placed}
              caller={caller}
            />
          ))}
        </Section>
      ))}
    </>
  );
};

const About = ({ document, caller }: { readonly document: OpenapiDocument; readonly caller: Caller }) => (
  <Section
    title={document.info?.title ?? 'API'}
    details={{
      [t.all.baseAddress]: <CopyId value={caller.base} name={t.all.baseAddress} />,
      [t.all.businessIdentifier]: <CopyId value={caller.tenantId} name={t.all.businessIdentifier2} />,
      [t.all.version]: document.info?.version,
    }}
  >
    <Prose text={document.info?.description ?? ''} />
  </Section>
);

const matches = ({ method, path, operation }: Placed, sought: string): boolean =>
  `${method} ${path} ${operation.summary ?? ''}`.toLowerCase().includes(sought.trim().toLowerCase());
