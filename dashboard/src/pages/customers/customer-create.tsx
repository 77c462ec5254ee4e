import { useState } from 'react';
import type { Api, Customer } from '../../api/client.ts';
import { ChoiceField, fieldErrors, SubmitForm } from '../../ui/form.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { type Pair, pairPointers, pairsUnable, recordOf } from '../../ui/pairs.ts';
import { MetadataField } from '../../ui/pairs-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useGo } from '../../ui/values.tsx';
import { changesOf, type ProfileValues, pointerOf, profileGroups } from './profile-fields.ts';
import { ProfileForm } from './profile-form.tsx';

type Body = Parameters<Api['customers']['create']>[0]['body'];

const types = [
  { value: 'individual', label: 'Individual' },
  { value: 'business', label: 'Business' },
] as const;

/** What is typed, as a create takes it: a person with one name has no first name. */
const bodyOf = (type: Customer['type'], typed: ProfileValues) => ({
  type,
  ...(type === 'individual' && { first_name: null }),
  ...changesOf({}, typed),
});

/** Creates a customer: a name is enough, the rest may come later. */
export const Component = () => {
  const go = useGo();
  const [type, setType] = useState<Customer['type']>('individual');
  const [values, setValues] = useState<ProfileValues>({});
  const creation = useSubmit({
    send: (api, body: Body, idempotencyKey) => api.customers.create({ body, idempotencyKey }),
    onDone: ({ id }) => go(`/customers/${id}`),
  });
  const fields = profileGroups[type].flatMap((group) => group.fields);
  const [metadata, setMetadata] = useState<readonly Pair[]>([]);
  const found = fieldErrors(creation, [...fields.map(pointerOf), ...pairPointers('/metadata', metadata)]);
  const typed = Object.fromEntries(fields.map(({ path }) => [path, values[path] ?? '']));
  return (
    <Page title="Create customer" crumbs={[{ text: 'Customers', to: '/customers' }]}>
      <Section title="Profile" description="A name is enough to start. You can add what a feature needs later.">
        <SubmitForm
          route="customers.create"
          submit="Create customer"
          sending={creation}
          found={found}
          unable={pairsUnable(metadata)}
          cancelTo="/customers"
          // A form holds text: the API decides whether it makes a customer.
          onSubmit={() => creation.submit({ ...bodyOf(type, typed), metadata: recordOf(metadata) } as Body)}
        >
          <ChoiceField label="Type" value={type} options={types} onChange={setType} />
          <ProfileForm type={type} values={values} errors={found.fields} onChange={setValues} />
          <MetadataField pairs={metadata} errors={found.fields} onChange={setMetadata} />
        </SubmitForm>
      </Section>
    </Page>
  );
};
