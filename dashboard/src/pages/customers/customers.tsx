import type { Api, Customer, FiltersOf } from '../../api/client.ts';
import { nameOf, words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import { type Filter, FilteredPage } from '../../ui/filters.tsx';
import { ListTable, type TableOf } from '../../ui/list-table.tsx';
import { Go, Status, Time } from '../../ui/values.tsx';

const filters: readonly Filter[] = [
  { name: 'email', label: 'E-mail address', placeholder: 'ada.lovelace@example.com', personal: true },
  { name: 'external_id', label: 'External ID', personal: true },
  { name: 'status', label: 'Status', options: ['active', 'suspended', 'closed'] },
  { name: 'verification_status', label: 'Identity', options: ['unverified', 'pending', 'verified', 'rejected'] },
];

/** Every customer of the business. */
export const Component = () => (
  <FilteredPage
    title="Customers"
    filters={filters}
    table={CustomerTable}
    actions={
      <ActionButton route="customers.create" variant="primary" to="/customers/new">
        Create customer
      </ActionButton>
    }
  />
);

const CustomerTable = (props: TableOf<FiltersOf<Api['customers']['list']>>) => (
  <ListTable<Customer>
    {...props}
    title="Customers"
    read={(api, page, signal) => api.customers.list({ query: { ...props.query, ...page }, signal })}
    empty="No customers yet. Create one here or through the API."
    columns={[
      { name: 'Name', cell: (customer) => <Go to={`/customers/${customer.id}`}>{nameOf(customer)}</Go>, width: 150 },
      { name: 'Type', cell: ({ type }) => words(type), width: 100 },
      { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 135 },
      { name: 'Identity', cell: ({ verification }) => <Status status={verification.status} />, width: 130 },
      { name: 'E-mail address', cell: ({ email }) => email ?? '–', width: 160 },
      { name: 'External ID', cell: ({ external_id }) => external_id ?? '–', width: 110 },
      { name: 'Created', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
    ]}
  />
);
