import { parse } from 'csv-parse/sync';
import { birthOf, countryCodes, distinct, type Entry } from './entry.ts';

/** The three files of OFAC's list of Specially Designated Nationals: `sdn.csv`, `alt.csv`, `add.csv`. */
export type OfacFiles = { readonly sdn: Buffer; readonly alt: Buffer; readonly add: Buffer };

/**
 * The entries of OFAC's list. The files have no header; `-0-` stands for nothing. Columns: sdn = id, name, type, program,
 * title, six of vessels, remarks; alt = id, number, type, name, remarks; add = id, number, street, city, country, remarks.
 * Birth dates and nationalities of people are in the remarks.
 */
export const parseOfac = ({ sdn, alt, add }: OfacFiles): Entry[] => {
  const aliases = grouped(alt, 3);
  const countries = grouped(add, 4);
  return rowsOf(sdn).map(([id = '', name = '', type, ...more]) => {
    const remarks = more.at(-1) ?? '';
    const isPerson = type === 'individual';
    return {
      list: 'ofac',
      id,
      type: isPerson ? 'person' : type === undefined ? 'organization' : 'other',
      names: distinct(
        [name, ...(aliases.get(id) ?? []), ...alsoKnownAs(remarks)].map(
          isPerson ? inOrder : String,
        ),
      ),
      births: distinct(
        said(remarks, /DOB ([^;]+)/g).map((text) => birthOf(text.replace(/\.$/, ''))),
      ),
      countries: countryCodes(
        isPerson ? said(remarks, /(?:nationality|citizen) ([^;.]+)/g) : (countries.get(id) ?? []),
      ),
    };
  });
};

/**
 * Rows with undefined for nothing; the files end in a single control character, which is no row. A page of a website that came
 * in their stead has lines without an id, and throws.
 */
const rowsOf = (file: Buffer): (string | undefined)[][] => {
  const rows: string[][] = parse(file, {
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    skip_empty_lines: true,
  });
  const records = rows.filter((row) => row.length > 1);
  if (records.length === 0 || !records.every(([id = '']) => /^\d+$/.test(id)))
    throw new Error('a file of OFAC has no lines, or lines without an id');
  return records.map((row) => row.map((value) => (value === '-0-' ? undefined : value)));
};

const grouped = (file: Buffer, column: number): Map<string, string[]> => {
  const groups = new Map<string, string[]>();
  for (const row of rowsOf(file)) {
    const [id = ''] = row;
    const value = row[column];
    if (value !== undefined) groups.set(id, [...(groups.get(id) ?? []), value]);
  }
  return groups;
};

/** `LAST, First` as `First LAST`. */
const inOrder = (name: string): string => {
  const [last, ...first] = name.split(', ');
  return first.length === 0 ? name : `${first.join(' ')} ${last}`;
};

const alsoKnownAs = (remarks: string) => said(remarks, /[af]\.k\.a\. '([^']+)'/g);

const said = (remarks: string, pattern: RegExp): string[] =>
  [...remarks.matchAll(pattern)].map(([, value]) => value ?? '');
