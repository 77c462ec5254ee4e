import { eventSummaries } from '../../../functions/contract/event-summaries.ts';
import { deliveryStatuses } from '../../../functions/domain/deliveries/status.ts';
import { queryOf } from '../ui/filter-query.ts';
import { datedFilters, type Filter, FilterBar, useFilters } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { type DeliveryQuery, DeliveryTable } from './deliveries/delivery-table.tsx';

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: ['undelivered', ...deliveryStatuses] },
  { name: 'event_type', label: 'Event type', options: Object.keys(eventSummaries) },
  { name: 'webhook_id', label: 'Webhook ID', placeholder: 'whk_…' },
  { name: 'event_id', label: 'Event ID', placeholder: 'evt_…' },
  ...datedFilters,
];

/** What was sent to webhooks, and what became of it. */
export const Component = () => {
  const state = useFilters(filters);
  return (
    <Page title="Deliveries" description="Every event sent to a webhook, and the result.">
      <DeliveryTable title="Deliveries" of={queryOf<DeliveryQuery>(state.values)} filter={<FilterBar {...state} />} />
    </Page>
  );
};
