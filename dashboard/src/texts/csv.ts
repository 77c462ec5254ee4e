/**
 * Items as CSV (RFC 4180), one line each, after a line with the names of their fields: `address.city` for a field within a
 * field, JSON for a list.
 */
export const csvOf = (items: readonly object[]): string => {
  const rows = items.map((item) => new Map(leaves(item)));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return [names, ...rows.map((row) => names.map((name) => row.get(name) ?? ''))]
    .map((line) => `${line.map(quoted).join(',')}\r\n`)
    .join('');
};

const leaves = (item: object, within = ''): [string, string][] =>
  Object.entries(item).flatMap(([name, value]): [string, string][] => {
    const path = `${within}${name}`;
    if (value === null || value === undefined) return [[path, '']];
    if (Array.isArray(value)) return [[path, JSON.stringify(value)]];
    return typeof value === 'object' ? leaves(value, `${path}.`) : [[path, String(value)]];
  });

/** A spreadsheet would run a text that begins like a formula, so an apostrophe comes before it; a number stays one. */
const quoted = (text: string): string => {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-?[\d.]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
