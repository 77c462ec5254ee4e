import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Api } from '../../api/client.ts';
import { useAccounts } from '../../api/use-read.ts';
import { ChoiceField, fieldErrors, SubmitForm, TextField } from '../../ui/form.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useGo } from '../../ui/values.tsx';

type Body = Parameters<Api['cards']['create']>[0]['body'];

const types = [
  { value: 'virtual', label: 'Virtual', description: 'A card number, active immediately' },
  { value: 'physical', label: 'Physical', description: 'A plastic card, sent by post' },
] as const;
const methods = [
  { value: 'standard', label: 'Standard' },
  { value: 'express', label: 'Express' },
] as const;

/** Issues a card to a customer. Where a feature is not active for the customer, the steps to it are shown. */
export const Component = () => (
  <Page title="Issue card" crumbs={[{ text: 'Cards', to: '/cards' }]}>
    <Section title="Card">
      <IssueForm />
    </Section>
  </Page>
);

/** What is typed into the form. */
type Typed = {
  readonly customer: string;
  readonly type: 'virtual' | 'physical';
  readonly method: 'standard' | 'express';
  readonly currency: string;
  readonly nickname: string;
  readonly cardholder: string;
};
type Change = (change: Partial<Typed>) => void;

const useTyped = (): readonly [Typed, Change] => {
  const [search] = useSearchParams();
  const [typed, setTyped] = useState<Omit<Typed, 'currency'> & { readonly currency?: string }>({
    customer: search.get('customer_id') ?? '',
    type: 'virtual',
    method: 'standard',
    nickname: '',
    cardholder: '',
  });
  const own = useAccounts().data?.data[0]?.currency ?? '';
  return [{ ...typed, currency: typed.currency ?? own }, (change) => setTyped((before) => ({ ...before, ...change }))];
};

const bodyOf = ({ customer, type, method, currency, nickname, cardholder }: Typed): Body => {
  const named = {
    ...(nickname.trim() !== '' && { nickname: nickname.trim() }),
    ...(cardholder.trim() !== '' && { cardholder_name: cardholder.trim() }),
  };
  const shared = { customer_id: customer.trim(), currency: currency.trim().toUpperCase(), ...named };
  return type === 'physical' ? { ...shared, type, shipping: { method } } : { ...shared, type };
};

const IssueForm = () => {
  const go = useGo();
  const [typed, change] = useTyped();
  const order = useSubmit({
    send: (api, body: Body, idempotencyKey) => api.cards.create({ body, idempotencyKey }),
    success: () => 'The card was issued.',
    onDone: ({ id }) => go(`/cards/${id}`),
  });
  const found = fieldErrors(order, [
    '/customer_id',
    '/type',
    '/currency',
    '/nickname',
    '/cardholder_name',
    '/shipping',
  ]);
  return (
    <SubmitForm
      route="cards.create"
      submit="Issue card"
      sending={order}
      found={found}
      cancelTo={typed.customer ? `/customers/${typed.customer}/cards` : '/cards'}
      onSubmit={() => order.submit(bodyOf(typed))}
    >
      <CardFields typed={typed} change={change} errors={found.fields} />
    </SubmitForm>
  );
};

const CardFields = (props: {
  readonly typed: Typed;
  readonly change: Change;
  readonly errors: Readonly<Record<string, string>>;
}) => {
  const { typed, change, errors } = props;
  const field = (name: 'customer' | 'currency' | 'nickname' | 'cardholder', pointer: string) => ({
    value: typed[name],
    error: errors[pointer],
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <SpaceBetween size="m">
      <TextField label="Customer ID" placeholder="cus_…" {...field('customer', '/customer_id')} />
      <ChoiceField
        label="Type"
        value={typed.type}
        options={types}
        error={errors['/type']}
        onChange={(type) => change({ type })}
      />
      {typed.type === 'physical' && (
        <ChoiceField
          label="Shipping"
          hint="Sent to the name and address of the customer."
          value={typed.method}
          options={methods}
          error={errors['/shipping']}
          onChange={(method) => change({ method })}
        />
      )}
      <TextField label="Currency" hint="Three letters, such as USD." {...field('currency', '/currency')} />
      <TextField
        label="Name on the card (optional)"
        hint="In Latin letters. Enter it if the customer's name is in another script."
        {...field('cardholder', '/cardholder_name')}
      />
      <TextField label="Nickname (optional)" {...field('nickname', '/nickname')} />
    </SpaceBetween>
  );
};
