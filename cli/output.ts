import { outputError } from './file-errors.ts';
import { readable, readableJson } from './readable.ts';

type Row = Readonly<Record<string, unknown>>;

/** The columns of a table, of those that its rows have. */
const columns = [
  'id',
  'name',
  'type',
  'event_type',
  'method',
  'path',
  'status',
  'code',
  'error_code',
  'amount',
  'currency',
  'customer_id',
  'created_at',
];

/** Prints a line for people. */
export const say = (line: string): Promise<void> => written(`${readable(line)}\n`);

/** Prints a line beside the result, which pipes do not get. */
export const note = (line: string): void => void process.stderr.write(`${readable(line)}\n`);

/** Prints an answer: a list as a table and a resource as its fields, or either as JSON. */
export const printBody = async (body: unknown, json: boolean): Promise<void> => {
  if (body === undefined) return json ? undefined : note('Done.');
  if (json) return written(`${readableJson(body)}\n`);
  return say(
    isRow(body) && Array.isArray(body.data) && body.object === 'list'
      ? tableOf(body.data.filter(isRow))
      : fieldsOf(body),
  );
};

/** Rejects where the system does not take the output; `main` ends a command that does not wait for it. */
const written = (text: string): Promise<void> => {
  const writing = new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(outputError(error)) : resolve()));
  });
  writing.catch(() => undefined);
  return writing;
};

/** A table of rows, as wide as its cells. */
export const tableOf = (rows: readonly Row[], shown: readonly string[] = columns): string => {
  const used = shown.filter((name) =>
    rows.some((row) => row[name] !== undefined && row[name] !== null),
  );
  if (used.length === 0)
    return rows.length === 0 ? 'None.' : rows.map((row) => JSON.stringify(row)).join('\n');
  const lines = [used, ...rows.map((row) => used.map((name) => cellOf(row[name])))];
  const widths = used.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** One line for each field; those of an object inside have its name and a dot in front. */
const fieldsOf = (body: unknown): string => {
  const lines = flattened(body);
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
};

const flattened = (value: unknown, name = ''): [string, string][] =>
  isRow(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, inner]) =>
        flattened(inner, name === '' ? key : `${name}.${key}`),
      )
    : [[name, cellOf(value)]];

/** A line break in a value would look like a row of its own. */
const cellOf = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\n', '\\n') : (JSON.stringify(value) ?? '');

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
