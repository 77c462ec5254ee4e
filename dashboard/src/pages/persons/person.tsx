import { useState } from 'react';
import type { InputOf, Person } from '../../api/client.ts';
import { words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { RouteForm } from '../../ui/form.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, Status, Time, useGo } from '../../ui/values.tsx';
import { valuesOf } from '../customers/profile-fields.ts';
import { FieldGroups } from '../customers/profile-form.tsx';
import { personBody, personFields, personGroups } from './person-fields.ts';
import { personName, RolesField } from './persons.tsx';

type Of = { readonly person: Person };

const listOf = ({ customer_id }: Person): string => `/customers/${customer_id}/persons`;

/** One person of a business: who it is, and the form that changes it. */
export const Component = () => (
  <ResourcePage
    name="person"
    title={personName}
    crumbs={(person) => [
      { text: 'Customers', to: '/customers' },
      ...(person ? [{ text: 'Customer', to: listOf(person) }] : []),
    ]}
    actions={(person) => <Remove person={person} />}
  >
    {(person) => (
      <>
        <Overview person={person} />
        <Section title="Profile">
          <EditForm key={person.id} person={person} />
        </Section>
      </>
    )}
  </ResourcePage>
);

const Overview = ({ person }: Of) => (
  <Section
    title="Overview"
    details={{
      Identity: <Status status={person.verification.status} />,
      'Verification level': person.verification.level && words(person.verification.level),
      Verified: <Time at={person.verification.verified_at} />,
      'Tax ID ends in': person.tax_id_last4,
      Created: <Time at={person.created_at} />,
      ID: <CopyId value={person.id} name="Person ID" />,
    }}
  />
);

const Remove = ({ person }: Of) => {
  const go = useGo();
  return (
    <ConfirmedAction
      route="persons.remove"
      name="Remove"
      thing={personName(person)}
      call={{ params: { person_id: person.id } }}
      success="The person was removed."
      onDone={() => go(listOf(person))}
    >
      The person is removed from the business. This cannot be undone.
    </ConfirmedAction>
  );
};

const EditForm = ({ person }: Of) => {
  const go = useGo();
  const share = person.ownership_percent;
  const [before] = useState(() => ({
    ...valuesOf(personFields, person),
    ownership_percent: share === null ? '' : String(share),
  }));
  const [values, setValues] = useState(before);
  const [roles, setRoles] = useState<readonly string[]>(person.roles);
  const body = { roles, ...personBody(before, values) } as unknown as InputOf<'persons.update'>;
  return (
    <RouteForm
      route="persons.update"
      submit="Save"
      version={person.version}
      cancelTo={listOf(person)}
      call={() => ({ params: { person_id: person.id }, body })}
      success="The person was changed."
      onDone={() => go(listOf(person))}
    >
      <RolesField value={roles} onChange={setRoles} />
      <FieldGroups groups={personGroups} values={values} onChange={(typed) => setValues({ ...before, ...typed })} />
    </RouteForm>
  );
};
