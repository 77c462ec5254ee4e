import type { Api, FiltersOf, LoggedRequest } from '../../api/client.ts';
import { type Filter, FilteredPage } from '../../ui/filters.tsx';
import { ListTable, type TableOf } from '../../ui/list-table.tsx';
import { Go, Status, Time } from '../../ui/values.tsx';
import { Actor } from '../events/events.tsx';

const filters: readonly Filter[] = [
  { name: 'status_class', label: 'Status', options: ['2xx', '3xx', '4xx', '5xx'] },
  { name: 'route', label: 'Route', placeholder: '/customers/{customer_id}' },
  { name: 'resource_id', label: 'Object ID', placeholder: 'cus_…, card_…, idv_…' },
  { name: 'actor_id', label: 'Key or person', placeholder: 'key_…, opr_…' },
];

/** Every call of the API. */
export const Component = () => (
  <FilteredPage
    title="Requests"
    description="Calls by your keys and by people in the dashboard. They appear after some seconds and are deleted after some days."
    filters={filters}
    table={AllRequests}
  />
);

const AllRequests = (props: TableOf<FiltersOf<Api['requests']['list']>>) => (
  <ListTable<LoggedRequest>
    {...props}
    title="Requests"
    read={(api, page, signal) => api.requests.list({ query: { ...props.query, ...page }, signal })}
    empty="No requests yet"
    columns={[
      {
        name: 'Request',
        cell: ({ id, method, path }) => <Go to={`/requests/${id}`}>{`${method} ${path}`}</Go>,
        width: 260,
      },
      { name: 'Status', cell: (request) => <Outcome request={request} />, width: 160 },
      { name: 'Duration', cell: ({ duration_ms }) => `${duration_ms} ms`, width: 90 },
      { name: 'Actor', cell: ({ actor }) => actor && <Actor actor={actor} />, width: 160 },
      { name: 'Time', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
    ]}
  />
);

/** The status of a response with the code of its error. */
export const Outcome = ({ request: { status, error_code } }: { readonly request: LoggedRequest }) => (
  <Status status={status < 400 ? 'succeeded' : 'failed'} label={[status, error_code].filter(Boolean).join(' ')} />
);
