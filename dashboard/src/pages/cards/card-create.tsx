import { useSearchParams } from 'react-router';
import type { InputOf } from '../../api/client.ts';
import { useAccounts } from '../../api/use-read.ts';
import { currencies } from '../../texts/codes.ts';
import { t } from '../../texts/texts.ts';
import { CustomerField } from '../../ui/customer-field.tsx';
import { ChoiceField, choicesOf, optionsOf, RouteForm, TextField, useTyped } from '../../ui/form.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { useGo } from '../../ui/values.tsx';

const types = choicesOf(t.cards.types);
const methods = ['standard', 'express'] as const;

/** Issues a card to a customer. Where a feature is not active for the customer, the steps to it are shown. */
export const Component = () => (
  <Page title={t.all.issueCard} crumbs={[{ text: t.all.cards, to: '/cards' }]}>
    <Section title={t.all.card}>
      <IssueForm />
    </Section>
  </Page>
);

type Typed = {
  readonly customer_id: string;
  readonly type: keyof typeof t.cards.types;
  readonly method: (typeof methods)[number];
  /** Undefined until it is chosen: then it is the account's. */
  readonly currency: string | undefined;
  readonly nickname: string;
  readonly cardholder_name: string;
};

const bodyOf = ({ customer_id, type, method, nickname, cardholder_name }: Typed, currency: string) => {
  const named = {
    ...(nickname.trim() !== '' && { nickname: nickname.trim() }),
    ...(cardholder_name.trim() !== '' && { cardholder_name: cardholder_name.trim() }),
  };
  const shared = { customer_id, currency, ...named };
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
      submit={t.all.issueCard}
      call={() => ({ body: bodyOf(typed, currency) })}
      success={t.cards.theCardWasIssued}
      onDone={({ id }) => go(`/cards/${id}`)}
      cancelTo={typed.customer_id ? `/customers/${typed.customer_id}/cards` : '/cards'}
    >
      <CustomerField {...field('customer_id')} />
      <ChoiceField label={t.all.type} options={types} {...field('type')} />
      {typed.type === 'physical' && (
        <ChoiceField
          label={t.cards.shipping}
          hint={t.cards.sentToTheNameAnd}
          options={optionsOf(methods)}
          {...field('method')}
          at="/shipping"
        />
      )}
      <ChoiceField label={t.all.currency} options={currencies} {...field('currency')} value={currency} />
      <TextField label={t.cards.nameOnTheCard} hint={t.cards.inLatinLetters} {...field('cardholder_name')} />
      <TextField label={t.cards.nicknameOptional} {...field('nickname')} />
    </RouteForm>
  );
};
