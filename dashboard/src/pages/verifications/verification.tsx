import type { ResolvingCall, Verification } from '../../api/client.ts';
import { followDelay } from '../../api/follow.ts';
import { filled, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CustomerLink, Go } from '../../ui/links.tsx';
import { customerCrumbs, ResourcePage, Section } from '../../ui/page.tsx';
import { RequirementSteps } from '../../ui/requirement-steps.tsx';
import { useChange } from '../../ui/use-submit.ts';
import { CopyId, Status, Time } from '../../ui/values.tsx';
import { SimulateDecision } from '../simulations/simulate.tsx';

/** One verification: what is missing step by step, and the decision. */
export const Component = () => (
  <ResourcePage
    name="verification"
    title={() => t.verifications.identity}
    status={({ status }) => <Status status={status} />}
    facts={(one) => ({
      [t.all.customer]: <CustomerLink of={one} />,
      [t.all.level]: words(one.level),
      [t.all.submitted]: <Time at={one.submitted_at} none={t.all.notYet} />,
    })}
    crumbs={(one) => customerCrumbs(t.all.verifications, 'verifications', one?.customer_id)}
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
          title={t.all.details}
          details={{
            [t.all.decided]: <Time at={verification.decided_at} none={t.all.notYet} />,
            [t.all.id]: <CopyId value={verification.id} name={t.verifications.verificationId} />,
          }}
        />
        {verification.attestation && <Attested attestation={verification.attestation} />}
        <Section title={t.verifications.documentsUsed}>
          {verification.document_ids.length === 0 ? (
            t.verifications.noDocumentsYet
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

const Attested = ({
  attestation,
}: {
  readonly attestation: NonNullable<Verification['attestation']>;
}) => (
  <Section
    title={t.verifications.verifiedElsewhere}
    description={t.verifications.aProgramWithItsOwn}
    details={{
      [t.verifications.provider]: attestation.provider,
      [t.verifications.reference]: attestation.reference ?? '–',
      [t.verifications.verifiedThere]: <Time at={attestation.verified_at} />,
      [t.all.evidence]: attestation.evidence.map(words).join(', '),
      [t.all.apiKey]: attestation.attested_by,
    }}
  />
);

const Outcome = ({ of }: { readonly of: Verification }) => {
  if (of.status === 'processing')
    return <Alert type="info">{t.verifications.theVerificationIs}</Alert>;
  if (of.status === 'verified')
    return <Alert type="success">{t.verifications.theIdentityIs}</Alert>;
  if (!of.last_error) return null;
  return (
    <Alert type={of.status === 'rejected' ? 'error' : 'warning'} header={words(of.last_error.code)}>
      {t.verificationErrors[of.last_error.code] ?? of.last_error.message}
    </Alert>
  );
};

const Missing = ({ of }: { readonly of: Verification }) => {
  const { currently_due, pending_verification } = of.requirements;
  const here = (call: ResolvingCall) =>
    call.method === 'PATCH' &&
    call.path === `verifications/${of.id}` && <Attach of={of} call={call} />;
  return (
    <Section title={t.all.nextSteps}>
      {currently_due.length + pending_verification.length === 0 ? (
        t.verifications.nothingIsMissing
      ) : (
        <RequirementSteps requirements={of.requirements} here={here} />
      )}
    </Section>
  );
};

const Attach = ({ of, call }: { readonly of: Verification; readonly call: ResolvingCall }) => {
  const attachment = useChange('verifications.update');
  const document_ids = Array.isArray(call.body?.document_ids)
    ? call.body.document_ids.map(String)
    : [];
  return (
    <>
      <ActionButton
        route="verifications.update"
        name={t.verifications.attachTheAccepted}
        variant="inline-link"
        busy={attachment.busy}
        onClick={() =>
          attachment.submit({ params: { verification_id: of.id }, body: { document_ids } })
        }
      />
      {attachment.error && <ErrorAlert error={attachment.error} />}
    </>
  );
};

const Actions = ({
  verification: { id, version, allowed_actions },
}: {
  readonly verification: Verification;
}) =>
  allowed_actions.map((verb) => (
    <ConfirmedAction
      key={`${verb} ${version}`}
      route={`verifications.${verb}`}
      name={filled(t.verifications.verbVerification, { verb: words(verb) })}
      variant={verb === 'submit' ? 'primary' : 'normal'}
      call={{ params: { verification_id: id }, body: {} }}
    >
      {t.verifications.meanings[verb]}
    </ConfirmedAction>
  ));
