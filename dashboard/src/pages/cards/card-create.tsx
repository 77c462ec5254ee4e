import { useSearchParams } from 'react-router';
import type { InputOf } from '../../api/client.ts';
import { useAccounts } from '../../api/use-read.ts';
import { ChoiceField, optionsOf, RouteForm, TextField, useTyped } from '../../ui/form.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { useGo } from '../../ui/values.tsx';

const types = [
  { value: 'virtual', label: 'Virtual', description: 'A card number, active immediately' },
  { value: 'physical', label: 'Physical', description: 'A plastic card, sent by post' },
] as const;
const methods = ['standard', 'express'] as const;

/** Issues a card to a customer. Where a feature is not active for the customer, the steps to it are shown. */
export const Component = () => (
  <Page title="Issue card" crumbs={[{ text: 'Cards', to: '/cards' }]}>
    <Section title="Card">
      <IssueForm />
    </Section>
  </Page>
);

type Typed = {
  readonly customer_id: string;
  readonly type: (typeof types)[number]['value'];
  readonly method: (typeof methods)[number];
  /** Undefined until it is typed: then it is the account's. */
  readonly currency: string | undefined;
  readonly nickname: string;
  readonly cardholder_name: string;
};

const bodyOf = ({ customer_id, type, method, nickname, cardholder_name }: Typed, currency: string) => {
  const named = {
    ...(nickname.trim() !== '' && { nickname: nickname.trim() }),
    ...(cardholder_name.trim() !== '' && { cardholder_name: cardholder_name.trim() }),
  };
  const shared = { customer_id: customer_id.trim(), currency: currency.trim().toUpperCase(), ...named };
  const body: InputOf<'cards.create'> =
    type === 'physical' ? { ...shared, type, shipping: { method } } : { ...shared, type };
  return body;
};

const IssueForm = () => {
  const go = useGo();
  const [search] = useSearchParams();
  const own = useAccounts().data?.data[0]?.currency ?? '';
  const { typed, field } = useTyped<Typed>({
    customer_id: search.get('customer_id') ?? '',
    type: 'virtual',
    method: 'standard',
    currency: undefined,
    nickname: '',
    cardholder_name: '',
  });
  const currency = typed.currency ?? own;
  return (
    <RouteForm
      route="cards.create"
      submit="Issue card"
      call={() => ({ body: bodyOf(typed, currency) })}
      success="The card was issued."
      onDone={({ id }) => go(`/cards/${id}`)}
      cancelTo={typed.customer_id ? `/customers/${typed.customer_id}/cards` : '/cards'}
    >
      <TextField label="Customer ID" placeholder="cus_…" {...field('customer_id')} />
      <ChoiceField label="Type" options={types} {...field('type')} />
      {typed.type === 'physical' && (
        <ChoiceField
          label="Shipping"
          hint="Sent to the name and address of the customer."
          options={optionsOf(methods)}
          {...field('method')}
          at="/shipping"
        />
      )}
      <TextField label="Currency" hint="Three letters, such as USD." {...field('currency')} value={currency} />
      <TextField
        label="Name on the card (optional)"
        hint="In Latin letters. Enter it if the customer's name is in another script."
        {...field('cardholder_name')}
      />
      <TextField label="Nickname (optional)" {...field('nickname')} />
    </RouteForm>
  );
};
