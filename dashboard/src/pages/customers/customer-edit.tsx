import { useState } from 'react';
import type { Customer, InputOf } from '../../api/client.ts';
import { t } from '../../texts/texts.ts';
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
    title={t.customers.editProfile}
    crumbs={(customer, id) => [
      { text: t.all.customers, to: '/customers' },
      { text: customer ? nameOf(customer) : t.all.customer, to: `/customers/${id}` },
    ]}
  >
    {(customer) => (
      <Section title={t.all.profile} description={t.customers.ifYouChangeA}>
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
      submit={t.all.save}
      version={customer.version}
      unable={pairsUnable(metadata)}
      cancelTo={`/customers/${customer.id}`}
      call={() => ({ params: { customer_id: customer.id }, body: changes as InputOf<'customers.update'> })}
      success={t.customers.theProfileWas}
      onDone={() => go(`/customers/${customer.id}`)}
    >
      <FieldGroups groups={groups} values={values} onChange={setValues} />
      <MetadataField pairs={metadata} onChange={setMetadata} />
    </RouteForm>
  );
};
