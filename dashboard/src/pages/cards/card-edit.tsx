import ColumnLayout from '@cloudscape-design/components/column-layout';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Api, Card } from '../../api/client.ts';
import { useResource } from '../../api/use-read.ts';
import { minorUnits, typedOf } from '../../texts/money.ts';
import { words } from '../../texts/words.ts';
import { fieldErrors, SubmitForm, TextField } from '../../ui/form.tsx';
import { Loaded, Page, Section } from '../../ui/page.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useGo } from '../../ui/values.tsx';

type Body = NonNullable<Parameters<Api['cards']['update']>[0]['body']>;
type Limits = Card['spending_controls']['limits'];
type Interval = Limits[number]['interval'];

const intervals: readonly Interval[] = ['per_authorization', 'daily', 'weekly', 'monthly', 'yearly', 'all_time'];

/** Changes what a card may be used for. */
export const Component = () => {
  const { card: id = '' } = useParams();
  const query = useResource('card', id);
  const crumbs = [
    { text: 'Cards', to: '/cards' },
    { text: 'Card', to: `/cards/${id}` },
  ];
  return (
    <Page title="Spending controls" crumbs={crumbs}>
      <Section title="Controls">
        <Loaded query={query}>{(card) => <ControlsForm key={card.id} card={card} />}</Loaded>
      </Section>
    </Page>
  );
};

/** Nickname, a limit for each interval, and where the card works. */
const ControlsForm = ({ card }: { readonly card: Card }) => {
  const go = useGo();
  const form = useControls(card);
  // The version that the person saw is the one they change, also when it was read again since.
  const [version] = useState(card.version);
  const change = useSubmit({
    send: (api, body: Body) => api.cards.update({ params: { card_id: card.id }, body, ifMatch: `"${version}"` }),
    repeatable: false,
    success: () => 'The card was changed.',
    onDone: () => go(`/cards/${card.id}`),
  });
  const found = fieldErrors(change, ['/nickname', ...form.limits.map(form.pointerOf), ...lists.map(listPointer)]);
  return (
    <SubmitForm
      route="cards.update"
      submit="Save"
      sending={change}
      found={found}
      cancelTo={`/cards/${card.id}`}
      onSubmit={() => form.check() && change.submit(form.body())}
    >
      <TextField label="Nickname" value={form.nickname} error={found.fields['/nickname']} onChange={form.setNickname} />
      <LimitFields form={form} currency={card.currency} errors={found.fields} />
      <ListFields form={form} errors={found.fields} />
    </SubmitForm>
  );
};

type Fields = { readonly form: ReturnType<typeof useControls>; readonly errors: Readonly<Record<string, string>> };

const LimitFields = ({ form, errors, currency }: Fields & { readonly currency: string }) => (
  <ColumnLayout columns={2}>
    {intervals.map((interval) => (
      <TextField
        key={interval}
        label={`${words(interval)} limit, ${currency}`}
        inputMode="decimal"
        value={form.amounts[interval] ?? ''}
        error={form.invalid[interval] ?? errors[form.pointerOf(interval)]}
        onChange={(value) => form.setAmount(interval, value)}
      />
    ))}
  </ColumnLayout>
);

const lists = ['allowed_categories', 'blocked_categories', 'allowed_countries'] as const;
const listPointer = (list: (typeof lists)[number]) => `/spending_controls/${list}`;

const ListFields = ({ form, errors }: Fields) => (
  <SpaceBetween size="m">
    {lists.map((one) => (
      <TextField
        key={one}
        label={words(one)}
        hint={
          one === 'allowed_countries'
            ? 'For example GB, DE. Leave empty to allow all countries.'
            : 'Four digits each, for example 5411, 7995.'
        }
        value={form.lists[one]}
        error={errors[listPointer(one)]}
        onChange={(value) => form.setList(one, value)}
      />
    ))}
  </SpaceBetween>
);

type Amounts = { readonly [interval in Interval]?: string };

/** What is typed into the form, and the change that is sent. */
const useControls = ({ currency, nickname: before, spending_controls: controls }: Card) => {
  const [nickname, setNickname] = useState(before ?? '');
  const [amounts, setAmounts] = useState<Amounts>(() =>
    Object.fromEntries(controls.limits.map(({ interval, amount }) => [interval, typedOf(amount, currency)])),
  );
  const [invalid, setInvalid] = useState<Amounts>({});
  const [lists, setLists] = useState({
    allowed_categories: controls.allowed_categories.join(', '),
    blocked_categories: controls.blocked_categories.join(', '),
    allowed_countries: controls.allowed_countries.join(', '),
  });
  const limits = intervals.filter((interval) => (amounts[interval] ?? '').trim() !== '');
  /** The pointer of a limit: its position among those that are sent. */
  const pointerOf = (interval: Interval) => `/spending_controls/limits/${limits.indexOf(interval)}`;
  const amountOf = (interval: Interval) => minorUnits(amounts[interval] ?? '', currency);
  const check = (): boolean => {
    const wrong = limits.filter((interval) => amountOf(interval) === undefined);
    setInvalid(Object.fromEntries(wrong.map((interval) => [interval, `Enter an amount in ${currency}, such as 500.`])));
    return wrong.length === 0;
  };
  const body = (): Body => ({
    nickname: nickname.trim() || null,
    spending_controls: {
      limits: limits.map((interval) => ({ interval, amount: amountOf(interval) ?? 0 })),
      allowed_categories: split(lists.allowed_categories),
      blocked_categories: split(lists.blocked_categories),
      allowed_countries: split(lists.allowed_countries),
    },
  });
  return {
    ...{ nickname, setNickname, amounts, invalid, lists, limits, pointerOf, check, body },
    setAmount: (interval: Interval, value: string) => setAmounts({ ...amounts, [interval]: value }),
    setList: (name: keyof typeof lists, value: string) => setLists({ ...lists, [name]: value }),
  };
};

const split = (typed: string): string[] =>
  typed
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);
