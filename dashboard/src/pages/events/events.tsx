import { eventSummaries } from '../../../../functions/events/types.ts';
import type { Event } from '../../api/client.ts';
import { useApiKeys } from '../../api/use-read.ts';
import { customerFilter, listOf } from '../../ui/filters.tsx';
import { Go, Time } from '../../ui/values.tsx';
import { sentenceOf } from './sentences.ts';

/** Everything that happened. */
export const { Component } = listOf({
  title: 'Events',
  route: 'events.list',
  description: 'Every change in this environment.',
  filters: [
    { name: 'type', label: 'Event type', options: Object.keys(eventSummaries) },
    { name: 'resource_id', label: 'Object ID', placeholder: 'cus_…, card_…, idv_…' },
    customerFilter,
  ],
  empty: 'No events yet',
  columns: [
    { name: 'Event', cell: ({ id, type }) => <Go to={`/events/${id}`}>{type}</Go>, width: 180 },
    { name: 'What happened', cell: sentenceOf, width: 240 },
    { name: 'Object', cell: ({ resource }) => <span className="wrap-anywhere">{resource.id}</span>, width: 170 },
    { name: 'Actor', cell: ({ causation }) => <Actor actor={causation.actor} />, width: 160 },
    { name: 'Time', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
  ],
});

/** Who caused an event: an API key by its name, a member, a customer by a link, the platform, or the system itself. */
export const Actor = ({ actor: { type, id } }: { readonly actor: Event['causation']['actor'] }) => {
  if (type === 'system') return 'System';
  if (type === 'onboarding_link') return 'Customer, by an onboarding link';
  const isMember = id.startsWith('opr_');
  return (
    <span className="wrap-anywhere">
      {type === 'api_key' ? <KeyName id={id} /> : isMember ? `Member ${id}` : 'Platform'}
    </span>
  );
};

/** The keys are read once for all rows; a key that is not among them is shown by its ID. */
const KeyName = ({ id }: { readonly id: string }) => {
  const { data, isPending } = useApiKeys();
  const key = data?.data.find((one) => one.id === id);
  if (isPending) return 'API key';
  return `API key “${key?.name ?? key?.masked ?? id}”`;
};
