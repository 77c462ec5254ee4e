import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useParams } from 'react-router';
import { followDelay } from '../api/follow.ts';
import type { ResolvingCall, Verification } from '../api/objects.ts';
import { useObject } from '../api/use-object.ts';
import { useSubmit } from '../api/use-submit.ts';
import { words } from '../texts/words.ts';
import { ActionButton } from '../ui/action.tsx';
import { CopyId } from '../ui/copy.tsx';
import { Facts, Section } from '../ui/details.tsx';
import { Go } from '../ui/go.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { RequirementSteps } from '../ui/requirement-steps.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { VerificationActions } from './verifications/actions.tsx';

/** One verification: what is missing step by step, and the decision, which is followed. */
export const Component = () => {
  const { verification: verification_id = '' } = useParams();
  const query = useObject('verification', verification_id, ({ status, requirements, updated_at }) =>
    status === 'processing' || requirements.pending_verification.length > 0
      ? followDelay(updated_at, Date.now())
      : false,
  );
  const verification = query.data;
  const crumbs = [
    { text: 'Customers', to: '/customers' },
    ...(verification ? [{ text: 'Verifications', to: `/customers/${verification.customer_id}/verifications` }] : []),
  ];
  return (
    <Page
      title="Identity verification"
      crumbs={crumbs}
      actions={verification && <VerificationActions verification={verification} />}
    >
      <Loaded query={query}>{(shown) => <Shown verification={shown} />}</Loaded>
    </Page>
  );
};

const Shown = ({ verification }: { readonly verification: Verification }) => (
  <SpaceBetween size="l">
    <div aria-live="polite">
      <Outcome of={verification} />
    </div>
    {verification.status === 'requires_input' && <Missing of={verification} />}
    <Section title="Overview">
      <Facts
        facts={[
          ['Status', <Status key="status" status={verification.status} />],
          ['Level', words(verification.level)],
          [
            'Customer',
            <Go key="customer" to={`/customers/${verification.customer_id}`}>
              {verification.customer_id}
            </Go>,
          ],
          ['Submitted', <Time key="submitted" at={verification.submitted_at} none="Not yet" />],
          ['Decided', <Time key="decided" at={verification.decided_at} none="Not yet" />],
          ['ID', <CopyId key="id" value={verification.id} name="Verification ID" />],
        ]}
      />
    </Section>
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
  </SpaceBetween>
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
  const attachment = useSubmit({
    send: (api, document_ids: string[]) =>
      api.verifications.update({ params: { verification_id: of.id }, body: { document_ids } }),
    repeatable: false,
  });
  const ids = Array.isArray(call.body?.document_ids) ? call.body.document_ids.map(String) : [];
  return (
    <>
      <ActionButton
        route="verifications.update"
        variant="inline-link"
        busy={attachment.busy}
        onClick={() => attachment.submit(ids)}
      >
        Attach the accepted documents
      </ActionButton>
      {attachment.problem && <ProblemAlert error={attachment.problem} />}
    </>
  );
};
