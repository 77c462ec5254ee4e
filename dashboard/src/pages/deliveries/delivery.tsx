import { useState } from 'react';
import type { DeliveryWithAttempts } from '../../api/client.ts';
import { useReadOn, useWebhooks } from '../../api/use-read.ts';
import { filled, t } from '../../texts/texts.ts';
import { reasonOf } from '../../texts/webhooks.ts';
import { words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useShownId } from '../../ui/beside.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert, More } from '../../ui/error-alert.tsx';
import { EventLink, WebhookLink } from '../../ui/links.tsx';
import { Loading, ResourcePage, Section } from '../../ui/page.tsx';
import { useChange } from '../../ui/use-submit.ts';
import { CopyId, Status, Time } from '../../ui/values.tsx';
import { AttemptDetails, followUntil } from './attempt.tsx';

/** One delivery: its newest attempts, earlier ones on request, and the next one by hand. */
export const Component = () => {
  const id = useShownId('delivery');
  return <Delivery key={id} id={id} />;
};

const Delivery = ({ id: delivery_id }: { readonly id: string }) => {
  // Read at the same time, so that nothing moves when it comes.
  useWebhooks();
  const [awaited, setAwaited] = useState(0);
  const resend = useChange('deliveries.resend', {
    onDone: ({ attempts_made }) => setAwaited(attempts_made + 1),
  });
  return (
    <ResourcePage
      name="delivery"
      title={({ event_type }) =>
        filled(t.deliveries.deliveryOfEvent, { event_type: words(event_type) })
      }
      status={({ status }) => <Status status={status} />}
      facts={(delivery) => ({
        [t.all.webhook]: <WebhookLink id={delivery.webhook_id} url={delivery.url} />,
        [t.all.event]: <EventLink type={delivery.event_type} to={`/events/${delivery.event_id}`} />,
        [t.all.created]: <Time at={delivery.created_at} />,
      })}
      follow={followUntil(awaited)}
      actions={({ allowed_actions }) => (
        <ActionButton
          route="deliveries.resend"
          name={t.deliveries.resend}
          variant="primary"
          busy={resend.busy}
          unable={allowed_actions.includes('resend') ? null : t.deliveries.thisDeliveryCannot}
          onClick={() => resend.submit({ params: { delivery_id }, body: {} })}
        />
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

const Following = ({
  of,
  awaited,
}: {
  readonly of: DeliveryWithAttempts;
  readonly awaited: number;
}) => {
  if (awaited === 0) return null;
  if (of.attempts_made < awaited) return <Alert type="info">{t.deliveries.resendingThe}</Alert>;
  return (
    <Alert type={of.last_attempt?.error ? 'error' : 'success'}>
      {of.last_attempt?.error ? t.deliveries.theResendFailed : t.deliveries.theResendWas}
    </Alert>
  );
};

const Shown = ({ delivery }: { readonly delivery: DeliveryWithAttempts }) => {
  const { data: webhooks, isFetched } = useWebhooks();
  const [isOpen, setOpen] = useState(false);
  const isCut = delivery.attempts.length < delivery.attempts_made;
  const webhook = webhooks?.data.find(({ id }) => id === delivery.webhook_id);
  // A paused delivery is sent when a try at its endpoint succeeds.
  const isPaused = delivery.status === 'paused';
  const next = isPaused ? (webhook?.health.next_probe_at ?? null) : delivery.next_attempt_at;
  // Not until it is pending: where it could not be read, its links ask again, and would go with the page.
  if (!isFetched) return <Loading />;
  return (
    <>
      <Section
        title={t.all.details}
        details={{
          [t.all.reason]: webhooks && reasonOf(delivery, webhook),
          [t.deliveries.completed]: <Time at={delivery.completed_at} none={t.all.notYet} />,
          [t.deliveries.attempts]: filled(t.deliveries.attemptsMadeMade, {
            attempts_made: delivery.attempts_made,
            attempts_left: delivery.attempts_left,
          }),
          [t.deliveries.nextAttempt]: <Time at={next} none={t.deliveries.noneScheduled} />,
          [t.all.id]: <CopyId value={delivery.id} name={t.deliveries.deliveryId} />,
        }}
      />
      <Section title={t.deliveries.attempts} description={t.all.newestFirst}>
        {delivery.attempts_made === 0
          ? isPaused
            ? t.deliveries.noAttemptsPaused
            : t.deliveries.noAttemptsYetThe
          : delivery.attempts
              .toReversed()
              .map((attempt, position) => (
                <AttemptDetails
                  key={attempt.number}
                  attempt={attempt}
                  of={delivery}
                  open={position === 0}
                />
              ))}
        {isCut && isOpen && <EarlierAttempts of={delivery} />}
        {isCut && !isOpen && (
          <Button onClick={() => setOpen(true)}>{t.deliveries.showEarlier}</Button>
        )}
      </Section>
    </>
  );
};

/** The attempts before those that a delivery is shown with, one page at a time. */
const EarlierAttempts = ({ of }: { readonly of: DeliveryWithAttempts }) => {
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
