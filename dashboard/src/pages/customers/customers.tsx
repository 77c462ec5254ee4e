import { nameOf, words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import { listOf } from '../../ui/filters.tsx';
import { createdColumn, statusColumn } from '../../ui/list-table.tsx';
import { Go, Status } from '../../ui/values.tsx';

/** Every customer of the business. */
export const { Component } = listOf({
  title: 'Customers',
  route: 'customers.list',
  filters: [
    { name: 'email', label: 'E-mail address', placeholder: 'ada.lovelace@example.com', personal: true },
    { name: 'external_id', label: 'External ID', personal: true },
    { name: 'status', label: 'Status', options: ['active', 'suspended', 'closed'] },
    { name: 'verification_status', label: 'Identity', options: ['unverified', 'pending', 'verified', 'rejected'] },
  ],
  actions: (
    <ActionButton route="customers.create" variant="primary" to="/customers/new">
      Create customer
    </ActionButton>
  ),
  empty: 'No customers yet. Create one here or through the API.',
  columns: [
    { name: 'Name', cell: (customer) => <Go to={`/customers/${customer.id}`}>{nameOf(customer)}</Go>, width: 150 },
    { name: 'Type', cell: ({ type }) => words(type), width: 100 },
    statusColumn,
    { name: 'Identity', cell: ({ verification }) => <Status status={verification.status} />, width: 130 },
    { name: 'E-mail address', cell: ({ email }) => email ?? '–', width: 160 },
    { name: 'External ID', cell: ({ external_id }) => external_id ?? '–', width: 110 },
    createdColumn,
  ],
});
