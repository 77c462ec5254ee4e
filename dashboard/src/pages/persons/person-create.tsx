import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Api } from '../../api/client.ts';
import { fieldErrors, SubmitForm } from '../../ui/form.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useGo } from '../../ui/values.tsx';
import { type ProfileValues, pointerOf } from '../customers/profile-fields.ts';
import { FieldGroups } from '../customers/profile-form.tsx';
import { personBody, personFields, personGroups } from './person-fields.ts';
import { RolesField } from './persons.tsx';

type Body = Parameters<Api['persons']['create']>[0]['body'];

/** Adds a person to a business; `?role=` names the role that a requirement needs. */
export const Component = () => {
  const { customer: customer_id = '' } = useParams();
  const go = useGo();
  const [search] = useSearchParams();
  const [roles, setRoles] = useState<readonly string[]>(search.getAll('role'));
  const [values, setValues] = useState<ProfileValues>({});
  const list = `/customers/${customer_id}/persons`;
  const creation = useSubmit({
    send: (api, body: Body, idempotencyKey) => api.persons.create({ params: { customer_id }, body, idempotencyKey }),
    success: () => 'The person was added.',
    onDone: () => go(list),
  });
  const found = fieldErrors(creation, ['/roles', ...personFields.map(pointerOf)]);
  const crumbs = [
    { text: 'Customers', to: '/customers' },
    { text: 'Customer', to: list },
  ];
  return (
    <Page title="Add person" crumbs={crumbs}>
      <Section title="Person">
        <SubmitForm
          route="persons.create"
          submit="Add person"
          sending={creation}
          found={found}
          cancelTo={list}
          // A form holds text: the API decides whether it makes a person. One with one name has no first name.
          onSubmit={() => creation.submit({ first_name: null, roles, ...personBody({}, values) } as Body)}
        >
          <RolesField value={roles} errors={found.fields} onChange={setRoles} />
          <FieldGroups groups={personGroups} values={values} errors={found.fields} onChange={setValues} />
        </SubmitForm>
      </Section>
    </Page>
  );
};
