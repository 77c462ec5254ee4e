import { useState } from 'react';
import { customerOption, findCustomers, useSettled } from '../api/find-customers.ts';
import { useReading } from '../api/use-read.ts';
import { filled, inSentence, t } from '../texts/texts.ts';
import { nameOf } from '../texts/words.ts';
import { Field } from './field.tsx';
import type { Typing } from './form.tsx';
import { Picker } from './picker.tsx';

/** A customer, found by name, e-mail address, external ID or ID. */
export const CustomerField = ({ at, value, onChange }: Typing) => {
  const [typed, setTyped] = useState('');
  const text = useSettled(typed.trim()) || value;
  const query = useReading(
    ['customers', 'found', text],
    async (api, signal) => ({ body: await findCustomers(api, text, signal) }),
    { keep: true },
  );
  const found = query.data?.customers ?? [];
  // The chosen one stays when others are searched.
  const [chosen, setChosen] = useState<(typeof found)[number]>();
  const shown = [...found, ...(chosen ? [chosen] : [])].find(({ id }) => id === value);
  return (
    <Field label={t.all.customer} at={at}>
      {(control) => (
        <Picker
          control={control}
          label={t.all.customer}
          face={shown ? nameOf(shown) : value || t.ui.choose}
          options={found.map((one) => ({ value: one.id, ...customerOption(one) }))}
          chosen={[value]}
          search={{
            label: filled(t.ui.findName, { name: inSentence(t.all.customer) }),
            placeholder: t.cards.nameEMailOrId,
            value: typed,
            onChange: setTyped,
            isFound: true,
          }}
          status={statusOf(query)}
          empty={query.isFetching ? '' : t.cards.noCustomerFound}
          onChange={([next = '']) => {
            setChosen(found.find(({ id }) => id === next));
            onChange(next);
          }}
        />
      )}
    </Field>
  );
};

const statusOf = (query: {
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly data?: { readonly more: boolean } | undefined;
}): string => {
  if (query.isFetching) return t.layout.searching;
  if (query.isError) return t.layout.theSearchFailedTry;
  return query.data?.more ? t.layout.thereAreMoreNames : '';
};
