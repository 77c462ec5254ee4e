import { Alert, Button } from '@cloudscape-design/components';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { DeliveryWithAttempts } from '../../api/client.ts';
import { useReadOn } from '../../api/use-read.ts';
import { ActionButton } from '../../ui/action.tsx';
import { ErrorAlert, More } from '../../ui/error-alert.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { useChange } from '../../ui/use-submit.ts';
import { CopyId, Go, Status, Time } from '../../ui/values.tsx';
import { AttemptDetails, followUntil } from './attempt.tsx';

/** One delivery: its newest attempts, earlier ones on request, and the next one by hand. */
export const Component = () => {
  const { delivery: delivery_id = '' } = useParams();
  const [awaited, setAwaited] = useState(0);
  const resend = useChange('deliveries.resend', { onDone: ({ attempts_made }) => setAwaited(attempts_made + 1) });
  return (
    <ResourcePage
      name="delivery"
      title={({ event_type }) => `Delivery of ${event_type}`}
      follow={followUntil(awaited)}
      actions={({ allowed_actions, status_reason }) => (
        <ActionButton
          route="deliveries.resend"
          variant="primary"
          busy={resend.busy}
          unable={allowed_actions.includes('resend') ? null : (status_reason ?? 'This delivery cannot be resent now.')}
          onClick={() => resend.submit({ params: { delivery_id }, body: {} })}
        >
          Resend
        </ActionButton>
      )}
    >
      {(delivery) => (
        <>
          {resend.error && <ErrorAlert error={resend.error} />}
          <div aria-live="polite">
            <Following of={delivery} awaited={awaited} />
          </div>
          <Shown delivery={delivery} />
        </>
      )}
    </ResourcePage>
  );
};

const Following = ({ of, awaited }: { readonly of: DeliveryWithAttempts; readonly awaited: number }) => {
  if (awaited === 0) return null;
  if (of.attempts_made < awaited) return <Alert type="info">Resending. The attempt appears below automatically.</Alert>;
  return (
    <Alert type={of.last_attempt?.error ? 'error' : 'success'}>
      {of.last_attempt?.error ? 'The resend failed.' : 'The resend was delivered.'}
    </Alert>
  );
};

const Shown = ({ delivery }: { readonly delivery: DeliveryWithAttempts }) => (
  <>
    <Section
      title="Overview"
      details={{
        Status: <Status status={delivery.status} />,
        Reason: delivery.status_reason,
        Webhook: <Go to={`/webhooks/${delivery.webhook_id}`}>{delivery.url}</Go>,
        Event: <Go to={`/events/${delivery.event_id}`}>{delivery.event_type}</Go>,
        Created: <Time at={delivery.created_at} />,
        Completed: <Time at={delivery.completed_at} none="Not yet" />,
        Attempts: `${delivery.attempts_made} made, ${delivery.attempts_left} automatic retries left`,
        'Next attempt': <Time at={delivery.next_attempt_at} none="None scheduled" />,
        ID: <CopyId value={delivery.id} name="Delivery ID" />,
      }}
    />
    <Section title="Attempts" description="Newest first.">
      {delivery.attempts_made === 0
        ? 'No attempts yet. The first one appears here automatically.'
        : delivery.attempts
            .toReversed()
            .map((attempt, position) => (
              <AttemptDetails key={attempt.number} attempt={attempt} of={delivery} open={position === 0} />
            ))}
      {delivery.attempts.length < delivery.attempts_made && <EarlierAttempts of={delivery} />}
    </Section>
  </>
);

/** The attempts before those that a delivery is shown with, one page at a time. */
const EarlierAttempts = ({ of }: { readonly of: DeliveryWithAttempts }) => {
  const [open, setOpen] = useState(false);
  return open ? <Listed of={of} /> : <Button onClick={() => setOpen(true)}>Show earlier attempts</Button>;
};

const Listed = ({ of }: { readonly of: DeliveryWithAttempts }) => {
  const { id, attempts, attempts_made } = of;
  const query = useReadOn('deliveries.list-attempts', { params: { delivery_id: id } });
  const oldest = attempts[0]?.number ?? attempts_made + 1;
  const earlier = query.items.filter(({ number }) => number < oldest);
  return (
    <>
      {earlier.map((attempt) => (
        <AttemptDetails key={attempt.number} attempt={attempt} of={of} />
      ))}
      <More of={query} />
    </>
  );
};
