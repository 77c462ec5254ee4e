import { personRoles } from '../../../../functions/customers/persons.ts';
import type { Person } from '../../api/client.ts';
import { words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { ChoicesField, optionsOf } from '../../ui/form.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Day, Go, Status } from '../../ui/values.tsx';

/** The name of a person. */
export const personName = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string =>
  [first_name, last_name].filter(Boolean).join(' ') || 'Redacted person';

type Roles = { readonly value: readonly string[]; readonly onChange: (roles: readonly string[]) => void };

/** What a person is to the business. */
export const RolesField = (props: Roles) => (
  <ChoicesField label="Roles" at="/roles" options={optionsOf(personRoles)} {...props} />
);

/** The persons of a business. */
export const PersonTable = ({ customerId: customer_id }: { readonly customerId: string }) => (
  <ListTable
    title="Persons"
    route="persons.list"
    call={{ params: { customer_id } }}
    empty="No persons yet"
    actions={
      <>
        <DeclareOwners customerId={customer_id} />
        <ActionButton route="persons.create" to={`/customers/${customer_id}/persons/new`}>
          Add person
        </ActionButton>
      </>
    }
    columns={[
      { name: 'Name', cell: (one) => <Go to={`/persons/${one.id}`}>{personName(one)}</Go>, width: 180 },
      { name: 'Date of birth', cell: ({ date_of_birth }) => <Day on={date_of_birth} />, width: 125 },
      { name: 'Nationality', cell: ({ nationality }) => nationality ?? '–', width: 110 },
      { name: 'Roles', cell: ({ roles }) => roles.map(words).join(', '), width: 200 },
      { name: 'Share', cell: ({ ownership_percent: share }) => (share === null ? '–' : `${share} %`), width: 100 },
      { name: 'Position', cell: ({ title }) => title ?? '–', width: 150 },
      { name: 'Identity', cell: ({ verification }) => <Status status={verification.status} />, width: 125 },
    ]}
  />
);

const DeclareOwners = ({ customerId: customer_id }: { readonly customerId: string }) => (
  <ConfirmedAction
    route="customers.update"
    name="Declare owners"
    call={{ params: { customer_id }, body: { owners_declared: true } }}
    success="The owners were declared."
  >
    The business declares that its persons include every owner of 25 % and more. A change of an owner takes this back.
  </ConfirmedAction>
);
