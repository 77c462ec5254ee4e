import { useState } from 'react';
import type { Customer, InputOf } from '../../api/client.ts';
import { t } from '../../texts/texts.ts';
import { ChoiceField, optionsOf, RouteForm } from '../../ui/form.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { type Pair, pairsUnable, recordOf } from '../../ui/pairs.ts';
import { MetadataField } from '../../ui/pairs-field.tsx';
import { useGo } from '../../ui/values.tsx';
import { changesOf, type ProfileValues, profileGroups } from './profile-fields.ts';
import { FieldGroups } from './profile-form.tsx';

const types = ['individual', 'business'] as const;

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
  const [metadata, setMetadata] = useState<readonly Pair[]>([]);
  const paths = profileGroups[type].flatMap(({ fields }) => fields.map(({ path }) => path));
  const typed = Object.fromEntries(paths.map((path) => [path, values[path] ?? '']));
  return (
    <Page title={t.all.createCustomer} crumbs={[{ text: t.all.customers, to: '/customers' }]}>
      <Section title={t.all.profile} description={t.customers.aNameIsEnoughTo}>
        <RouteForm
          route="customers.create"
          submit={t.all.createCustomer}
          unable={pairsUnable(metadata)}
          cancelTo="/customers"
          // A form holds text: the API decides whether it makes a customer.
          call={() => ({
            body: { ...bodyOf(type, typed), metadata: recordOf(metadata) } as InputOf<'customers.create'>,
          })}
          onDone={({ id }) => go(`/customers/${id}`)}
        >
          <ChoiceField label={t.all.type} value={type} options={optionsOf(types)} onChange={setType} />
          <FieldGroups groups={profileGroups[type]} values={values} onChange={setValues} />
          <MetadataField pairs={metadata} onChange={setMetadata} />
        </RouteForm>
      </Section>
    </Page>
  );
};
