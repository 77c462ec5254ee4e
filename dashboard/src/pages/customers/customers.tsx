import { t } from '../../texts/texts.ts';
import { nameOf, words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import { listOf } from '../../ui/filters.tsx';
import { Go } from '../../ui/links.tsx';
import { createdColumn, statusColumn } from '../../ui/list-table.tsx';
import { Status } from '../../ui/values.tsx';

/** Every customer of the business. */
export const { Component } = listOf({
  title: t.all.customers,
  route: 'customers.list',
  filters: [
    { name: 'name', label: t.all.name, personal: true },
    {
      name: 'email',
      label: t.all.eMailAddress,
      placeholder: 'ada.lovelace@example.com',
      personal: true,
    },
    { name: 'external_id', label: t.customers.externalId, personal: true },
    { name: 'status', label: t.all.status, options: ['active', 'suspended', 'closed'] },
    {
      name: 'verification_status',
      label: t.all.identity,
      options: ['unverified', 'pending', 'verified', 'rejected'],
    },
  ],
  actions: (
    <ActionButton
      route="customers.create"
      variant="primary"
      to="/customers/new"
      name={t.all.createCustomer}
    />
  ),
  empty: t.customers.noCustomersYet,
  columns: [
    {
      name: t.all.name,
      cell: (customer) => <Go to={`/customers/${customer.id}`}>{nameOf(customer)}</Go>,
      width: 190,
    },
    { name: t.all.type, fields: ['type'], cell: ({ type }) => words(type), width: 120 },
    statusColumn,
    {
      name: t.all.identity,
      fields: ['verification'],
      cell: ({ verification }) => <Status status={verification.status} />,
      width: 145,
    },
    { name: t.all.eMailAddress, fields: ['email'], cell: ({ email }) => email, width: 160 },
    {
      name: t.customers.externalId,
      fields: ['external_id'],
      cell: ({ external_id }) => external_id,
      width: 110,
    },
    createdColumn,
  ],
});
