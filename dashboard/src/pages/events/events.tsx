import { eventSummaries } from '../../../../functions/core/event-types.ts';
import type { Event } from '../../api/client.ts';
import { resourcePath } from '../../api/places.ts';
import { useApiKeys, useMembers } from '../../api/use-read.ts';
import { usePerson } from '../../session/session.tsx';
import { filled, t } from '../../texts/texts.ts';
import { customerFilter, listOf } from '../../ui/filters.tsx';
import { EventLink, Go, ShortId } from '../../ui/links.tsx';
import { Time } from '../../ui/values.tsx';
import { sentenceOf } from './sentences.ts';

/** Everything that happened, or what happened to one resource. */
export const { Component, Table: EventTable } = listOf({
  title: t.all.events,
  route: 'events.list',
  description: t.events.everyChangeInThis,
  filters: [
    { name: 'type', label: t.all.eventType, options: Object.keys(eventSummaries) },
    { name: 'resource_id', label: t.all.objectId, placeholder: 'cus_…, card_…, idv_…' },
    customerFilter,
  ],
  beside: 'event',
  empty: t.events.noEventsYet,
  columns: [
    {
      name: t.all.event,
      cell: ({ id, type }) => <EventLink type={type} to={`/events/${id}`} />,
      width: 180,
    },
    { name: t.all.whatHappened, cell: (event) => sentenceOf(event), width: 240 },
    {
      name: t.all.object,
      width: 150,
      least: 144,
      cell: ({ resource: { id, object }, customer_id }) => (
        <ShortId value={id} name={t.all.objectId} to={resourcePath(id, object, customer_id)} />
      ),
    },
    { name: t.all.actor, cell: ({ causation }) => <Actor actor={causation.actor} />, width: 160 },
    { name: t.all.time, cell: ({ created_at }) => <Time at={created_at} /> },
  ],
});

/** The actor of an event; a member of the business as a link to what they did. */
export const Actor = ({ actor }: { readonly actor: Event['causation']['actor'] }) => {
  const name = useActorName(actor);
  const isKnown = useMembers().data?.data.some(({ id }) => id === actor.id);
  return (
    <span className="wrap-anywhere">
      {isKnown ? <Go to={`/operators/${actor.id}`}>{name}</Go> : name}
    </span>
  );
};

/**
 * The actor of an event: an API key by its name, a member, a customer by a link, the platform, or the system itself. A member
 * has an e-mail address where the person may read it: one's own everywhere. Keys and members are read once for all rows.
 */
export const useActorName = ({ type, id }: Event['causation']['actor']): string => {
  const members = useMembers();
  const keys = useApiKeys();
  const me = usePerson();
  if (type === 'system') return t.all.system;
  if (type === 'onboarding_link') return t.events.customerByAn;
  if (type === 'api_key') {
    const key = keys.data?.data.find((one) => one.id === id);
    return keys.isPending
      ? t.all.apiKey
      : filled(t.events.apiKeyName, { name: key?.name ?? key?.masked ?? id });
  }
  const member = [...(members.data?.data ?? []), me].find((one) => one?.id === id);
  return id.startsWith('opr_')
    ? (member?.email ?? filled(t.events.memberId, { id }))
    : t.events.platform;
};
