import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { DeliveryWithAttempts } from '../api/objects.ts';
import { useSubmit } from '../api/use-submit.ts';
import { ActionButton } from '../ui/action.tsx';
import { CopyId } from '../ui/copy.tsx';
import { Facts, Section } from '../ui/details.tsx';
import { Go } from '../ui/go.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { AttemptShown } from './deliveries/attempt.tsx';
import { EarlierAttempts } from './deliveries/earlier-attempts.tsx';
import { useDelivery } from './deliveries/use-delivery.ts';

/** One delivery: its newest attempts, those before on request, and the next one by hand. */
export const Component = () => {
  const { delivery: delivery_id = '' } = useParams();
  const [awaited, setAwaited] = useState(0);
  const query = useDelivery(delivery_id, awaited);
  const resend = useSubmit({
    send: (api, id: string, idempotencyKey) =>
      api.deliveries.resend({ params: { delivery_id: id }, body: {}, idempotencyKey }),
    onDone: ({ attempts_made }) => setAwaited(attempts_made + 1),
  });
  const delivery = query.data;
  const unable =
    delivery && !delivery.allowed_actions.includes('resend')
      ? (delivery.status_reason ?? 'This delivery cannot be resent now.')
      : null;
  return (
    <Page
      title={delivery ? `Delivery of ${delivery.event_type}` : 'Delivery'}
      crumbs={[{ text: 'Deliveries', to: '/deliveries' }]}
      actions={
        <ActionButton
          route="deliveries.resend"
          variant="primary"
          busy={resend.busy}
          unable={unable}
          onClick={() => resend.submit(delivery_id)}
        >
          Resend
        </ActionButton>
      }
    >
      <SpaceBetween size="l">
        {resend.problem && <ProblemAlert error={resend.problem} />}
        <div aria-live="polite">{delivery && <Following of={delivery} awaited={awaited} />}</div>
        <Loaded query={query}>{(shown) => <Shown delivery={shown} />}</Loaded>
      </SpaceBetween>
    </Page>
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
  <SpaceBetween size="l">
    <Section title="Overview">
      <Facts
        facts={[
          ['Status', <Status key="status" status={delivery.status} />],
          ['Reason', delivery.status_reason],
          [
            'Webhook',
            <Go key="webhook" to={`/webhooks/${delivery.webhook_id}`}>
              {delivery.url}
            </Go>,
          ],
          [
            'Event',
            <Go key="event" to={`/events/${delivery.event_id}`}>
              {delivery.event_type}
            </Go>,
          ],
          ['Created', <Time key="made" at={delivery.created_at} />],
          ['Completed', <Time key="done" at={delivery.completed_at} none="Not yet" />],
          ['Attempts', `${delivery.attempts_made} made, ${delivery.attempts_left} automatic retries left`],
          ['Next attempt', <Time key="next" at={delivery.next_attempt_at} none="None scheduled" />],
          ['ID', <CopyId key="id" value={delivery.id} name="Delivery ID" />],
        ]}
      />
    </Section>
    <Section title="Attempts" description="Newest first.">
      {delivery.attempts_made === 0
        ? 'No attempts yet. The first one appears here automatically.'
        : delivery.attempts
            .toReversed()
            .map((attempt, position) => <AttemptShown key={attempt.number} attempt={attempt} open={position === 0} />)}
      {delivery.attempts.length < delivery.attempts_made && <EarlierAttempts of={delivery} />}
    </Section>
  </SpaceBetween>
);
