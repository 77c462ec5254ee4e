import { eventSummaries } from '../../../../functions/events/types.ts';
import type { Event } from '../../api/client.ts';
import { resourcePath } from '../../api/places.ts';
import { useApiKeys } from '../../api/use-read.ts';
import { filled, t } from '../../texts/texts.ts';
import { customerFilter, listOf } from '../../ui/filters.tsx';
import { Go, ShortId, Time } from '../../ui/values.tsx';
import { sentenceOf } from './sentences.ts';

/** Everything that happened. */
export const { Component } = listOf({
  title: t.all.events,
  route: 'events.list',
  description: t.events.everyChangeInThis,
  filters: [
    { name: 'type', label: t.all.eventType, options: Object.keys(eventSummaries) },
    { name: 'resource_id', label: t.all.objectId, placeholder: 'cus_…, card_…, idv_…' },
    customerFilter,
  ],
  empty: t.events.noEventsYet,
  columns: [
    { name: t.all.event, cell: ({ id, type }) => <Go to={`/events/${id}`}>{type}</Go>, width: 180 },
    { name: t.all.whatHappened, cell: sentenceOf, width: 240 },
    {
      ...{ name: t.all.object, width: 150 },
      cell: ({ resource: { id, object }, customer_id }) => (
        <ShortId value={id} name={t.all.objectId} to={resourcePath(id, object, customer_id)} />
      ),
    },
    { name: t.all.actor, cell: ({ causation }) => <Actor actor={causation.actor} />, width: 160 },
    { name: t.all.time, cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
  ],
});

/** Who caused an event: an API key by its name, a member, a customer by a link, the platform, or the system itself. */
export const Actor = ({ actor: { type, id } }: { readonly actor: Event['causation']['actor'] }) => {
  if (type === 'system') return t.all.system;
  if (type === 'onboarding_link') return t.events.customerByAn;
  const isMember = id.startsWith('opr_');
  return (
    <span className="wrap-anywhere">
      {type === 'api_key' ? <KeyName id={id} /> : isMember ? filled(t.events.memberId, { id }) : t.events.platform}
    </span>
  );
};

/** The keys are read once for all rows; a key that is not among them is shown by its ID. */
const KeyName = ({ id }: { readonly id: string }) => {
  const { data, isPending } = useApiKeys();
  const key = data?.data.find((one) => one.id === id);
  if (isPending) return t.all.apiKey;
  return filled(t.events.apiKeyName, { name: key?.name ?? key?.masked ?? id });
};
