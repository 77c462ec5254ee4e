import type { ApiErrorItem } from '../../../functions/domain/api-error.ts';
import { itemText } from '../texts/errors.ts';

/** The items of a refusal, those at their fields and those that no field of the form is for. */
export type ProblemFields = {
  readonly fields: Readonly<Record<string, string>>;
  readonly others: readonly ApiErrorItem[];
};

/**
 * Sorts items to fields, which are named by JSON pointers as `/url`. An item below a field (`/event_types/0`) is that
 * field's; of several fields the one that is nearest has it.
 */
export const problemFields = (items: readonly ApiErrorItem[], pointers: readonly string[]): ProblemFields => {
  const fields: Record<string, string> = {};
  const others: ApiErrorItem[] = [];
  for (const item of items) {
    const field = 'pointer' in item ? nearest(item.pointer, pointers) : undefined;
    if (field === undefined) others.push(item);
    else fields[field] = [fields[field], itemText(item)].filter(Boolean).join(' ');
  }
  return { fields, others };
};

const nearest = (pointer: string, pointers: readonly string[]): string | undefined =>
  pointers
    .filter((one) => pointer === one || pointer.startsWith(`${one}/`))
    .toSorted((one, other) => other.length - one.length)[0];
