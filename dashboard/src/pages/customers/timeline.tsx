import { EventTable } from '../events/event-table.tsx';

/** Everything that happened to a customer. */
export const Timeline = ({ customerId: customer_id }: { readonly customerId: string }) => (
  <EventTable
    title="Timeline"
    of={['timeline', customer_id]}
    read={(api, page, signal) => api.customers.timeline({ params: { customer_id }, query: page, signal })}
  />
);
