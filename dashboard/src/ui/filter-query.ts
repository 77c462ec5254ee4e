import { isId } from '../../../functions/core/ids.ts';
import { dayOf, startOf } from '../texts/days.ts';
import { filled, t } from '../texts/texts.ts';

/** The chosen values, by the name of the filter. */
export type FilterValues = Readonly<Record<string, string>>;

/** Filters as the query of the API: days of the shown time zone become the exclusive bounds around them. */
export const queryOf = <Query>({ from, until, ...values }: FilterValues): Query => {
  const [first, last] = [readDay(from), readDay(until)];
  return {
    ...values,
    ...(first && { created_after: new Date(startOf(first).getTime() - 1).toISOString() }),
    ...(last && { created_before: startOf(last, 1).toISOString() }),
  } as Query;
};

/** The day that was typed; undefined where it is none. */
export const readDay = (typed = ''): string | undefined => {
  const read = dayOf(typed);
  return 'day' in read ? read.day : undefined;
};

/** One filter of a list, by its name in the API. */
export type Filter = {
  readonly name: string;
  readonly label: string;
  /** The values that it may have; absent: text. */
  readonly options?: readonly string[];
  readonly placeholder?: string;
  /** Names a person: kept with the page in the browser, never in its address. */
  readonly personal?: true;
};

/** The two bounds of every list. */
export const isDay = (name: string): boolean => name === 'from' || name === 'until';

/** Whether a text is a whole e-mail address. */
export const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text);

/** The fault of a typed filter, before it is sent; undefined without one. */
export const wrongFilter = (
  { name, placeholder = '' }: Filter,
  value: string,
): string | undefined => {
  if (value === '') return undefined;
  if (isDay(name)) {
    const read = dayOf(value);
    return 'wrong' in read ? read.wrong : undefined;
  }
  if (name === 'email' && !isEmail(value)) return t.ui.enterTheWholeEMail;
  // The placeholder of an ID shows how IDs begin: all of them, or some of many, as `cus_…, card_…`.
  const kinds = placeholder.match(/\b[a-z]+_(?=…)/g) ?? [];
  const isWhole = isId(value) && (kinds.length > 1 || value.startsWith(kinds[0] ?? ''));
  return kinds.length === 0 || isWhole
    ? undefined
    : filled(t.ui.enterAWholeIdSuch, { placeholder });
};
