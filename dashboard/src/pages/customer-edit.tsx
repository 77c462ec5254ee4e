import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Api } from '../api/client.ts';
import { useRefusal } from '../api/environment.tsx';
import type { Customer } from '../api/objects.ts';
import { useObject } from '../api/use-object.ts';
import { useSubmit } from '../api/use-submit.ts';
import { nameOf } from '../texts/words.ts';
import { Section } from '../ui/details.tsx';
import { useFlash } from '../ui/flashes.tsx';
import { fieldsOf, SubmitForm } from '../ui/form.tsx';
import { useGo } from '../ui/go.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { pairChanges, pairPointers, pairsOf, pairsUnable } from '../ui/pairs.ts';
import { MetadataField } from '../ui/pairs-field.tsx';
import { changesOf, pointerOf, profileGroups, valuesOf } from './customers/profile-fields.ts';
import { ProfileForm } from './customers/profile-form.tsx';

type Body = NonNullable<Parameters<Api['customers']['update']>[0]['body']>;

/** Changes a profile; a step that is missing says by `?fields=` what it waits for. */
export const Component = () => {
  const { customer: customer_id = '' } = useParams();
  const query = useObject('customer', customer_id);
  const crumbs = [
    { text: 'Customers', to: '/customers' },
    { text: query.data ? nameOf(query.data) : 'Customer', to: `/customers/${customer_id}` },
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
  const flash = useFlash();
  const [search] = useSearchParams();
  const fields = profileGroups[customer.type].flatMap((group) => group.fields);
  // What the person began with, whatever is read again meanwhile: the version they saw is the one they change.
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
    onDone: () => {
      flash({ type: 'success', text: 'The profile was changed.' });
      go(`/customers/${customer.id}`);
    },
  });
  const found = fieldsOf(change, [...fields.map(pointerOf), ...pairPointers('/metadata', metadata)]);
  return (
    <SubmitForm
      submit="Save"
      sending={change}
      found={found}
      unable={useRefusal()('customers.update') ?? pairsUnable(metadata)}
      onCancel={() => go(`/customers/${customer.id}`)}
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
