import { BadConfiguration } from '../bad-configuration.ts';
import { type Pattern, patternOf } from '../patterns.ts';

/** Reads FilterCriteria: a record is wanted when one of the filters fits, or there are none. Throws BadConfiguration. */
export const filterOf = (criteria: unknown, where: string): Pattern => {
  const { Filters = [] } = (criteria ?? {}) as { readonly Filters?: readonly { readonly Pattern?: unknown }[] };
  const filters = Filters.map(({ Pattern }) => patternOf(parsed(Pattern, where), `The filter of ${where}`));
  return filters.length === 0 ? () => true : (record) => filters.some((fits) => fits(record));
};

const parsed = (pattern: unknown, where: string): unknown => {
  try {
    return JSON.parse(String(pattern));
  } catch (cause) {
    throw new BadConfiguration(`The filter of ${where} is no JSON.`, { cause });
  }
};

/** What filters see of a queue's message: its body is read as JSON where it is an object. */
export const withBodyRead = <T extends { readonly body: string }>(record: T): object => {
  try {
    const body: unknown = JSON.parse(record.body);
    return typeof body === 'object' && body !== null ? { ...record, body } : record;
  } catch {
    return record;
  }
};
