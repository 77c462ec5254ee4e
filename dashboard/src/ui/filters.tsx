import Button from '@cloudscape-design/components/button';
import DateInput from '@cloudscape-design/components/date-input';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type FilterValues, queryOf } from './filter-query.ts';
import type { TableOf } from './list-table.tsx';
import { Page } from './page.tsx';
import { statusText } from './values.tsx';

/** One filter of a list, by its name in the API. */
export type Filter = {
  readonly name: string;
  readonly label: string;
  /** What it may be; absent: text. */
  readonly options?: readonly string[];
  readonly placeholder?: string;
  /** Names a person: kept on the page, never in its address. */
  readonly personal?: true;
};

/** The two bounds of every list; days are UTC. */
const datedFilters: readonly Filter[] = [
  { name: 'from', label: 'From day (UTC)' },
  { name: 'until', label: 'Until day (UTC)' },
];

const isDay = (name: string) => name === 'from' || name === 'until';

/** Filters whose values are in the address of the page, so that links can set them; personal ones are not in the address. */
const useFilters = (filters: readonly Filter[]) => {
  const [search, setSearch] = useSearchParams();
  const [own, setOwn] = useState<FilterValues>({});
  const values: Record<string, string> = {};
  for (const { name, personal } of filters) {
    const value = personal ? own[name] : search.get(name);
    if (value) values[name] = value;
  }
  const set = (next: FilterValues) => {
    const shared = filters
      .filter(({ personal }) => !personal)
      .flatMap(({ name }) => (next[name] ? [[name, next[name]]] : []));
    setOwn(next);
    setSearch(Object.fromEntries(shared) as Record<string, string>);
  };
  return { filters, values, set };
};

/** A page with one list and its filters; every list can be filtered by day. */
export const FilteredPage = <Query,>(props: {
  readonly title: string;
  readonly description?: string;
  readonly actions?: ReactNode;
  readonly filters: readonly Filter[];
  readonly table: (props: TableOf<Query>) => ReactNode;
}) => {
  const { title, description, actions, filters, table: ResourceTable } = props;
  const state = useFilters([...filters, ...datedFilters]);
  return (
    <Page title={title} description={description} actions={actions}>
      <ResourceTable
        query={queryOf<Query>(state.values)}
        filter={<FilterBar key={JSON.stringify(state.values)} {...state} />}
      />
    </Page>
  );
};

/** The fields of the filters; a typed value applies when the person submits it. */
const FilterBar = ({ filters, values, set }: ReturnType<typeof useFilters>) => {
  const [draft, setDraft] = useState<FilterValues>(values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set(Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value.trim()])));
  };
  return (
    <form onSubmit={submit} className="filters" aria-label="Filters">
      {filters.map((filter) => (
        <div key={filter.name} className="filter">
          <FormField label={filter.label}>
            <Control
              filter={filter}
              value={draft[filter.name] ?? ''}
              onChange={(value) => setDraft({ ...draft, [filter.name]: value })}
              onChoose={(value) => set({ ...draft, [filter.name]: value })}
            />
          </FormField>
        </div>
      ))}
      <div className="filter-buttons">
        <Button formAction="submit">Apply filters</Button>
        <Button variant="link" disabled={Object.keys(values).length === 0} onClick={() => set({})}>
          Clear
        </Button>
      </div>
    </form>
  );
};

const Control = (props: {
  readonly filter: Filter;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onChoose: (value: string) => void;
}) => {
  const { filter, value, onChange, onChoose } = props;
  const { name, label, options: choices, placeholder = '' } = filter;
  const change = ({ detail }: { readonly detail: { readonly value: string } }) => onChange(detail.value);
  if (isDay(name))
    return <DateInput value={value} placeholder="YYYY-MM-DD" format="iso" inputFormat="iso" onChange={change} />;
  if (!choices) return <Input value={value} type="search" placeholder={placeholder} onChange={change} />;
  const all = { value: '', label: 'Any' };
  const options = [all, ...choices.map((one) => ({ value: one, label: optionLabel(one) }))];
  return (
    <Select
      options={options}
      selectedOption={options.find((one) => one.value === value) ?? all}
      filteringType={options.length > 12 ? 'auto' : 'none'}
      filteringAriaLabel={`Find in ${label}`}
      onChange={({ detail }) => onChoose(detail.selectedOption.value ?? '')}
    />
  );
};

/** Names of events stay as they are written. */
const optionLabel = (name: string): string => (name.includes('.') ? name : statusText(name));
