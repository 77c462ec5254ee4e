import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Api, Person } from '../../api/client.ts';
import { usePageResource } from '../../api/use-read.ts';
import { words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { fieldErrors, SubmitForm } from '../../ui/form.tsx';
import { Loaded, Page, Section } from '../../ui/page.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { CopyId, Status, Time, useGo } from '../../ui/values.tsx';
import { pointerOf, valuesOf } from '../customers/profile-fields.ts';
import { FieldGroups } from '../customers/profile-form.tsx';
import { personBody, personFields, personGroups } from './person-fields.ts';
import { personName, RolesField } from './persons.tsx';

type Body = NonNullable<Parameters<Api['persons']['update']>[0]['body']>;
type Of = { readonly person: Person };

const listOf = ({ customer_id }: Person): string => `/customers/${customer_id}/persons`;

/** One person of a business: who it is, and the form that changes it; `?fields=` names those that a requirement needs. */
export const Component = () => {
  const query = usePageResource('person');
  const { data: person } = query;
  return (
    <Page
      title={person ? personName(person) : 'Person'}
      crumbs={[{ text: 'Customers', to: '/customers' }, ...(person ? [{ text: 'Customer', to: listOf(person) }] : [])]}
      actions={person && <Remove person={person} />}
    >
      <Loaded query={query}>
        {(one) => (
          <SpaceBetween size="l">
            <Overview person={one} />
            <Section title="Profile">
              <EditForm key={one.id} person={one} />
            </Section>
          </SpaceBetween>
        )}
      </Loaded>
    </Page>
  );
};

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
      input={person.id}
      send={(api, person_id) => api.persons.remove({ params: { person_id } })}
      repeatable={false}
      success={() => 'The person was removed.'}
      onDone={() => go(listOf(person))}
    >
      The person is removed from the business. This cannot be undone.
    </ConfirmedAction>
  );
};

const EditForm = ({ person }: Of) => {
  const go = useGo();
  const [search] = useSearchParams();
  // The version that the operator saw is the one they change, also when it was read again since.
  const [{ before, version }] = useState(() => ({
    before: {
      ...valuesOf(personFields, person),
      ownership_percent: person.ownership_percent === null ? '' : String(person.ownership_percent),
    },
    version: person.version,
  }));
  const [values, setValues] = useState(before);
  const [roles, setRoles] = useState<readonly string[]>(person.roles);
  const change = useSubmit({
    send: (api, body: Body) => api.persons.update({ params: { person_id: person.id }, body, ifMatch: `"${version}"` }),
    repeatable: false,
    success: () => 'The person was changed.',
    onDone: () => go(listOf(person)),
  });
  const found = fieldErrors(change, ['/roles', ...personFields.map(pointerOf)]);
  return (
    <SubmitForm
      route="persons.update"
      submit="Save"
      sending={change}
      found={found}
      cancelTo={listOf(person)}
      onSubmit={() => change.submit({ roles, ...personBody(before, values) } as Body)}
    >
      <RolesField value={roles} errors={found.fields} onChange={setRoles} />
      <FieldGroups
        groups={personGroups}
        values={values}
        errors={found.fields}
        wanted={(search.get('fields') ?? '').split(',').filter(Boolean)}
        onChange={(typed) => setValues({ ...before, ...typed })}
      />
    </SubmitForm>
  );
};
