import { deliveryStatuses } from '../../../../functions/deliveries/states.ts';
import { eventSummaries } from '../../../../functions/events/types.ts';
import type { Api, Delivery, FiltersOf } from '../../api/client.ts';
import { attemptText } from '../../texts/webhooks.ts';
import { type Filter, FilteredPage } from '../../ui/filters.tsx';
import { ListTable, type TableOf } from '../../ui/list-table.tsx';
import { Go, Status, Time } from '../../ui/values.tsx';
import { WebhookLink } from '../../ui/webhook-link.tsx';
import { ResendTicked } from './resend-ticked.tsx';

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: ['undelivered', ...deliveryStatuses] },
  { name: 'event_type', label: 'Event type', options: Object.keys(eventSummaries) },
  { name: 'webhook_id', label: 'Webhook ID', placeholder: 'whk_…' },
  { name: 'event_id', label: 'Event ID', placeholder: 'evt_…' },
];

const changing_ms = 5_000;

/** What was sent to webhooks, and the results. */
export const Component = () => (
  <FilteredPage
    title="Deliveries"
    description="Every event sent to a webhook, and the result."
    filters={filters}
    table={DeliveryTable}
  />
);

/** Deliveries of a list of the API. */
export const DeliveryTable = (props: TableOf<FiltersOf<Api['deliveries']['list']>>) => (
  <ListTable<Delivery>
    {...props}
    title="Deliveries"
    read={(api, page, signal) => api.deliveries.list({ query: { ...props.query, ...page }, signal })}
    follow={(items) => (items.some(({ status }) => status === 'pending') ? changing_ms : false)}
    empty="No deliveries yet"
    bulk={(ticked) => <ResendTicked deliveries={ticked} />}
    columns={[
      { name: 'Event', cell: ({ id, event_type }) => <Go to={`/deliveries/${id}`}>{event_type}</Go>, width: 180 },
      { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 125 },
      { name: 'Last attempt', cell: ({ last_attempt }) => attemptText(last_attempt), width: 170 },
      { name: 'Webhook', cell: (one) => <WebhookLink id={one.webhook_id} url={one.url} />, width: 170 },
      { name: 'Attempts', cell: ({ attempts_made }) => attempts_made, width: 90 },
      { name: 'Created', cell: ({ created_at }) => <Time at={created_at} />, width: 150 },
    ]}
  />
);
