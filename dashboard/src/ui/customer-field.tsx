import { Select } from '@cloudscape-design/components';
import { useState } from 'react';
import { customerOption, findCustomers, useSettled } from '../api/find-customers.ts';
import { useReading } from '../api/use-read.ts';
import { filled, inSentence, t } from '../texts/texts.ts';
import { Field, type Typing } from './form.tsx';

/** A customer, found by name, e-mail address, external ID or ID. */
export const CustomerField = ({ at, value, onChange }: Typing) => {
  const [typed, setTyped] = useState('');
  const text = useSettled(typed.trim()) || value;
  const query = useReading(
    ['customers', 'found', text],
    async (api, signal) => ({ body: await findCustomers(api, text, signal) }),
    { keep: true },
  );
  const options = (query.data?.customers ?? []).map((one) => ({
    value: one.id,
    ...customerOption(one),
  }));
  return (
    <Field label={t.all.customer} at={at}>
      <Select
        options={options}
        selectedOption={
          options.find((one) => one.value === value) ?? (value ? { value, label: value } : null)
        }
        placeholder={t.ui.choose}
        filteringType="manual"
        filteringPlaceholder={t.cards.nameEMailOrId}
        filteringAriaLabel={filled(t.ui.findName, { name: inSentence(t.all.customer) })}
        statusType={query.isFetching ? 'loading' : query.isError ? 'error' : 'finished'}
        loadingText={t.layout.searching}
        errorText={t.layout.theSearchFailedTry}
        empty={t.cards.noCustomerFound}
        finishedText={query.data?.more ? t.layout.thereAreMoreNames : ''}
        onLoadItems={({ detail }) => setTyped(detail.filteringText)}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </Field>
  );
};
