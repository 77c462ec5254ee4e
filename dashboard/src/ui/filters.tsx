import Button from '@cloudscape-design/components/button';
import DateInput from '@cloudscape-design/components/date-input';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FilterValues } from './filter-query.ts';
import { statusText } from './status.tsx';

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

/** The two bounds that every list of dated things has; days are UTC. */
export const datedFilters: readonly Filter[] = [
  { name: 'from', label: 'From day (UTC)' },
  { name: 'until', label: 'Until day (UTC)' },
];

const isDay = ({ name }: Filter) => name === 'from' || name === 'until';

/** Filters whose values live in the address of the page, so that links may bring them; personal ones on the page alone. */
export const useFilters = (filters: readonly Filter[]) => {
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

/** The fields of the filters; what is chosen holds once it is applied. */
export const FilterBar = ({ filters, values, set }: ReturnType<typeof useFilters>) => (
  <Fields key={JSON.stringify(values)} filters={filters} values={values} set={set} />
);

const Fields = ({ filters, values, set }: ReturnType<typeof useFilters>) => {
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
            <Field
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

const Field = (props: {
  readonly filter: Filter;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onChoose: (value: string) => void;
}) => {
  const { filter, value, onChange, onChoose } = props;
  if (isDay(filter))
    return (
      <DateInput
        value={value}
        placeholder="YYYY-MM-DD"
        format="iso"
        inputFormat="iso"
        onChange={({ detail }) => onChange(detail.value)}
      />
    );
  if (!filter.options)
    return (
      <Input
        value={value}
        type="search"
        placeholder={filter.placeholder ?? ''}
        onChange={({ detail }) => onChange(detail.value)}
      />
    );
  const all = { value: '', label: 'Any' };
  const options = [all, ...filter.options.map((one) => ({ value: one, label: optionLabel(one) }))];
  return (
    <Select
      options={options}
      selectedOption={options.find((one) => one.value === value) ?? all}
      filteringType={options.length > 12 ? 'auto' : 'none'}
      filteringAriaLabel={`Find in ${filter.label}`}
      onChange={({ detail }) => onChoose(detail.selectedOption.value ?? '')}
    />
  );
};

/** Names of events stay as they are written. */
const optionLabel = (name: string): string => (name.includes('.') ? name : statusText(name));
