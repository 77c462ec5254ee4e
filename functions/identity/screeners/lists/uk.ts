import { parse } from 'csv-parse/sync';
import { birthOf, countryCodes, distinct, type Entry } from './entry.ts';

const types: Readonly<Record<string, Entry['type']>> = {
  Individual: 'person',
  Entity: 'organization',
};

/**
 * The entries of the UK Sanctions List, in its CSV. It has a line with the date of the report, then
 * a line of column names. One line for each combination of a name and an address of an entry
 * follows. Columns are found by their names.
 */
export const parseUk = (file: Buffer): Entry[] => {
  const begin = file.indexOf('Last Updated,');
  if (begin < 0) throw new Error('the UK Sanctions List has no line of column names');
  const lines: Record<string, string>[] = parse(file.subarray(begin), {
    columns: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  return [...Map.groupBy(lines, (line) => line['Unique ID'] ?? '')].map(([id, all]) =>
    entry(id, all),
  );
};

const entry = (id: string, lines: readonly Record<string, string>[]): Entry => {
  const each = (...columns: string[]) =>
    lines.flatMap((line) => columns.map((column) => line[column]));
  const type =
    types[distinct(each('Designation Type', 'Individual, Entity, Ship'))[0] ?? ''] ?? 'other';
  const isPrimary = (line: Record<string, string>) =>
    line['Name type']?.toLowerCase().startsWith('primary') ?? false;
  const ordered = [...lines].sort(
    (one, other) => Number(isPrimary(other)) - Number(isPrimary(one)),
  );
  return {
    list: 'uk',
    id,
    type,
    names: distinct([...ordered.map(fullName), ...each('Name non-latin script')]),
    // `dd/mm/1970` where only the year is known.
    births: distinct(each('D.O.B').map((date) => date && birthOf(date))),
    countries: countryCodes(
      type === 'person' ? each('Nationality(/ies)') : each('Address Country'),
    ),
  };
};

/** The last name is in `Name 6`. */
const fullName = (line: Record<string, string>): string =>
  [1, 2, 3, 4, 5, 6].map((position) => line[`Name ${position}`] ?? '').join(' ');
