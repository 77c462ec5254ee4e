import {
  Button,
  Calendar,
  FormField,
  Input,
  type InputProps,
  Popover,
  Select,
} from '@cloudscape-design/components';
import { Plus } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { ApiError } from '../../../client/src/api-error.ts';
import type { RouteId } from '../api/client.ts';
import { zone } from '../texts/days.ts';
import { itemText } from '../texts/errors.ts';
import { language, languages } from '../texts/language.ts';
import { filled, sentence, t } from '../texts/texts.ts';
import { words } from '../texts/words.ts';
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
 * Filters whose values are in the address of the page, so that links can set them; personal ones are kept with the entry of
 * the browser's history, so that Back and Reload find them and nobody else does.
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
  /** What the page offers besides, such as to create one. */
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
 * The fields of the filters; a typed value applies when the person submits it. What is wrong with one is said beside it, and
 * nothing else changes.
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
  // Back and links change what applies: the fields follow, and keep the focus. What they applied themselves they have, and
  // what was typed since.
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
            <FormField label={filter.label} errorText={wrong[filter.name] ?? rejected[filter.name]}>
              <Control
                filter={filter}
                value={draft[filter.name] ?? ''}
                onChange={(value) => setDraft((now) => ({ ...now, [filter.name]: value }))}
                onChoose={(value) => apply({ ...draft, [filter.name]: value })}
              />
            </FormField>
          </div>
        ))}
        <DayPresets onChoose={(days) => apply({ ...draft, ...days })} />
        <div className="buttons">
          <Button formAction="submit">{t.ui.applyFilters}</Button>
          <Button
            variant="link"
            formAction="none"
            disabled={Object.keys({ ...values, ...wrong }).length === 0}
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

/** What the API says about values of filters, by their names. */
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

const Control = ({ filter, value, onChange, onChoose }: Typing & { readonly filter: Filter }) => {
  const { label, options: choices, placeholder = '' } = filter;
  const change = ({ detail }: { readonly detail: { readonly value: string } }) =>
    onChange(detail.value);
  if (isDay(filter.name))
    return <DayInput label={label} value={value} onChange={onChange} onChoose={onChoose} />;
  if (!choices)
    return <Input value={value} type="search" placeholder={placeholder} onChange={change} />;
  const all = { value: '', label: t.ui.any };
  const options = [all, ...choices.map(optionOf)];
  return (
    <Select
      options={options}
      selectedOption={options.find((one) => one.value === value) ?? all}
      filteringType={options.length > 12 ? 'auto' : 'none'}
      filteringAriaLabel={filled(t.ui.findInLabel, { label })}
      onChange={({ detail }) => onChoose(detail.selectedOption.value ?? '')}
    />
  );
};

/** A day, as it is typed or chosen from the calendar. */
const DayInput = ({ label, value, onChange, onChoose }: Typing & { readonly label: string }) => {
  const input = useRef<InputProps.Ref>(null);
  const [chosen, setChosen] = useState(0);
  const choose = (day: string) => {
    onChoose(day);
    // The calendar closes, and the focus is where the day is now.
    setChosen(chosen + 1);
    input.current?.focus();
  };
  return (
    <div className="day">
      <Input
        ref={input}
        value={value}
        placeholder="YYYY-MM-DD"
        onChange={({ detail }) => onChange(detail.value)}
      />
      <Popover
        key={chosen}
        header={label}
        triggerType="custom"
        dismissAriaLabel={t.all.close}
        content={
          <Calendar
            locale={languages[language].dates}
            value={readDay(value) ?? ''}
            onChange={({ detail }) => choose(detail.value)}
          />
        }
      >
        <Button
          iconName="calendar"
          variant="icon"
          formAction="none"
          ariaLabel={filled(t.ui.calendarLabel, { label })}
        />
      </Popover>
    </div>
  );
};

/** A name of the API in words; a type of event also as programs know it. */
const optionOf = (value: string) => ({
  value,
  label: words(value),
  ...(value.includes('.') && { labelTag: value }),
});
