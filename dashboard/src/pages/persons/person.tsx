import { useState } from 'react';
import { personRoles } from '../../../../functions/identity/customers/persons.ts';
import type { CallOf, Person } from '../../api/client.ts';
import { number, t } from '../../texts/texts.ts';
import { personName, words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { ChoicesField, optionsOf } from '../../ui/fields.tsx';
import { RouteForm } from '../../ui/form.tsx';
import { useGo } from '../../ui/links.tsx';
import { customerCrumbs, ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, Status, Time } from '../../ui/values.tsx';
import { FieldGroups } from '../customers/customer-edit.tsx';
import { type ProfileValues, valuesOf } from '../customers/profile-fields.ts';
import { personBody, personFields, personGroups } from './person-fields.ts';

/** One person of a business: who it is, and the form that changes it. */
export const Component = () => (
  <ResourcePage
    name="person"
    isForm
    title={personName}
    status={({ verification }) => <Status status={verification.status} />}
    facts={({ verification, created_at }) => ({
      [t.all.verificationLevel]: verification.level && words(verification.level),
      [t.all.verified]: <Time at={verification.verified_at} />,
      [t.all.created]: <Time at={created_at} />,
    })}
    crumbs={(person) => customerCrumbs(t.all.customer, 'persons', person?.customer_id)}
    actions={(person) => <Remove person={person} />}
  >
    {(person) => (
      <>
        <Section
          title={t.all.details}
          details={{
            [t.all.taxIdEndsIn]: person.tax_id_last4,
            [t.all.id]: <CopyId value={person.id} name={t.persons.personId} />,
          }}
        />
        <Section title={t.all.profile}>
          <PersonForm key={person.id} person={person} customerId={person.customer_id} />
        </Section>
      </>
    )}
  </ResourcePage>
);

const Remove = ({ person }: { readonly person: Person }) => {
  const go = useGo();
  return (
    <ConfirmedAction
      route="persons.remove"
      name={t.all.remove}
      thing={personName(person)}
      call={{ params: { person_id: person.id } }}
      success={t.persons.thePersonWas}
      onDone={() => go(`/customers/${person.customer_id}/persons`)}
    >
      {t.persons.thePersonIsRemoved}
    </ConfirmedAction>
  );
};

type Adding = {
  readonly customerId: string;
  readonly person?: Person;
  readonly initial?: readonly string[];
};

/** Adds a person to a business, or changes one; `initial` are the roles of a new one. */
export const PersonForm = ({ customerId: customer_id, person, initial = [] }: Adding) => {
  const go = useGo();
  const list = `/customers/${customer_id}/persons`;
  const share = person?.ownership_percent ?? null;
  const [before] = useState<ProfileValues>(() => ({
    ...valuesOf(personFields, person),
    ownership_percent: share === null ? '' : number(share),
  }));
  const [values, setValues] = useState(before);
  const [roles, setRoles] = useState<readonly string[]>(person?.roles ?? initial);
  const body = { roles, ...personBody(before, values) };
  // A form holds text: the API decides whether it makes a person. One with one name has no first name.
  const call = person
    ? { params: { person_id: person.id }, body }
    : { params: { customer_id }, body: { first_name: null, ...body } };
  return (
    <RouteForm
      route={person ? 'persons.update' : 'persons.create'}
      submit={person ? t.all.save : t.persons.addPerson}
      {...(person && { of: person })}
      cancelTo={list}
      call={() => call as unknown as CallOf<'persons.create' | 'persons.update'>}
      success={person ? t.persons.thePersonWas2 : t.persons.thePersonWasAdded}
      onDone={() => go(list)}
    >
      <ChoicesField
        label={t.all.roles}
        at="/roles"
        options={optionsOf(personRoles)}
        value={roles}
        onChange={setRoles}
      />
      <FieldGroups groups={personGroups} values={values} onChange={setValues} />
    </RouteForm>
  );
};
