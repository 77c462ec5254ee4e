import { Alert, StatusIndicator, Table } from '@cloudscape-design/components';
import type { AnswerOf } from '../../api/client.ts';
import { useDenial } from '../../api/environment.tsx';
import { useRead } from '../../api/use-read.ts';
import { words } from '../../texts/words.ts';
import { Loaded, Section } from '../../ui/page.tsx';
import { Go } from '../../ui/values.tsx';

type Evidence = NonNullable<AnswerOf<'verifications.get-evidence'>['checks'][number]['evidence']>;

/** What a verifier found, beside the profile; nothing where none looked. */
export const EvidenceSections = ({ id: verification_id }: { readonly id: string }) => {
  const denial = useDenial()('verifications.get-evidence');
  const query = useRead('verifications.get-evidence', { params: { verification_id } }, { enabled: denial === null });
  if (denial !== null) return null;
  return (
    <Loaded query={query}>
      {({ checks }) =>
        checks.map(({ evidence, provider, subject_id }) =>
          evidence ? <EvidenceSection key={`${provider} ${subject_id}`} of={evidence} by={provider} /> : null,
        )
      }
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

/** What stands against approving a customer: the screenings of it and its persons that are open or confirmed. */
export const OpenEntries = ({ customerId: customer_id }: { readonly customerId: string }) => {
  const query = useRead('screenings.list', { query: { customer_id, limit: 100 } });
  return (
    <Loaded query={query}>
      {({ data }) => {
        const against = data.filter(({ status }) => status !== 'clear');
        if (against.length === 0) return null;
        return (
          <Alert type="warning" header="Approving waits for a decision about entries of sanctions lists">
            <ul className="plain-list">
              {against.map(({ id, matches, open_count, status }) => (
                <li key={id}>
                  <Go to={`/screenings/${id}`}>{matches.map(({ name }) => name).join(', ') || id}</Go>:{' '}
                  {status === 'confirmed' ? 'confirmed' : `${open_count} open`}
                </li>
              ))}
            </ul>
          </Alert>
        );
      }}
    </Loaded>
  );
};
