import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CallOf, Customer } from '../../api/client.ts';
import { t } from '../../texts/texts.ts';
import { nameOf } from '../../texts/words.ts';
import { FieldGroup } from '../../ui/field.tsx';
import { ChoiceField, optionsOf, TextField } from '../../ui/fields.tsx';
import { RouteForm } from '../../ui/form.tsx';
import { useGo } from '../../ui/links.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { pairChanges, pairsOf, pairsUnable } from '../../ui/pairs.ts';
import { MetadataField } from '../../ui/pairs-field.tsx';
import {
  changesOf,
  type ProfileField,
  type ProfileGroup,
  type ProfileValues,
  pointerOf,
  profileGroups,
  valuesOf,
} from './profile-fields.ts';

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
        <CustomerForm key={customer.id} customer={customer} />
      </Section>
    )}
  </ResourcePage>
);

type Typed = {
  readonly groups: readonly ProfileGroup[];
  readonly values: ProfileValues;
  readonly onChange: (values: ProfileValues) => void;
};

/** Fields in groups; those that a requirement needs, which `?fields=` names, are marked. */
export const FieldGroups = ({ groups, values, onChange }: Typed) => {
  const [search] = useSearchParams();
  const wanted = (search.get('fields') ?? '').split(',').filter(Boolean);
  const propsOf = (field: ProfileField) => ({
    label: field.label,
    hint: wanted.includes(field.path)
      ? [t.customers.requiredNow, field.hint].filter(Boolean).join(' ')
      : field.hint,
    at: pointerOf(field),
    value: values[field.path] ?? '',
    onChange: (value: string) => onChange({ ...values, [field.path]: value }),
  });
  return groups.map(({ title, fields }) => (
    <FieldGroup key={title} title={title}>
      <div className="field-columns">
        {fields.map((field) => {
          const options = field.options ?? (field.values && optionsOf(field.values));
          return options ? (
            <ChoiceField
              key={field.path}
              {...propsOf(field)}
              options={[{ value: '', label: t.all.notStated }, ...options]}
              others={field.others}
            />
          ) : (
            <TextField
              key={field.path}
              {...propsOf(field)}
              type={field.type ?? 'text'}
              autoFocus={field.path === wanted[0]}
            />
          );
        })}
      </div>
    </FieldGroup>
  ));
};

const types = ['individual', 'business'] as const;

/** Creates a customer, or changes one. */
export const CustomerForm = ({ customer }: { readonly customer?: Customer }) => {
  const go = useGo();
  const [type, setType] = useState<Customer['type']>(customer?.type ?? 'individual');
  const groups = profileGroups[type];
  const fields = groups.flatMap((group) => group.fields);
  const [before] = useState(() => ({
    values: valuesOf(fields, customer),
    metadata: pairsOf(customer?.metadata),
  }));
  const [values, setValues] = useState(before.values);
  const [metadata, setMetadata] = useState(before.metadata);
  const typed = Object.fromEntries(fields.map(({ path }) => [path, values[path] ?? '']));
  const changes = {
    ...changesOf(before.values, typed),
    metadata: pairChanges(before.metadata, metadata),
  };
  // A person with one name has no first name.
  const whole = { type, ...(type === 'individual' && { first_name: null }), ...changes };
  const call = customer ? { params: { customer_id: customer.id }, body: changes } : { body: whole };
  return (
    <RouteForm
      route={customer ? 'customers.update' : 'customers.create'}
      submit={customer ? t.all.save : t.all.createCustomer}
      unable={pairsUnable(metadata)}
      cancelTo={customer ? `/customers/${customer.id}` : '/customers'}
      // A form holds text: the API decides whether it makes a customer.
      call={() => call as CallOf<'customers.create' | 'customers.update'>}
      {...(customer && { of: customer, success: t.customers.theProfileWas })}
      onDone={({ id }) => go(`/customers/${id}`)}
    >
      {!customer && (
        <ChoiceField
          label={t.all.type}
          value={type}
          options={optionsOf(types)}
          onChange={setType}
        />
      )}
      <FieldGroups groups={groups} values={values} onChange={setValues} />
      <MetadataField pairs={metadata} onChange={setMetadata} />
    </RouteForm>
  );
};
