import { useState } from 'react';
import type { CallOf, Person } from '../../api/client.ts';
import { number, t } from '../../texts/texts.ts';
import { RouteForm } from '../../ui/form.tsx';
import { useGo } from '../../ui/values.tsx';
import { type ProfileValues, valuesOf } from '../customers/profile-fields.ts';
import { FieldGroups } from '../customers/profile-form.tsx';
import { personBody, personFields, personGroups } from './person-fields.ts';
import { RolesField } from './persons.tsx';

type Of = { readonly customerId: string; readonly person?: Person; readonly initial?: readonly string[] };

/** Adds a person to a business, or changes one; `initial` are the roles of a new one. */
export const PersonForm = ({ customerId: customer_id, person, initial = [] }: Of) => {
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
      {...(person && { version: person.version })}
      cancelTo={list}
      call={() => call as unknown as CallOf<'persons.create' | 'persons.update'>}
      success={person ? t.persons.thePersonWas2 : t.persons.thePersonWasAdded}
      onDone={() => go(list)}
    >
      <RolesField value={roles} onChange={setRoles} />
      <FieldGroups groups={personGroups} values={values} onChange={setValues} />
    </RouteForm>
  );
};
