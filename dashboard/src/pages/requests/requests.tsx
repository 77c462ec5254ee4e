import type { LoggedRequest } from '../../api/client.ts';
import { listOf } from '../../ui/filters.tsx';
import { Go, Status, Time } from '../../ui/values.tsx';
import { Actor } from '../events/events.tsx';

/** Every call of the API. */
export const { Component } = listOf({
  title: 'Requests',
  route: 'requests.list',
  description:
    'Calls by your keys and by people in the dashboard. They appear after some seconds and are deleted after some days.',
  filters: [
    { name: 'status_class', label: 'Status', options: ['2xx', '3xx', '4xx', '5xx'] },
    { name: 'route', label: 'Route', placeholder: '/customers/{customer_id}' },
    { name: 'resource_id', label: 'Object ID', placeholder: 'cus_…, card_…, idv_…' },
    { name: 'actor_id', label: 'Key or person', placeholder: 'key_…, opr_…' },
  ],
  empty: 'No requests yet',
  columns: [
    { name: 'Request', cell: (one) => <Go to={`/requests/${one.id}`}>{`${one.method} ${one.path}`}</Go>, width: 260 },
    { name: 'Status', cell: (request) => <Outcome request={request} />, width: 160 },
    { name: 'Duration', cell: ({ duration_ms }) => `${duration_ms} ms`, width: 90 },
    { name: 'Actor', cell: ({ actor }) => actor && <Actor actor={actor} />, width: 160 },
    { name: 'Time', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
  ],
});

/** The status of a response with the code of its error. */
export const Outcome = ({ request: { status, error_code } }: { readonly request: LoggedRequest }) => (
  <Status status={status < 400 ? 'succeeded' : 'failed'} label={[status, error_code].filter(Boolean).join(' ')} />
);
