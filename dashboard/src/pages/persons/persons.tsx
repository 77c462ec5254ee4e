import type { Person } from '../../api/client.ts';
import { number, t } from '../../texts/texts.ts';
import { personName, words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { Go } from '../../ui/links.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Day, Status } from '../../ui/values.tsx';

const shareOf = ({ ownership_percent: share }: Person) => share !== null && `${number(share)} %`;

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
        <ActionButton
          route="persons.create"
          to={`/customers/${customer_id}/persons/new`}
          name={t.persons.addPerson}
        />
      </>
    }
    columns={[
      {
        name: t.all.name,
        cell: (one) => <Go to={`/persons/${one.id}`}>{personName(one)}</Go>,
        width: 180,
      },
      { name: t.all.dateOfBirth, cell: ({ date_of_birth }) => <Day on={date_of_birth} /> },
      { name: t.all.nationality, cell: ({ nationality }) => nationality, width: 110 },
      { name: t.all.roles, cell: ({ roles }) => roles.map(words).join(', '), width: 200 },
      { name: t.persons.share, cell: shareOf, width: 100 },
      { name: t.persons.position, cell: ({ title }) => title, width: 150 },
      { name: t.all.identity, cell: ({ verification }) => <Status status={verification.status} /> },
    ]}
  />
);
