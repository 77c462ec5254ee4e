import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Api, Customer } from '../../api/client.ts';
import { useResource } from '../../api/use-read.ts';
import { nameOf } from '../../texts/words.ts';
import { fieldErrors, SubmitForm } from '../../ui/form.tsx';
import { Loaded, Page, Section } from '../../ui/page.tsx';
import { pairChanges, pairPointers, pairsOf, pairsUnable } from '../../ui/pairs.ts';
import { MetadataField } from '../../ui/pairs-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useGo } from '../../ui/values.tsx';
import { changesOf, pointerOf, profileGroups, valuesOf } from './profile-fields.ts';
import { ProfileForm } from './profile-form.tsx';

type Body = NonNullable<Parameters<Api['customers']['update']>[0]['body']>;

/** Changes a profile; `?fields=` names the fields that a requirement needs. */
export const Component = () => {
  const { customer: id = '' } = useParams();
  const query = useResource('customer', id);
  const crumbs = [
    { text: 'Customers', to: '/customers' },
    { text: query.data ? nameOf(query.data) : 'Customer', to: `/customers/${id}` },
  ];
  return (
    <Page title="Edit profile" crumbs={crumbs}>
      <Section
        title="Profile"
        description="If you change a verified name, date of birth or nationality, the identity must be verified again."
      >
        <Loaded query={query}>{(customer) => <EditForm key={customer.id} customer={customer} />}</Loaded>
      </Section>
    </Page>
  );
};

const EditForm = ({ customer }: { readonly customer: Customer }) => {
  const go = useGo();
  const [search] = useSearchParams();
  const fields = profileGroups[customer.type].flatMap((group) => group.fields);
  // The version that the person saw is the one they change, also when it was read again since.
  const [{ before, pairs, version }] = useState(() => ({
    before: valuesOf(fields, customer),
    pairs: pairsOf(customer.metadata),
    version: customer.version,
  }));
  const [values, setValues] = useState(before);
  const [metadata, setMetadata] = useState(pairs);
  const change = useSubmit({
    send: (api, body: Body) =>
      api.customers.update({ params: { customer_id: customer.id }, body, ifMatch: `"${version}"` }),
    repeatable: false,
    success: () => 'The profile was changed.',
    onDone: () => go(`/customers/${customer.id}`),
  });
  const found = fieldErrors(change, [...fields.map(pointerOf), ...pairPointers('/metadata', metadata)]);
  return (
    <SubmitForm
      route="customers.update"
      submit="Save"
      sending={change}
      found={found}
      unable={pairsUnable(metadata)}
      cancelTo={`/customers/${customer.id}`}
      onSubmit={() => change.submit({ ...changesOf(before, values), metadata: pairChanges(pairs, metadata) } as Body)}
    >
      <ProfileForm
        type={customer.type}
        values={values}
        errors={found.fields}
        wanted={(search.get('fields') ?? '').split(',').filter(Boolean)}
        onChange={setValues}
      />
      <MetadataField pairs={metadata} errors={found.fields} onChange={setMetadata} />
    </SubmitForm>
  );
};
