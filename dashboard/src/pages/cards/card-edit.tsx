import { ColumnLayout } from '@cloudscape-design/components';
import { useState } from 'react';
import type { Card } from '../../api/client.ts';
import { minorUnits, typedOf } from '../../texts/money.ts';
import { filled, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { RouteForm, TextField, useTyped } from '../../ui/form.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { useGo } from '../../ui/values.tsx';

type Interval = Card['spending_controls']['limits'][number]['interval'];
type Amounts = { readonly [interval in Interval]?: string };

const intervals: readonly Interval[] = ['per_authorization', 'daily', 'weekly', 'monthly', 'yearly', 'all_time'];
const lists = ['allowed_categories', 'blocked_categories', 'allowed_countries'] as const;

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
const ControlsForm = ({
  card: { id: card_id, version, currency, nickname, spending_controls },
}: {
  readonly card: Card;
}) => {
  const go = useGo();
  const { typed, field } = useTyped({
    nickname: nickname ?? '',
    allowed_categories: spending_controls.allowed_categories.join(', '),
    blocked_categories: spending_controls.blocked_categories.join(', '),
    allowed_countries: spending_controls.allowed_countries.join(', '),
  });
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
    const controls = {
      limits: set.map(({ interval, amount = 0 }) => ({ interval, amount })),
      allowed_categories: split(typed.allowed_categories),
      blocked_categories: split(typed.blocked_categories),
      allowed_countries: split(typed.allowed_countries),
    };
    return { params: { card_id }, body: { nickname: typed.nickname.trim() || null, spending_controls: controls } };
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
      <TextField label={t.cards.nickname} {...field('nickname')} />
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
      {lists.map((one) => (
        <TextField
          key={one}
          label={words(one)}
          hint={one === 'allowed_countries' ? t.cards.forExampleGbDe : t.cards.fourDigitsEachFor}
          {...field(one)}
          at={`/spending_controls/${one}`}
        />
      ))}
    </RouteForm>
  );
};

const split = (typed: string): string[] =>
  typed
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);
