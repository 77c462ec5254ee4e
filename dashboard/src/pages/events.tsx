import { eventSummaries } from '../../../functions/contract/event-summaries.ts';
import { queryOf } from '../ui/filter-query.ts';
import { datedFilters, type Filter, FilterBar, useFilters } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { type EventQuery, EventTable } from './events/event-table.tsx';

const filters: readonly Filter[] = [
  { name: 'type', label: 'Event type', options: Object.keys(eventSummaries) },
  { name: 'resource_id', label: 'Object ID', placeholder: 'cus_…, card_…, idv_…' },
  { name: 'customer_id', label: 'Customer ID', placeholder: 'cus_…' },
  ...datedFilters,
];

/** Everything that happened. */
export const Component = () => {
  const state = useFilters(filters);
  const of = queryOf<EventQuery>(state.values);
  return (
    <Page title="Events" description="Every change in this environment.">
      <EventTable
        title="Events"
        of={['events', of]}
        read={(api, page, signal) => api.events.list({ query: { ...of, ...page }, signal })}
        filter={<FilterBar {...state} />}
      />
    </Page>
  );
};
