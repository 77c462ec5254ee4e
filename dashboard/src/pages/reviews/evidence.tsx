import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import type { Api } from '../../api/client.ts';
import { useDenial } from '../../api/environment.tsx';
import { useRead } from '../../api/use-read.ts';
import { words } from '../../texts/words.ts';
import { Loaded, Section } from '../../ui/page.tsx';

type Check = Awaited<ReturnType<Api['verifications']['getEvidence']>>['body']['checks'][number];
type Evidence = NonNullable<Check['evidence']>;

/** What a verifier found, beside the profile; nothing where none looked. */
export const EvidenceSections = ({ id: verification_id }: { readonly id: string }) => {
  const denial = useDenial()('verifications.get-evidence');
  const query = useRead({
    key: ['evidence', verification_id],
    read: (api, signal) => api.verifications.getEvidence({ params: { verification_id }, signal }),
    enabled: denial === null,
  });
  if (denial !== null) return null;
  return (
    <Loaded query={query}>
      {({ checks }) => (
        <SpaceBetween size="l">
          {checks.map(({ evidence, provider, subject_id }) =>
            evidence ? <EvidenceSection key={`${provider} ${subject_id}`} of={evidence} by={provider} /> : null,
          )}
        </SpaceBetween>
      )}
    </Loaded>
  );
};

/** Why a person decides, for what the code alone does not say. */
const reasons: Readonly<Record<string, string>> = {
  no_decision_in_time: 'The provider has not decided in time',
  not_accepted_by_provider: 'A file that the provider does not take: compare it yourself',
  no_machine_readable_zone: 'The document has no machine-readable zone: compare it yourself',
  nationality_mismatch: 'The document names another nationality',
  unknown_reason: 'The provider has doubts: look at the check there',
  business_unchecked: 'The business itself was not checked',
};

const EvidenceSection = ({ of, by }: { readonly of: Evidence; readonly by: string }) => (
  <Section
    title="Evidence"
    description={`Found by ${by}. It detects no forgery: compare the documents yourself.`}
    details={{
      'Faces alike': of.similarity === null ? 'Not compared' : `${Math.floor(of.similarity)} %`,
      'Reasons for a review':
        of.reasons.map((code) => reasons[code] ?? words(code)).join('; ') || 'None: nothing differs',
    }}
  >
    {of.fields.length > 0 && <Fields fields={of.fields} />}
  </Section>
);

const Fields = ({ fields }: { readonly fields: Evidence['fields'] }) => (
  <Table
    variant="embedded"
    items={fields}
    trackBy="field"
    ariaLabels={{ tableLabel: 'Profile and document' }}
    columnDefinitions={[
      { id: 'field', header: 'Field', cell: ({ field }) => words(field), isRowHeader: true },
      { id: 'profile', header: 'Profile', cell: ({ profile }) => profile ?? '–' },
      { id: 'document', header: 'Document', cell: ({ document }) => document ?? '–' },
      { id: 'agrees', header: 'Agreement', cell: ({ agrees }) => <Agreement agrees={agrees} /> },
    ]}
  />
);

const Agreement = ({ agrees }: { readonly agrees: boolean | null }) => {
  if (agrees === null) return <StatusIndicator type="info">Compare yourself</StatusIndicator>;
  return agrees ? <StatusIndicator>Agrees</StatusIndicator> : <StatusIndicator type="warning">Differs</StatusIndicator>;
};
