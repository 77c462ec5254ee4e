import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { InputOf } from '../../api/client.ts';
import { t } from '../../texts/texts.ts';
import { RouteForm } from '../../ui/form.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { useGo } from '../../ui/values.tsx';
import type { ProfileValues } from '../customers/profile-fields.ts';
import { FieldGroups } from '../customers/profile-form.tsx';
import { personBody, personGroups } from './person-fields.ts';
import { RolesField } from './persons.tsx';

/** Adds a person to a business; `?role=` names the role that a requirement needs. */
export const Component = () => {
  const { customer: customer_id = '' } = useParams();
  const go = useGo();
  const [search] = useSearchParams();
  const [roles, setRoles] = useState<readonly string[]>(search.getAll('role'));
  const [values, setValues] = useState<ProfileValues>({});
  const list = `/customers/${customer_id}/persons`;
  const crumbs = [
    { text: t.all.customers, to: '/customers' },
    { text: t.all.customer, to: list },
  ];
  // A form holds text: the API decides whether it makes a person. One with one name has no first name.
  const body = { first_name: null, roles, ...personBody({}, values) } as unknown as InputOf<'persons.create'>;
  return (
    <Page title={t.persons.addPerson} crumbs={crumbs}>
      <Section title={t.all.person}>
        <RouteForm
          route="persons.create"
          submit={t.persons.addPerson}
          cancelTo={list}
          call={() => ({ params: { customer_id }, body })}
          success={t.persons.thePersonWasAdded}
          onDone={() => go(list)}
        >
          <RolesField value={roles} onChange={setRoles} />
          <FieldGroups groups={personGroups} values={values} onChange={setValues} />
        </RouteForm>
      </Section>
    </Page>
  );
};
