import { useSearchParams } from 'react-router';
import { shippingMethods } from '../../../../functions/issuing/cards/states.ts';
import type { InputOf } from '../../api/client.ts';
import { useAccounts } from '../../api/use-read.ts';
import { currencies } from '../../texts/codes.ts';
import { t } from '../../texts/texts.ts';
import { CustomerField } from '../../ui/customer-field.tsx';
import { ChoiceField, choicesOf, optionsOf, TextField } from '../../ui/fields.tsx';
import { RouteForm, useTyped } from '../../ui/form.tsx';
import { useGo } from '../../ui/links.tsx';
import { Page, Section } from '../../ui/page.tsx';

const types = choicesOf(t.cards.types);

/** Issues a card to a customer. Where a feature is not active for the customer, the steps to it are shown. */
export const Component = () => {
  const go = useGo();
  const [search] = useSearchParams();
  const own = useAccounts().data?.data[0]?.currency ?? '';
  const { typed, field } = useTyped({
    customer_id: search.get('customer_id') ?? '',
    type: 'virtual' as keyof typeof t.cards.types,
    method: 'standard' as (typeof shippingMethods)[number],
    // Until one is chosen it is that of the account.
    currency: '',
    nickname: '',
    cardholder_name: '',
  });
  const { type, method, currency: chosen, ...texts } = typed;
  const currency = chosen || own;
  // The API keeps a text as it is sent.
  const trimmed = Object.entries(texts).map(([name, text]) => [name, text.trim()]);
  const given = Object.fromEntries(trimmed.filter(([, text]) => text !== ''));
  const body = { type, currency, ...given, ...(type === 'physical' && { shipping: { method } }) };
  return (
    <Page title={t.all.issueCard} crumbs={[{ text: t.all.cards, to: '/cards' }]}>
      <Section title={t.all.card}>
        <RouteForm
          route="cards.create"
          submit={t.all.issueCard}
          call={() => ({ body: body as InputOf<'cards.create'> })}
          success={t.cards.theCardWasIssued}
          onDone={({ id }) => go(`/cards/${id}`)}
          cancelTo={given.customer_id ? `/customers/${given.customer_id}/cards` : '/cards'}
        >
          <CustomerField {...field('customer_id')} />
          <ChoiceField label={t.all.type} options={types} {...field('type')} />
          {type === 'physical' && (
            <ChoiceField
              label={t.cards.shipping}
              hint={t.cards.sentToTheNameAnd}
              options={optionsOf(shippingMethods)}
              {...field('method')}
              at="/shipping"
            />
          )}
          <ChoiceField
            label={t.all.currency}
            options={currencies}
            {...field('currency')}
            value={currency}
          />
          <TextField
            label={t.cards.nameOnTheCard}
            hint={t.cards.inLatinLetters}
            {...field('cardholder_name')}
          />
          <TextField label={t.cards.nicknameOptional} {...field('nickname')} />
        </RouteForm>
      </Section>
    </Page>
  );
};
