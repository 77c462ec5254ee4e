import { eventSummaries } from '../../../functions/contract/event-summaries.ts';
import { queryOf } from '../ui/filter-query.ts';
import { datedFilters, type Filter, FilterBar, useFilters } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { type DeliveryQuery, DeliveryTable } from './deliveries/delivery-table.tsx';

const statuses = ['undelivered', 'pending', 'retrying', 'succeeded', 'failed', 'parked', 'skipped', 'canceled'];

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: statuses },
  { name: 'event_type', label: 'Event type', options: Object.keys(eventSummaries) },
  { name: 'webhook_id', label: 'Webhook id', placeholder: 'whk_…' },
  { name: 'event_id', label: 'Event id', placeholder: 'evt_…' },
  ...datedFilters,
];

/** What was sent to webhooks, and what became of it. */
export const Component = () => {
  const state = useFilters(filters);
  return (
    <Page title="Deliveries" description="Every event sent to a webhook, with what became of it.">
      <DeliveryTable title="Deliveries" of={queryOf<DeliveryQuery>(state.values)} filter={<FilterBar {...state} />} />
    </Page>
  );
};
