import { useState } from 'react';
import type { InputOf, Person } from '../../api/client.ts';
import { number, t } from '../../texts/texts.ts';
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
      { text: t.all.customers, to: '/customers' },
      ...(person ? [{ text: t.all.customer, to: listOf(person) }] : []),
    ]}
    actions={(person) => <Remove person={person} />}
  >
    {(person) => (
      <>
        <Overview person={person} />
        <Section title={t.all.profile}>
          <EditForm key={person.id} person={person} />
        </Section>
      </>
    )}
  </ResourcePage>
);

const Overview = ({ person }: Of) => (
  <Section
    title={t.all.overview}
    details={{
      [t.all.identity]: <Status status={person.verification.status} />,
      [t.all.verificationLevel]: person.verification.level && words(person.verification.level),
      [t.all.verified]: <Time at={person.verification.verified_at} />,
      [t.all.taxIdEndsIn]: person.tax_id_last4,
      [t.all.created]: <Time at={person.created_at} />,
      [t.all.id]: <CopyId value={person.id} name={t.persons.personId} />,
    }}
  />
);

const Remove = ({ person }: Of) => {
  const go = useGo();
  return (
    <ConfirmedAction
      route="persons.remove"
      name={t.all.remove}
      thing={personName(person)}
      call={{ params: { person_id: person.id } }}
      success={t.persons.thePersonWas}
      onDone={() => go(listOf(person))}
    >
      {t.persons.thePersonIsRemoved}
    </ConfirmedAction>
  );
};

const EditForm = ({ person }: Of) => {
  const go = useGo();
  const share = person.ownership_percent;
  const [before] = useState(() => ({
    ...valuesOf(personFields, person),
    ownership_percent: share === null ? '' : number(share),
  }));
  const [values, setValues] = useState(before);
  const [roles, setRoles] = useState<readonly string[]>(person.roles);
  const body = { roles, ...personBody(before, values) } as unknown as InputOf<'persons.update'>;
  return (
    <RouteForm
      route="persons.update"
      submit={t.all.save}
      version={person.version}
      cancelTo={listOf(person)}
      call={() => ({ params: { person_id: person.id }, body })}
      success={t.persons.thePersonWas2}
      onDone={() => go(listOf(person))}
    >
      <RolesField value={roles} onChange={setRoles} />
      <FieldGroups groups={personGroups} values={values} onChange={(typed) => setValues({ ...before, ...typed })} />
    </RouteForm>
  );
};
