import { CalendarDays, Plus } from 'lucide-react';
import { type FormEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { ApiError } from '../../../client/src/api-error.ts';
import type { RouteId } from '../api/client.ts';
import { zone } from '../texts/days.ts';
import { itemText } from '../texts/errors.ts';
import { filled, sentence, t } from '../texts/texts.ts';
import { words } from '../texts/words.ts';
import { Button } from './button.tsx';
import { type Control, Field, inputPropsOf } from './field.tsx';
import { ChoiceField } from './fields.tsx';
import { DayPresets, FilterChips } from './filter-chips.tsx';
import {
  type Filter,
  type FilterValues,
  isDay,
  queryOf,
  readDay,
  wrongFilter,
} from './filter-query.ts';
import { type Listing, ListTable } from './list-table.tsx';
import { onDemand } from './on-demand.ts';
import { Page } from './page.tsx';

/** The two bounds of every list. */
const datedFilters: readonly Filter[] = [
  { name: 'from', label: t.ui.fromDay },
  { name: 'until', label: t.ui.untilDay },
];

/** Only what one customer has. */
export const customerFilter: Filter = {
  name: 'customer_id',
  label: t.all.customerId,
  placeholder: 'cus_…',
};

/**
 * Filters whose values are in the address of the page, so that links can set them. Personal ones are kept with the entry of
 * the browser's history: Back and Reload find them, and nobody else does.
 */
const useFilters = (filters: readonly Filter[]) => {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const own: FilterValues = state?.own ?? {};
  const values: Record<string, string> = {};
  for (const { name, personal } of filters) {
    const value = personal ? own[name] : search.get(name);
    if (value) values[name] = value;
  }
  const set = (next: FilterValues) => {
    const chosen = filters.filter(({ name }) => next[name]);
    const valuesOf = (some: readonly Filter[]): Record<string, string> =>
      Object.fromEntries(some.map(({ name }) => [name, next[name] ?? '']));
    const own = valuesOf(chosen.filter(({ personal }) => personal));
    setSearch(valuesOf(chosen.filter(({ personal }) => !personal)), { state: { own } });
  };
  return { filters, values, set };
};

type Declared<Id extends RouteId> = Listing<Id> & {
  readonly description?: string;
  readonly filters: readonly Filter[];
  /** The other actions of the page, such as to create one. */
  readonly actions?: ReactNode;
};

/** A list of the API: its page, which can also be filtered by day, and its table on the pages of other resources. */
export const listOf = <const Id extends RouteId>({
  description,
  filters,
  actions,
  ...listing
}: Declared<Id>) => ({
  Component: () => {
    const state = useFilters([...filters, ...datedFilters]);
    return (
      <Page title={listing.title} {...(description && { description })} actions={actions}>
        <ListTable<Id>
          {...listing}
          call={{ query: queryOf(state.values) } as never}
          filter={(error) => <FilterBar {...state} error={error} />}
        />
      </Page>
    );
  },
  Table: ({ query, actions: own }: { readonly query: object; readonly actions?: ReactNode }) => (
    <ListTable<Id> {...listing} call={{ query } as never} actions={own} />
  ),
});

/**
 * The fields of the filters; a typed value applies when the person submits it. A fault of one is said beside it, and nothing
 * else changes.
 */
const FilterBar = ({
  filters,
  values,
  set,
  error,
}: ReturnType<typeof useFilters> & { readonly error: unknown }) => {
  const [draft, setDraft] = useState<FilterValues>(values);
  const [wrong, setWrong] = useState<FilterValues>(() => wrongOf(filters, values));
  const [isOpen, setOpen] = useState(false);
  const applied = JSON.stringify(values);
  const [shown, setShown] = useState(applied);
  const [own, setOwn] = useState('');
  // Back and links change what applies: the fields follow, and keep the focus. They have the values that they applied
  // themselves, and those that were typed since.
  if (shown !== applied) {
    setShown(applied);
    setOwn('');
    if (applied !== own) {
      setDraft(values);
      setWrong(wrongOf(filters, values));
    }
  }
  const rejected = rejectedOf(error);
  const opener = useRef<HTMLButtonElement>(null);
  const isShown = isOpen || Object.keys({ ...wrong, ...rejected }).length > 0;
  const apply = (typed: FilterValues) => {
    const next = Object.fromEntries(
      Object.entries(typed).map(([name, value]) => [name, normalized(name, value)]),
    );
    const found = wrongOf(filters, next);
    setDraft(next);
    setWrong(found);
    if (Object.keys(found).length > 0) return false;
    setOwn(
      JSON.stringify(
        Object.fromEntries(filters.flatMap(({ name }) => (next[name] ? [[name, next[name]]] : []))),
      ),
    );
    set(next);
    return true;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!apply(draft)) return;
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <div className="filter-bar">
      <div className="chips">
        <FilterChips
          filters={filters}
          values={values}
          onRemove={(name) => apply({ ...values, [name]: '' }) && opener.current?.focus()}
        />
        <button
          ref={opener}
          type="button"
          className="tool"
          aria-expanded={isShown}
          onClick={() => setOpen(!isOpen)}
        >
          <Plus size={14} aria-hidden />
          {t.ui.filters}
        </button>
      </div>
      <form onSubmit={submit} className="filters" data-open={isShown} aria-label={t.ui.filters}>
        {filters.map((filter) => (
          <div key={filter.name} className="filter">
            <FilterField
              filter={filter}
              error={wrong[filter.name] ?? rejected[filter.name]}
              value={draft[filter.name] ?? ''}
              onChange={(value) => setDraft((now) => ({ ...now, [filter.name]: value }))}
              onChoose={(value) => apply({ ...draft, [filter.name]: value })}
            />
          </div>
        ))}
        <DayPresets onChoose={(days) => apply({ ...draft, ...days })} />
        <div className="buttons">
          <Button submits>{t.ui.applyFilters}</Button>
          <Button
            variant="link"
            unable={Object.keys({ ...values, ...wrong }).length === 0}
            onClick={() => apply({})}
          >
            {t.ui.clearFilters}
          </Button>
          <small className="zone">{sentence(t.ui.timesAndDaysZone, { zone })}</small>
        </div>
      </form>
    </div>
  );
};

