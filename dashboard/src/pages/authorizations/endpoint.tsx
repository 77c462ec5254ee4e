import { Alert } from '@cloudscape-design/components';
import { useState } from 'react';
import type { AuthorizationEndpoint } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { money } from '../../texts/money.ts';
import { duration } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loaded, Page, Section } from '../../ui/page.tsx';
import { Rotation } from '../../ui/rotation.tsx';
import { useChange } from '../../ui/use-submit.ts';
import { CopyId, SecretOnce, Status, Time } from '../../ui/values.tsx';
import { SecretList } from '../webhooks/webhook.tsx';
import { answerText } from './authorization.tsx';

type Of = { readonly endpoint: AuthorizationEndpoint };

/** The endpoint of the business that decides authorizations together with the rules of the card. */
export const Component = () => {
  const query = useRead('authorization-endpoints.list', {});
  const endpoint = query.data?.data[0];
  const edit = (
    <ActionButton
      route={endpoint ? 'authorization-endpoints.update' : 'authorization-endpoints.create'}
      variant={endpoint ? 'normal' : 'primary'}
      to="/authorization-endpoint/edit"
    >
      {endpoint ? 'Edit' : 'Create endpoint'}
    </ActionButton>
  );
  return (
    <Page
      title="Authorization endpoint"
      description="It is asked about each amount that the rules of a card would approve."
      actions={
        query.data && (
          <>
            {edit}
            {endpoint && <Actions key={endpoint.version} endpoint={endpoint} />}
          </>
        )
      }
    >
      <Loaded query={query}>
        {({ data: [one] }) => (one ? <Shown endpoint={one} /> : 'No endpoint yet: the rules of the card decide alone.')}
      </Loaded>
    </Page>
  );
};

const Actions = ({ endpoint: { id, url, status } }: Of) => {
  const params = { authorization_endpoint_id: id };
  const verb = status === 'enabled' ? 'disable' : 'enable';
  return (
    <>
      <ConfirmedAction
        route={`authorization-endpoints.${verb}`}
        name={verb === 'disable' ? 'Disable' : 'Enable'}
        thing={url}
        call={{ params, body: {} }}
        success={(changed) => `The endpoint is ${changed.status}.`}
      >
        {verb === 'disable'
          ? 'The rules of the card decide alone until you enable the endpoint.'
          : 'It is asked again.'}
      </ConfirmedAction>
      <ConfirmedAction
        route="authorization-endpoints.delete"
        name="Delete"
        thing={url}
        call={{ params }}
        success="The authorization endpoint was deleted."
      >
        From now on the rules of the card decide alone. This cannot be undone.
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
        title="Endpoint"
        details={{
          URL: <span className="wrap-anywhere">{url}</span>,
          Status: <Status status={status} />,
          Reason: status_reason,
          Health: <Health of={health} />,
          'Last failure': <Time at={health.last_failure_at} none="Never" />,
          Latency: <Latency />,
          Timeout: duration(timeout_ms),
          Fallback: fallback.decision === 'approve' ? `Approve up to ${limits}` : 'Decline',
          ID: <CopyId value={endpoint.id} name="Endpoint ID" />,
        }}
      />
      <Secrets endpoint={endpoint} />
      <Test endpoint={endpoint} />
    </>
  );
};

const Health = ({
  of: { consecutive_failures: failures, open_until },
}: {
  readonly of: AuthorizationEndpoint['health'];
}) => {
  if (failures === 0) return <Status status="healthy" />;
  const text = `Failing: ${failures} ${failures === 1 ? 'failure' : 'failures'} in a row`;
  return <Status status={open_until ? 'open' : 'degraded'} label={open_until ? `${text}, not asked for now` : text} />;
};

/** How long the endpoint took for the newest authorizations that it answered. */
const Latency = () => {
  const query = useRead('authorizations.list-all', { query: { limit: 100 } });
  const answers = query.data?.data.flatMap((one) => one.business_response?.response_ms ?? []) ?? [];
  const sorted = answers.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) return 'No answers among the newest 100 authorizations';
  return `Median ${duration(median)}, slowest ${duration(sorted.at(-1) ?? median)} (${sorted.length} newest answers)`;
};

const Secrets = ({ endpoint: { id, secrets } }: Of) => {
  const [created, setCreated] = useState<{ readonly secret: string | undefined } | null>(null);
  return (
    <Section
      title="Secret Key"
      description="Signs every request, so that your endpoint can verify the sender."
      actions={
        <Rotation
          route="authorization-endpoints.rotate"
          call={(grace_seconds) => ({ params: { authorization_endpoint_id: id }, body: { grace_seconds } })}
          onDone={({ secret }) => setCreated({ secret })}
          success="A new Secret Key was created for the endpoint."
          label="The old key also signs for"
          hint="Give the new key to your endpoint within this time."
        >
          Requests are signed with the new key immediately.
        </Rotation>
      }
    >
      {created && <SecretOnce name="Secret Key" secret={created.secret} />}
      <SecretList secrets={secrets} />
    </Section>
  );
};

/** Asks the endpoint about an invented amount, and shows what it answered. */
const Test = ({ endpoint: { id } }: Of) => {
  const [text, setText] = useState<{ readonly type: 'success' | 'error'; readonly text: string } | null>(null);
  const test = useChange('authorization-endpoints.test', {
    onDone: ({ request, response, error_message }) =>
      setText(
        response
          ? { type: 'success', text: answerText(response, request.data.currency) }
          : { type: 'error', text: error_message ?? 'The endpoint did not answer.' },
      ),
  });
  const ask = () => test.submit({ params: { authorization_endpoint_id: id }, body: {} });
  const button = (
    <ActionButton route="authorization-endpoints.test" busy={test.busy} onClick={ask}>
      Test endpoint
    </ActionButton>
  );
  return (
    <Section title="Test" description="Asks about an invented amount. Nothing is decided or recorded." actions={button}>
      {test.error && <ErrorAlert error={test.error} />}
      <div aria-live="polite">{text && <Alert type={text.type}>{text.text}</Alert>}</div>
    </Section>
  );
};
