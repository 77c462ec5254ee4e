import { useState } from 'react';
import type { Customer, InputOf } from '../../api/client.ts';
import { nameOf } from '../../texts/words.ts';
import { RouteForm } from '../../ui/form.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { pairChanges, pairsOf, pairsUnable } from '../../ui/pairs.ts';
import { MetadataField } from '../../ui/pairs-field.tsx';
import { useGo } from '../../ui/values.tsx';
import { changesOf, profileGroups, valuesOf } from './profile-fields.ts';
import { FieldGroups } from './profile-form.tsx';

/** Changes a profile; `?fields=` names the fields that a requirement needs. */
export const Component = () => (
  <ResourcePage
    name="customer"
    title="Edit profile"
    crumbs={(customer, id) => [
      { text: 'Customers', to: '/customers' },
      { text: customer ? nameOf(customer) : 'Customer', to: `/customers/${id}` },
    ]}
  >
    {(customer) => (
      <Section
        title="Profile"
        description="If you change a verified name, date of birth or nationality, the identity must be verified again."
      >
        <EditForm key={customer.id} customer={customer} />
      </Section>
    )}
  </ResourcePage>
);

const EditForm = ({ customer }: { readonly customer: Customer }) => {
  const go = useGo();
  const groups = profileGroups[customer.type];
  const [before] = useState(() => ({
    values: valuesOf(
      groups.flatMap(({ fields }) => fields),
      customer,
    ),
    metadata: pairsOf(customer.metadata),
  }));
  const [values, setValues] = useState(before.values);
  const [metadata, setMetadata] = useState(before.metadata);
  const changes = { ...changesOf(before.values, values), metadata: pairChanges(before.metadata, metadata) };
  return (
    <RouteForm
      route="customers.update"
      submit="Save"
      version={customer.version}
      unable={pairsUnable(metadata)}
      cancelTo={`/customers/${customer.id}`}
      call={() => ({ params: { customer_id: customer.id }, body: changes as InputOf<'customers.update'> })}
      success="The profile was changed."
      onDone={() => go(`/customers/${customer.id}`)}
    >
      <FieldGroups groups={groups} values={values} onChange={setValues} />
      <MetadataField pairs={metadata} onChange={setMetadata} />
    </RouteForm>
  );
};
