import type { EventWithDeliveries } from '../../api/client.ts';
import { resourcePath } from '../../api/places.ts';
import { attemptText } from '../../texts/webhooks.ts';
import { type Details, Json, ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, Go, Status, Time } from '../../ui/values.tsx';
import { Actor } from './events.tsx';
import { changesOf, sentenceOf } from './sentences.ts';

/** One event: its data, its cause, and its deliveries. */
export const Component = () => (
  <ResourcePage name="event" title={({ type }) => type}>
    {(event) => (
      <>
        <Section title="What happened" description={sentenceOf(event)} details={detailsOf(event)} />
        {event.deliveries && <Deliveries deliveries={event.deliveries} />}
        {event.previous && (
          <Section title="What changed">
            <ul className="plain-list wrap-anywhere">
              {changesOf(event.previous, event.data).map(({ place, before, after }) => (
                <li key={place}>
                  {place}: <del>{JSON.stringify(before)}</del> → <ins>{JSON.stringify(after)}</ins>
                </li>
              ))}
            </ul>
          </Section>
        )}
        <Section title="Data">
          <Json value={event.data} label="Event data" />
        </Section>
      </>
    )}
  </ResourcePage>
);

const detailsOf = ({ id, created_at, sequence, causation, resource, customer_id }: EventWithDeliveries): Details => {
  const { actor, request_id, idempotency_key } = causation;
  const path = resourcePath(resource.id, resource.object, customer_id);
  return {
    Time: <Time at={created_at} />,
    Object: path ? <Go to={path}>{resource.id}</Go> : resource.id,
    Sequence: sequence,
    Customer: customer_id && <Go to={`/customers/${customer_id}`}>{customer_id}</Go>,
    Actor: <Actor actor={actor} />,
    // What the system does by itself is no request.
    'Request ID':
      actor.type === 'system' ? (
        <CopyId value={request_id} name="Request ID" />
      ) : (
        <Go to={`/requests/${request_id}`}>{request_id}</Go>
      ),
    'Idempotency-Key': idempotency_key && <CopyId value={idempotency_key} name="Idempotency-Key" />,
    ID: <CopyId value={id} name="Event ID" />,
  };
};

const Deliveries = ({ deliveries }: { readonly deliveries: NonNullable<EventWithDeliveries['deliveries']> }) => (
  <Section title="Deliveries">
    {deliveries.length === 0 ? (
      'No webhook subscribes to this event.'
    ) : (
      <ul className="plain-list">
        {deliveries.map(({ id, url, status, last_attempt }) => (
          <li key={id}>
            <Status status={status} /> <Go to={`/deliveries/${id}`}>{url}</Go> {attemptText(last_attempt)}
          </li>
        ))}
      </ul>
    )}
  </Section>
);
