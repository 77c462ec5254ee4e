import type { Person } from '../../api/client.ts';
import { number, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Day, Go, Status } from '../../ui/values.tsx';

/** The name of a person. */
export const personName = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string =>
  [first_name, last_name].filter(Boolean).join(' ') || t.persons.redactedPerson;

/** The persons of a business. */
export const PersonTable = ({ customerId: customer_id }: { readonly customerId: string }) => (
  <ListTable
    title={t.all.persons}
    route="persons.list"
    call={{ params: { customer_id } }}
    empty={t.persons.noPersonsYet}
    actions={
      <>
        <ConfirmedAction
          route="customers.update"
          name={t.persons.declareOwners}
          call={{ params: { customer_id }, body: { owners_declared: true } }}
          success={t.persons.theOwnersWere}
        >
          {t.persons.theBusiness}
        </ConfirmedAction>
        <ActionButton route="persons.create" to={`/customers/${customer_id}/persons/new`}>
          {t.persons.addPerson}
        </ActionButton>
      </>
    }
    columns={[
      { name: t.all.name, cell: (one) => <Go to={`/persons/${one.id}`}>{personName(one)}</Go>, width: 180 },
      { name: t.all.dateOfBirth, cell: ({ date_of_birth }) => <Day on={date_of_birth} />, width: 125 },
      { name: t.all.nationality, cell: ({ nationality }) => nationality ?? '–', width: 110 },
      { name: t.all.roles, cell: ({ roles }) => roles.map(words).join(', '), width: 200 },
      {
        name: t.persons.share,
        cell: ({ ownership_percent: share }) => (share === null ? '–' : `${number(share)} %`),
        width: 100,
      },
      { name: t.persons.position, cell: ({ title }) => title ?? '–', width: 150 },
      { name: t.all.identity, cell: ({ verification }) => <Status status={verification.status} />, width: 125 },
    ]}
  />
);
