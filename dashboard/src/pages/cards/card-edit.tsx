import { useState } from 'react';
import {
  countedIntervals,
  type Interval,
  intervals,
  velocity_count_max,
} from '../../../../functions/core/limits.ts';
import { cardPresences } from '../../../../functions/issuing/cards/states.ts';
import type { Card, InputOf } from '../../api/client.ts';
import { categoryForm, merchantCategories } from '../../texts/categories.ts';
import { countries, currencies } from '../../texts/codes.ts';
import { minorUnits, typedOf } from '../../texts/money.ts';
import { filled, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ChoicesField, optionsOf, TextField } from '../../ui/fields.tsx';
import { RouteForm, useTyped } from '../../ui/form.tsx';
import { useGo } from '../../ui/links.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';

type Chosen = Readonly<Record<keyof typeof lists | keyof typeof merchants, readonly string[]>>;
type Controls = InputOf<'cards.update'>['spending_controls'];
type ByInterval = { readonly [interval in Interval]?: string };

const categories = { options: merchantCategories, others: categoryForm };
const lists = {
  allowed_categories: { ...categories, hint: t.cards.emptyAllowsAll },
  blocked_categories: { ...categories, hint: t.cards.notTogetherWith },
  allowed_countries: { options: countries, hint: t.cards.emptyAllowsAll },
  allowed_currencies: { options: currencies, hint: t.cards.emptyAllowsAll },
  allowed_card_presences: { options: optionsOf(cardPresences), hint: t.cards.emptyAllowsAll },
} as const;
const listNames = Object.keys(lists) as readonly (keyof typeof lists)[];

/** Merchants are typed, one in a line: nobody lists them. */
const merchants = {
  allowed_merchants: t.cards.typeTheIdOfA,
  blocked_merchants: t.cards.typeTheIdOfA2,
} as const;
const merchantNames = Object.keys(merchants) as readonly (keyof typeof merchants)[];

/** Changes what a card may be used for. */
export const Component = () => (
  <ResourcePage name="card" isForm title={t.cards.spendingControls}>
    {(card) => (
      <Section title={t.cards.controls}>
        <ControlsForm key={card.id} card={card} />
      </Section>
    )}
  </ResourcePage>
);

/** Nickname, limits for each interval, and where the card works. */
const ControlsForm = ({ card }: { readonly card: Card }) => {
  const { id: card_id, currency, nickname, spending_controls } = card;
  const go = useGo();
  const [name, setName] = useState(nickname ?? '');
  const { typed, field } = useTyped<Chosen>(spending_controls);
  const amounts = useLimits(
    spending_controls.limits.map(({ interval, amount }) => [interval, typedOf(amount, currency)]),
    (text) => minorUnits(text, currency),
  );
  const counts = useLimits(
    spending_controls.velocity_limits.map(({ interval, count }) => [interval, String(count)]),
    countOf,
  );
  const call = () => {
    const [limits, velocity] = [amounts.read(), counts.read()];
    if (!limits || !velocity) return undefined;
    const controls = {
      ...typed,
      ...Object.fromEntries(
        merchantNames.map((one) => [one, typed[one].map((id) => id.trim()).filter(Boolean)]),
      ),
      limits: limits.map(({ interval, value: amount }) => ({ interval, amount })),
      velocity_limits: velocity.map(({ interval, value: count }) => ({ interval, count })),
    };
    const body = { nickname: name.trim() || null, spending_controls: controls as Controls };
    return { params: { card_id }, body };
  };
  return (
    <RouteForm
      route="cards.update"
      submit={t.all.save}
      of={card}
      call={call}
      success={t.cards.theCardWasChanged}
      onDone={() => go(`/cards/${card_id}`)}
      cancelTo={`/cards/${card_id}`}
    >
      <TextField label={t.cards.nickname} at="/nickname" value={name} onChange={setName} />
      <div className="field-columns">
        {intervals.map((interval) => (
          <TextField
            key={interval}
            label={filled(t.cards.intervalLimit, { interval: words(interval), currency })}
            inputMode="decimal"
            {...amounts.field(
              interval,
              '/spending_controls/limits',
              filled(t.cards.enterAnAmountIn, { currency }),
            )}
          />
        ))}
        {countedIntervals.map((interval) => (
          <TextField
            key={interval}
            label={filled(t.cards.numberOf, { interval: words(interval) })}
            inputMode="numeric"
            {...counts.field(
              interval,
              '/spending_controls/velocity_limits',
              t.cards.enterANumberFrom,
            )}
          />
        ))}
      </div>
      {listNames.map((one) => (
        <ChoicesField
          key={one}
          label={words(one)}
          {...lists[one]}
          {...field(one)}
          at={`/spending_controls/${one}`}
        />
      ))}
      {merchantNames.map((one) => (
        <TextField
          key={one}
          type="lines"
          label={words(one)}
          hint={merchants[one]}
          at={`/spending_controls/${one}`}
          value={typed[one].join('\n')}
          onChange={(text) => field(one).onChange(text.split('\n'))}
        />
      ))}
    </RouteForm>
  );
};

/** A whole number, with or without marks between thousands. */
const countOf = (typed: string): number | undefined => {
  const count = /^\d[\d\s.,'’]*$/.test(typed)
    ? Number(typed.replaceAll(/[\s.,'’](?=\d{3}\b)/g, ''))
    : 0;
  return Number.isInteger(count) && count >= 1 && count <= velocity_count_max ? count : undefined;
};

/** The text that is typed for each interval, and what is sent of it: nothing where a field is empty, nor while one is wrong. */
const useLimits = (
  initial: readonly (readonly [Interval, string])[],
  meant: (typed: string) => number | undefined,
) => {
  const [typed, setTyped] = useState<ByInterval>(() => Object.fromEntries(initial));
  const [wrong, setWrong] = useState<readonly Interval[]>([]);
  const given = intervals.filter((interval) => (typed[interval] ?? '').trim() !== '');
  return {
    read: () => {
      const values = given.flatMap((interval) => {
        const value = meant((typed[interval] ?? '').trim());
        return value === undefined ? [] : [{ interval, value }];
      });
      setWrong(given.filter((one) => !values.some(({ interval }) => interval === one)));
      return values.length === given.length ? values : undefined;
    },
    field: (interval: Interval, pointer: string, error: string) => ({
      // Its position among those that are sent.
      at: `${pointer}/${given.indexOf(interval)}`,
      value: typed[interval] ?? '',
      error: wrong.includes(interval) ? error : undefined,
      onChange: (value: string) => setTyped({ ...typed, [interval]: value }),
    }),
  };
};
