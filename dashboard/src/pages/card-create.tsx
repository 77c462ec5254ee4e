import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Api } from '../api/client.ts';
import { useRefusal } from '../api/environment.tsx';
import { useRead } from '../api/use-read.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Section } from '../ui/details.tsx';
import { useFlash } from '../ui/flashes.tsx';
import { ChoiceField, fieldsOf, SubmitForm, TextField } from '../ui/form.tsx';
import { useGo } from '../ui/go.tsx';
import { Page } from '../ui/page.tsx';

type Body = Parameters<Api['cards']['create']>[0]['body'];

const types = [
  { value: 'virtual', label: 'Virtual', description: 'A number alone, active at once' },
  { value: 'physical', label: 'Physical', description: 'Made and sent by post' },
] as const;
const methods = [
  { value: 'standard', label: 'Standard' },
  { value: 'express', label: 'Express' },
] as const;

/** Issues a card to a customer. Where the customer lacks a feature, the steps to it are shown. */
export const Component = () => (
  <Page title="Issue card" crumbs={[{ text: 'Cards', to: '/cards' }]}>
    <Section title="Card">
      <IssueForm />
    </Section>
  </Page>
);

const useAccountCurrency = (): string =>
  useRead({ key: ['account'], read: (api, signal) => api.accounts.list({ signal }) }).data?.data[0]?.currency ?? '';

const IssueForm = () => {
  const go = useGo();
  const flash = useFlash();
  const [search] = useSearchParams();
  const [customer, setCustomer] = useState(search.get('customer_id') ?? '');
  const [type, setType] = useState<'virtual' | 'physical'>('virtual');
  const [method, setMethod] = useState<'standard' | 'express'>('standard');
  const [typedCurrency, setCurrency] = useState<string>();
  const [nickname, setNickname] = useState('');
  const own = useAccountCurrency();
  const currency = typedCurrency ?? own;
  const order = useSubmit({
    send: (api, body: Body, idempotencyKey) => api.cards.create({ body, idempotencyKey }),
    onDone: ({ id }) => {
      flash({ type: 'success', text: 'The card was issued.' });
      go(`/cards/${id}`);
    },
  });
  const found = fieldsOf(order, ['/customer_id', '/type', '/currency', '/nickname', '/shipping']);
  const submit = () => {
    const named = nickname.trim() === '' ? {} : { nickname: nickname.trim() };
    const shared = { customer_id: customer.trim(), currency: currency.trim().toUpperCase(), ...named };
    order.submit(type === 'physical' ? { ...shared, type, shipping: { method } } : { ...shared, type });
  };
  return (
    <SubmitForm
      submit="Issue card"
      sending={order}
      found={found}
      unable={useRefusal()('cards.create')}
      onCancel={() => go(customer ? `/customers/${customer}/cards` : '/cards')}
      onSubmit={submit}
    >
      <TextField
        label="Customer id"
        placeholder="cus_…"
        value={customer}
        error={found.fields['/customer_id']}
        onChange={setCustomer}
      />
      <ChoiceField label="Type" value={type} options={types} error={found.fields['/type']} onChange={setType} />
      {type === 'physical' && (
        <ChoiceField
          label="Shipping"
          hint="To the customer’s name and address."
          value={method}
          options={methods}
          error={found.fields['/shipping']}
          onChange={setMethod}
        />
      )}
      <TextField
        label="Currency"
        hint="Three letters, such as USD."
        value={currency}
        error={found.fields['/currency']}
        onChange={setCurrency}
      />
      <TextField
        label="Nickname (optional)"
        value={nickname}
        error={found.fields['/nickname']}
        onChange={setNickname}
      />
    </SubmitForm>
  );
};
