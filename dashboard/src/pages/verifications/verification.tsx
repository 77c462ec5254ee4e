import { Alert } from '@cloudscape-design/components';
import type { ResolvingCall, Verification } from '../../api/client.ts';
import { followDelay } from '../../api/follow.ts';
import { words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { RequirementSteps } from '../../ui/requirement-steps.tsx';
import { useChange } from '../../ui/use-submit.ts';
import { CopyId, CustomerLink, Go, Status, Time } from '../../ui/values.tsx';
import { SimulateDecision } from '../simulations/simulate.tsx';

/** One verification: what is missing step by step, and the decision. */
export const Component = () => (
  <ResourcePage
    name="verification"
    title={() => 'Identity verification'}
    crumbs={(one) => [
      { text: 'Customers', to: '/customers' },
      ...(one ? [{ text: 'Verifications', to: `/customers/${one.customer_id}/verifications` }] : []),
    ]}
    follow={({ status, requirements, updated_at }) =>
      status === 'processing' || requirements.pending_verification.length > 0
        ? followDelay(updated_at, Date.now())
        : false
    }
    actions={(verification) => (
      <>
        {verification.status === 'processing' && <SimulateDecision verification={verification} />}
        <Actions verification={verification} />
      </>
    )}
  >
    {(verification) => (
      <>
        <div aria-live="polite">
          <Outcome of={verification} />
        </div>
        {verification.status === 'requires_input' && <Missing of={verification} />}
        <Section
          title="Overview"
          details={{
            Status: <Status status={verification.status} />,
            Level: words(verification.level),
            Customer: <CustomerLink of={verification} />,
            Submitted: <Time at={verification.submitted_at} none="Not yet" />,
            Decided: <Time at={verification.decided_at} none="Not yet" />,
            ID: <CopyId value={verification.id} name="Verification ID" />,
          }}
        />
        {verification.attestation && <Attested attestation={verification.attestation} />}
        <Section title="Documents used">
          {verification.document_ids.length === 0 ? (
            'No documents yet.'
          ) : (
            <ul className="plain-list">
              {verification.document_ids.map((id) => (
                <li key={id}>
                  <Go to={`/documents/${id}`}>{id}</Go>
                </li>
              ))}
            </ul>
          )}
        </Section>
      </>
    )}
  </ResourcePage>
);

const Attested = ({ attestation }: { readonly attestation: NonNullable<Verification['attestation']> }) => (
  <Section
    title="Verified elsewhere"
    description="A program with its own permission says so. Nobody here looked at the evidence."
    details={{
      Provider: attestation.provider,
      Reference: attestation.reference ?? '–',
      'Verified there': <Time at={attestation.verified_at} />,
      Evidence: attestation.evidence.map(words).join(', '),
      'API key': attestation.attested_by,
    }}
  />
);

const Outcome = ({ of }: { readonly of: Verification }) => {
  if (of.status === 'processing')
    return <Alert type="info">The verification is being reviewed. This page updates automatically.</Alert>;
  if (of.status === 'verified') return <Alert type="success">The identity is verified.</Alert>;
  if (!of.last_error) return null;
  return (
    <Alert type={of.status === 'rejected' ? 'error' : 'warning'} header={words(of.last_error.code)}>
      {of.last_error.message}
    </Alert>
  );
};

const Missing = ({ of }: { readonly of: Verification }) => {
  const { currently_due, pending_verification } = of.requirements;
  const here = (call: ResolvingCall) =>
    call.method === 'PATCH' && call.path === `verifications/${of.id}` && <Attach of={of} call={call} />;
  return (
    <Section title="Next steps">
      {currently_due.length + pending_verification.length === 0 ? (
        'Nothing is missing. Submit the verification.'
      ) : (
        <RequirementSteps requirements={of.requirements} here={here} />
      )}
    </Section>
  );
};

const Attach = ({ of, call }: { readonly of: Verification; readonly call: ResolvingCall }) => {
  const attachment = useChange('verifications.update');
  const document_ids = Array.isArray(call.body?.document_ids) ? call.body.document_ids.map(String) : [];
  return (
    <>
      <ActionButton
        route="verifications.update"
        variant="inline-link"
        busy={attachment.busy}
        onClick={() => attachment.submit({ params: { verification_id: of.id }, body: { document_ids } })}
      >
        Attach the accepted documents
      </ActionButton>
      {attachment.error && <ErrorAlert error={attachment.error} />}
    </>
  );
};

type Verb = Verification['allowed_actions'][number];

const meanings: Readonly<Record<Verb, string>> = {
  submit: 'The documents attached now are reviewed.',
  cancel: 'The verification ends. You can start another one.',
};

const Actions = ({ verification: { id, version, allowed_actions } }: { readonly verification: Verification }) =>
  allowed_actions.map((verb) => (
    <ConfirmedAction
      key={`${verb} ${version}`}
      route={`verifications.${verb}`}
      name={`${words(verb)} verification`}
      variant={verb === 'submit' ? 'primary' : 'normal'}
      call={{ params: { verification_id: id }, body: {} }}
    >
      {meanings[verb]}
    </ConfirmedAction>
  ));
