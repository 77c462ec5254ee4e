import type { LoggedRequest } from '../../api/client.ts';
import { filled, t } from '../../texts/texts.ts';
import { listOf } from '../../ui/filters.tsx';
import { Go } from '../../ui/links.tsx';
import { Status, Time } from '../../ui/values.tsx';
import { Actor } from '../events/events.tsx';

/** Every call of the API. */
export const { Component, Table: RequestTable } = listOf({
  title: t.all.requests,
  route: 'requests.list',
  description: t.requests.callsByYourKeysAnd,
  filters: [
    { name: 'status_class', label: t.all.status, options: ['2xx', '3xx', '4xx', '5xx'] },
    { name: 'route', label: t.requests.route, placeholder: '/customers/{customer_id}' },
    { name: 'resource_id', label: t.all.objectId, placeholder: 'cus_…, card_…, idv_…' },
    { name: 'actor_id', label: t.requests.keyOrPerson, placeholder: 'key_…, opr_…' },
  ],
  beside: 'request',
  empty: t.requests.noRequestsYet,
  columns: [
    {
      name: t.all.request,
      cell: (one) => <Go to={`/requests/${one.id}`}>{`${one.method} ${one.path}`}</Go>,
      width: 260,
    },
    { name: t.all.status, cell: (request) => <Outcome request={request} />, width: 160 },
    {
      name: t.all.duration,
      cell: ({ duration_ms }) => filled(t.requests.durationMsMs, { duration_ms }),
      width: 90,
      isNumber: true,
    },
    {
      name: t.all.actor,
      cell: ({ actor }) => actor && <Actor actor={actor} />,
      width: 160,
      unless: ['actor_id'],
    },
    { name: t.all.time, cell: ({ created_at }) => <Time at={created_at} /> },
  ],
});

/** The status of a response with the code of its error. */
export const Outcome = ({
  request: { status, error_code },
}: {
  readonly request: LoggedRequest;
}) => (
  <Status
    status={status < 400 ? 'succeeded' : 'failed'}
    label={[status, error_code].filter(Boolean).join(' ')}
  />
);
