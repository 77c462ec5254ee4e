import { useState } from 'react';
import type { AuthorizationEndpoint } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { money } from '../../texts/money.ts';
import { counted, filled, inSentence, t } from '../../texts/texts.ts';
import { duration, words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loaded, Page, Section } from '../../ui/page.tsx';
import { SigningKeys } from '../../ui/rotation.tsx';
import { useChange } from '../../ui/use-submit.ts';
import { CopyId, Status, Time } from '../../ui/values.tsx';
import { answerText } from './authorization.tsx';

type Of = { readonly endpoint: AuthorizationEndpoint };

/** Its health changes without anybody at the page. */
const health_ms = 10_000;

/** The endpoint of the business that decides authorizations together with the rules of the card. */
export const Component = () => {
  const query = useRead('authorization-endpoints.list', {}, { follow: () => health_ms });
  const endpoint = query.data?.data[0];
  return (
    <Page
      title={t.all.authorization}
      description={t.authorizations.itIsAskedAboutEach}
      actions={
        query.data &&
        (endpoint ? <Actions key={endpoint.version} endpoint={endpoint} /> : <Create />)
      }
    >
      <Loaded query={query}>
        {({ data: [one] }) => (one ? <Shown endpoint={one} /> : t.authorizations.noEndpointYetThe)}
      </Loaded>
    </Page>
  );
};

const Create = () => (
  <ActionButton
    route="authorization-endpoints.create"
    name={t.authorizations.createEndpoint}
    variant="primary"
    to="/authorization-endpoint/edit"
  />
);

const Actions = ({ endpoint: { id, url, status } }: Of) => {
  const params = { authorization_endpoint_id: id };
  const verb = status === 'enabled' ? 'disable' : 'enable';
  return (
    <>
      <ActionButton
        route="authorization-endpoints.update"
        to="/authorization-endpoint/edit"
        name={t.all.edit}
      />
      <ConfirmedAction
        route={`authorization-endpoints.${verb}`}
        name={verb === 'disable' ? t.all.disable : t.all.enable}
        thing={url}
        call={{ params, body: {} }}
        success={(changed) =>
          filled(t.authorizations.theEndpointIs, { status: inSentence(words(changed.status)) })
        }
      >
        {verb === 'disable' ? t.authorizations.theRulesOfTheCard : t.authorizations.itIsAskedAgain}
      </ConfirmedAction>
      <ConfirmedAction
        route="authorization-endpoints.delete"
        name={t.all.delete}
        thing={url}
        call={{ params }}
        success={t.authorizations.theAuthorization2}
      >
        {t.authorizations.fromNowOnTheRules}
      </ConfirmedAction>
    </>
  );
};

const Shown = ({ endpoint }: Of) => {
  const { url, status, status_reason, timeout_ms, fallback, health } = endpoint;
  const limits = fallback.limits.map(({ amount, currency }) => money(amount, currency)).join(', ');
  return (
    <>
      <Section
        title={t.all.endpoint}
        details={{
          [t.all.url]: <span className="wrap-anywhere">{url}</span>,
          [t.all.status]: <Status status={status} />,
          [t.all.reason]: status_reason,
          [t.all.health]: <Health of={health} />,
          [t.authorizations.lastFailure]: <Time at={health.last_failure_at} none={t.all.never} />,
          [t.authorizations.latency]: <Latency />,
          [t.authorizations.timeout]: duration(timeout_ms),
          [t.authorizations.fallback]:
            fallback.decision === 'approve'
              ? filled(t.authorizations.approveUpToLimits, { limits })
              : t.authorizations.decline,
          [t.all.id]: <CopyId value={endpoint.id} name={t.authorizations.endpointId} />,
        }}
      />
      <SigningKeys
        route="authorization-endpoints.rotate"
        secrets={endpoint.secrets}
        description={t.authorizations.signsEveryRequest}
        call={(grace_seconds) => ({
          params: { authorization_endpoint_id: endpoint.id },
          body: { grace_seconds },
        })}
        success={t.authorizations.aNewSecretKeyWas}
        meaning={t.authorizations.requestsAreSigned}
      />
      <Test endpoint={endpoint} />
    </>
  );
};

const Health = ({ of }: { readonly of: AuthorizationEndpoint['health'] }) => {
  const { consecutive_failures: failures, open_until } = of;
  if (failures === 0) return <Status status="healthy" />;
  const failing = counted(t.ui.failing, failures);
  return (
    <Status
      status={open_until ? 'open' : 'degraded'}
      label={open_until ? filled(t.authorizations.notAsked, { failing }) : failing}
    />
  );
};

/** How long the endpoint took for the newest authorizations that it answered. */
const Latency = () => {
  const query = useRead('authorizations.list-all', { query: { limit: 100 } });
  const answers = query.data?.data.flatMap((one) => one.business_response?.response_ms ?? []) ?? [];
  const sorted = answers.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) return t.authorizations.noAnswersAmongThe;
  const slowest = duration(sorted.at(-1) ?? median);
  return filled(t.authorizations.latencies, {
    median: duration(median),
    slowest,
    count: sorted.length,
  });
};

/** Asks the endpoint about an invented amount, and shows what it answered. */
const Test = ({ endpoint: { id } }: Of) => {
  const [text, setText] = useState<{
    readonly type: 'success' | 'error';
    readonly text: string;
  } | null>(null);
  const { submit, busy, error } = useChange('authorization-endpoints.test', {
    onDone: ({ request, response, error_message }) =>
      setText(
        response
          ? { type: 'success', text: answerText(response, request.data.currency) }
          : { type: 'error', text: error_message ?? t.authorizations.theEndpointDidNot },
      ),
  });
  const ask = () => submit({ params: { authorization_endpoint_id: id }, body: {} });
  const button = (
    <ActionButton
      route="authorization-endpoints.test"
      name={t.authorizations.testEndpoint}
      busy={busy}
      onClick={ask}
    />
  );
  return (
    <Section
      title={t.authorizations.test}
      description={t.authorizations.asksAboutAn}
      actions={button}
    >
      {error && <ErrorAlert error={error} />}
      <div aria-live="polite">{text && <Alert type={text.type}>{text.text}</Alert>}</div>
    </Section>
  );
};
