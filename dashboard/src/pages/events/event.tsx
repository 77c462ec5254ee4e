import { Fragment } from 'react';
import type { Event, EventWithDeliveries } from '../../api/client.ts';
import { resourcePath } from '../../api/places.ts';
import { t } from '../../texts/texts.ts';
import { attemptText } from '../../texts/webhooks.ts';
import { words } from '../../texts/words.ts';
import type { Details } from '../../ui/header.tsx';
import { Go, WebhookLink } from '../../ui/links.tsx';
import { Raw, ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, Status, Time } from '../../ui/values.tsx';
import { Actor } from './events.tsx';
import { piecesOf, sentenceOf } from './sentences.ts';

/** One event: its data, its cause, and its deliveries. */
export const Component = () => (
  <ResourcePage
    name="event"
    title={({ type }) => words(type)}
    facts={({ created_at, resource, customer_id, causation }) => ({
      [t.all.object]: <ObjectLink {...{ resource, customer_id }} />,
      [t.all.actor]: <Actor actor={causation.actor} />,
      [t.all.time]: <Time at={created_at} />,
    })}
  >
    {(event) => (
      <>
        <Section
          title={t.all.whatHappened}
          description={sentenceOf(event)}
          details={detailsOf(event)}
        />
        {event.deliveries && <Deliveries deliveries={event.deliveries} />}
        <Section title={t.events.data}>
          <EventData event={event} />
        </Section>
      </>
    )}
  </ResourcePage>
);

/** The data of an event as JSON: what it changed is highlighted, after what stood there before. */
export const EventData = ({ event }: { readonly event: Event }) => (
  <Raw label={t.events.eventData}>
    {piecesOf(event).map(({ text, before }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the data of an event never change.
      <Fragment key={at}>
        {before && <del>{before}</del>}
        {before && text && ' → '}
        {before === undefined ? text : <mark>{text}</mark>}
      </Fragment>
    ))}
  </Raw>
);

const ObjectLink = ({
  resource: { id, object },
  customer_id,
}: Pick<Event, 'resource' | 'customer_id'>) => {
  const path = resourcePath(id, object, customer_id);
  return path ? <Go to={path}>{id}</Go> : id;
};

const detailsOf = ({ causation, customer_id, ...event }: EventWithDeliveries): Details => {
  const { actor, request_id, idempotency_key } = causation;
  return {
    [t.all.eventType]: <code>{event.type}</code>,
    [t.events.sequence]: event.sequence,
    [t.all.customer]: customer_id && <Go to={`/customers/${customer_id}`}>{customer_id}</Go>,
    // An action of the system itself has no request.
    [t.all.requestId]:
      actor.type === 'system' ? (
        <CopyId value={request_id} name={t.all.requestId} />
      ) : (
        <Go to={`/requests/${request_id}`}>{request_id}</Go>
      ),
    'Idempotency-Key': idempotency_key && <CopyId value={idempotency_key} name="Idempotency-Key" />,
    [t.all.id]: <CopyId value={event.id} name={t.all.eventId} />,
  };
};

const Deliveries = ({
  deliveries,
}: {
  readonly deliveries: NonNullable<EventWithDeliveries['deliveries']>;
}) => (
  <Section title={t.all.deliveries}>
    {deliveries.length === 0 ? (
      t.events.noWebhook
    ) : (
      <ul className="plain-list">
        {deliveries.map(({ id, webhook_id, url, status, last_attempt }) => (
          <li key={id}>
            <Status status={status} />{' '}
            <WebhookLink id={webhook_id} url={url} to={`/deliveries/${id}`} />{' '}
            {attemptText(last_attempt)}
          </li>
        ))}
      </ul>
    )}
  </Section>
);
