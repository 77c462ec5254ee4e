import { ColumnLayout } from '@cloudscape-design/components';
import { useState } from 'react';
import { cardPresences } from '../../../../functions/cards/states.ts';
import type { Card, InputOf } from '../../api/client.ts';
import { categoryForm, countries, currencies, merchantCategories } from '../../texts/codes.ts';
import { minorUnits, typedOf } from '../../texts/money.ts';
import { filled, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ChoicesField, optionsOf, RouteForm, TextField, useTyped } from '../../ui/form.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { useGo } from '../../ui/values.tsx';

type Interval = Card['spending_controls']['limits'][number]['interval'];
type Chosen = Readonly<Record<keyof typeof lists, readonly string[]>>;
type Controls = InputOf<'cards.update'>['spending_controls'];
type Amounts = { readonly [interval in Interval]?: string };

const intervals: readonly Interval[] = ['per_authorization', 'daily', 'weekly', 'monthly', 'yearly', 'all_time'];
const lists = {
  allowed_categories: merchantCategories,
  blocked_categories: merchantCategories,
  allowed_countries: countries,
  allowed_currencies: currencies,
  allowed_card_presences: optionsOf(cardPresences),
} as const;
const listNames = Object.keys(lists) as readonly (keyof typeof lists)[];

/** Changes what a card may be used for. */
export const Component = () => (
  <ResourcePage name="card" title={t.cards.spendingControls}>
    {(card) => (
      <Section title={t.cards.controls}>
        <ControlsForm key={card.id} card={card} />
      </Section>
    )}
  </ResourcePage>
);

/** Nickname, a limit for each interval, and where the card works. */
const ControlsForm = ({ card }: { readonly card: Card }) => {
  const { id: card_id, version, currency, nickname, spending_controls } = card;
  const go = useGo();
  const [name, setName] = useState(nickname ?? '');
  const { typed, field } = useTyped<Chosen>(spending_controls);
  const [amounts, setAmounts] = useState<Amounts>(() =>
    Object.fromEntries(spending_controls.limits.map((one) => [one.interval, typedOf(one.amount, currency)])),
  );
  const [invalid, setInvalid] = useState<Amounts>({});
  const limits = intervals.filter((interval) => (amounts[interval] ?? '').trim() !== '');
  const call = () => {
    const set = limits.map((interval) => ({ interval, amount: minorUnits(amounts[interval] ?? '', currency) }));
    const wrong = set.filter(({ amount }) => amount === undefined);
    setInvalid(Object.fromEntries(wrong.map((one) => [one.interval, filled(t.cards.enterAnAmountIn, { currency })])));
    if (wrong.length > 0) return undefined;
    const controls = { ...typed, limits: set.map(({ interval, amount = 0 }) => ({ interval, amount })) };
    const body = { nickname: name.trim() || null, spending_controls: controls as Controls };
    return { params: { card_id }, body };
  };
  return (
    <RouteForm
      route="cards.update"
      submit={t.all.save}
      version={version}
      call={call}
      success={t.cards.theCardWasChanged}
      onDone={() => go(`/cards/${card_id}`)}
      cancelTo={`/cards/${card_id}`}
    >
      <TextField label={t.cards.nickname} at="/nickname" value={name} onChange={setName} />
      <ColumnLayout columns={2}>
        {intervals.map((interval) => (
          <TextField
            key={interval}
            label={filled(t.cards.intervalLimit, { interval: words(interval), currency })}
            inputMode="decimal"
            // Its position among those that are sent.
            at={`/spending_controls/limits/${limits.indexOf(interval)}`}
            value={amounts[interval] ?? ''}
            error={invalid[interval]}
            onChange={(value) => setAmounts({ ...amounts, [interval]: value })}
          />
        ))}
      </ColumnLayout>
      {listNames.map((one) => (
        <ChoicesField
          key={one}
          label={words(one)}
          hint={one === 'blocked_categories' ? t.cards.notTogetherWith : t.cards.emptyAllowsAll}
          options={lists[one]}
          {...(lists[one] === merchantCategories && { others: categoryForm })}
          {...field(one)}
          at={`/spending_controls/${one}`}
        />
      ))}
    </RouteForm>
  );
};
