import { X } from 'lucide-react';
import { useRead } from '../api/use-read.ts';
import { dayText } from '../texts/days.ts';
import { filled, t } from '../texts/texts.ts';
import { nameOf, words } from '../texts/words.ts';
import { type Filter, type FilterValues, isDay } from './filter-query.ts';

type Chips = {
  readonly filters: readonly Filter[];
  readonly values: FilterValues;
  readonly onRemove: (name: string) => void;
};

/** The filters that apply, each with its removal. */
export const FilterChips = ({ filters, values, onRemove }: Chips) =>
  filters
    .filter(({ name }) => values[name])
    .map((filter) => (
      <Chip
        key={filter.name}
        filter={filter}
        value={values[filter.name] ?? ''}
        onRemove={() => onRemove(filter.name)}
      />
    ));

const Chip = (props: {
  readonly filter: Filter;
  readonly value: string;
  readonly onRemove: () => void;
}) => {
  const { filter, value, onRemove } = props;
  const customer = useRead(
    'customers.get',
    { params: { customer_id: value } },
    { enabled: filter.name === 'customer_id' },
  );
  const text = customer.data ? nameOf(customer.data) : textOf(filter, value);
  const label = customer.data ? t.all.customer : filter.label;
  return (
    <span className="chip" title={value}>
      <span>
        {label}: <strong>{text}</strong>
      </span>
      <button
        type="button"
        aria-label={filled(t.lists.removeFilter, { label, text })}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  );
};

const textOf = ({ name, options }: Filter, value: string): string => {
  if (isDay(name)) return dayText(value);
  return options ? words(value) : value;
};

/** Spans of days that people choose often, as the two days of a list. */
export const DayPresets = ({ onChoose }: { readonly onChoose: (days: FilterValues) => void }) => (
  <div className="presets">
    {Object.entries(presets).map(([id, daysAt]) => (
      <button key={id} type="button" className="tool" onClick={() => onChoose(daysAt(new Date()))}>
        {t.lists.presets[id as keyof typeof presets]}
      </button>
    ))}
  </div>
);

/** A day of the shown time zone, so many days and months away. */
const dayAt = (now: Date, days: number, months = 0, day = now.getDate()): string => {
  const at = new Date(now.getFullYear(), now.getMonth() + months, day + days);
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
};

const presets = {
  today: (now: Date) => ({ from: dayAt(now, 0), until: dayAt(now, 0) }),
  week: (now: Date) => ({ from: dayAt(now, -6), until: dayAt(now, 0) }),
  month: (now: Date) => ({ from: dayAt(now, -29), until: dayAt(now, 0) }),
  lastMonth: (now: Date) => ({ from: dayAt(now, 0, -1, 1), until: dayAt(now, -1, 0, 1) }),
} as const;