/** A day as it is sent and shown again, whatever way it was typed. */
const normalized = (name: string, value: string): string =>
  (isDay(name) && readDay(value)) || value.trim();

const wrongOf = (filters: readonly Filter[], values: FilterValues): FilterValues =>
  Object.fromEntries(
    filters.flatMap((filter) => {
      const text = wrongFilter(filter, values[filter.name] ?? '');
      return text === undefined ? [] : [[filter.name, text]];
    }),
  );

/** The errors of the API about values of filters, by their names. */
const rejectedOf = (error: unknown): FilterValues => {
  const items = error instanceof ApiError ? error.errors : [];
  return Object.fromEntries(
    items.flatMap((item) =>
      'parameter' in item ? [[item.parameter.replace('query.', ''), itemText(item)]] : [],
    ),
  );
};

type Typing = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onChoose: (value: string) => void;
};

const FilterField = (
  props: Typing & { readonly filter: Filter; readonly error: string | undefined },
) => {
  const { filter, error, value, onChange, onChoose } = props;
  const { label, options, placeholder } = filter;
  if (options)
    return (
      <ChoiceField
        label={label}
        error={error}
        value={value}
        options={[{ value: '', label: t.ui.any }, ...options.map(optionOf)]}
        onChange={onChoose}
      />
    );
  return (
    <Field label={label} error={error}>
      {(control) =>
        isDay(filter.name) ? (
          <DayInput control={control} label={label} {...{ value, onChange, onChoose }} />
        ) : (
          <input
            className="input"
            type="search"
            {...inputPropsOf(control)}
            {...{ value, placeholder }}
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </Field>
  );
};

/** Few days are chosen from the calendar: its code is loaded when it is opened. */
const { Component: Calendar } = onDemand(() =>
  import('./calendar.tsx').then(({ Calendar: shown }) => shown),
);

/** A day, as it is typed or chosen from the calendar. */
const DayInput = (props: Typing & { readonly control: Control; readonly label: string }) => {
  const { control, label, value, onChange, onChoose } = props;
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const name = filled(t.ui.calendarLabel, { label });
  const choose = (day: string) => {
    onChoose(day);
    setOpen(false);
    // The calendar gives the focus back to its button first: it goes to where the day is now.
    setTimeout(() => input.current?.focus());
  };
  return (
    <div className="day">
      <input
        ref={input}
        className="input"
        {...inputPropsOf(control)}
        value={value}
        placeholder="YYYY-MM-DD"
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
      <button
        ref={opener}
        type="button"
        className="icon-button"
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <CalendarDays size={16} aria-hidden />
      </button>
      <Suspense>
        {isOpen && (
          <Calendar
            label={name}
            value={readDay(value) ?? ''}
            at={opener}
            onChoose={choose}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </div>
  );
};

/** A name of the API in words; a type of event also as programs know it. */
const optionOf = (value: string) => ({
  value,
  label: words(value),
  ...(value.includes('.') && { description: value }),
});
