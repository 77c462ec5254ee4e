import Button from '@cloudscape-design/components/button';
import type { Api, FiltersOf } from '../api/client.ts';
import type { Customer } from '../api/objects.ts';
import { nameOf, words } from '../texts/words.ts';
import { ActionButton } from '../ui/action.tsx';
import { queryOf } from '../ui/filter-query.ts';
import { datedFilters, type Filter, FilterBar, useFilters } from '../ui/filters.tsx';
import { Go, useGo } from '../ui/go.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';

const filters: readonly Filter[] = [
  { name: 'email', label: 'E-mail address', placeholder: 'ada.lovelace@example.com', personal: true },
  { name: 'external_id', label: 'External ID', personal: true },
  { name: 'status', label: 'Status', options: ['active', 'suspended', 'closed'] },
  {
    name: 'verification_status',
    label: 'Identity',
    options: ['unverified', 'pending', 'verified', 'rejected'],
  },
  ...datedFilters,
];

type CustomerQuery = FiltersOf<Api['customers']['list']>;

/** Every customer of the business. */
export const Component = () => {
  const go = useGo();
  const state = useFilters(filters);
  const of = queryOf<CustomerQuery>(state.values);
  const create = (
    <ActionButton route="customers.create" variant="primary" onClick={() => go('/customers/new')}>
      Create customer
    </ActionButton>
  );
  return (
    <Page title="Customers" actions={create}>
      <ListTable<Customer>
        title="Customers"
        of={['customers', of]}
        read={(api, page, signal) => api.customers.list({ query: { ...of, ...page }, signal })}
        idOf={({ id }) => id}
        filter={<FilterBar {...state} />}
        empty={<NoCustomers filtered={Object.keys(of).length > 0} />}
        columns={[
          {
            name: 'Name',
            cell: (customer) => <Go to={`/customers/${customer.id}`}>{nameOf(customer)}</Go>,
            width: 150,
          },
          { name: 'Type', cell: ({ type }) => words(type), width: 100 },
          { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 135 },
          { name: 'Identity', cell: ({ verification }) => <Status status={verification.status} />, width: 130 },
          { name: 'E-mail address', cell: ({ email }) => email ?? '–', width: 160 },
          { name: 'External ID', cell: ({ external_id }) => external_id ?? '–', width: 110 },
          { name: 'Created', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
        ]}
      />
    </Page>
  );
};

const NoCustomers = ({ filtered }: { readonly filtered: boolean }) => {
  const go = useGo();
  if (filtered) return 'No customers match these filters';
  return (
    <>
      <p>No customers yet. Create one here or through the API.</p>
      <Button onClick={() => go('/customers/new')}>Create customer</Button>
    </>
  );
};
