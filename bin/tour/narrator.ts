import type { styleText } from 'node:util';

/** The colour or weight of a text. */
export type Style = (format: Parameters<typeof styleText>[0], text: string) => string;

/** Where the tour calls, and where and how it prints. */
export type Narration = {
  readonly base_url: string;
  readonly print: (line: string) => void;
  readonly style: Style;
  /** The variable that has the key; absent: `key`. */
  readonly key_variable?: string;
};

/** A fetch that prints each call as curl, to be pasted, and its answer, shortened. */
export const narratedFetch =
  (narration: Narration): typeof fetch =>
  async (input, init = {}) => {
    const { print, style } = narration;
    print(style('cyan', curlOf(String(input), init, narration)));
    const response = await fetch(input, init);
    const color = response.ok ? 'green' : 'yellow';
    print(
      `${style(color, String(response.status))} ${style('dim', shortened(await response.clone().text()))}\n`,
    );
    return response;
  };

/** Bytes are sent from the file that they were read from. */
export type Upload = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: string;
};

/** The command that sends a file to a link. */
export const curlOfUpload = ({ url, headers, file }: Upload): string =>
  [
    'curl',
    `-T ${file}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ]
    .concat(quoted(url))
    .join(' ');

/** The command of a call; the key stays in a variable. */
export const curlOf = (
  url: string,
  { method = 'GET', headers, body }: RequestInit,
  { base_url, key_variable = 'key' }: Pick<Narration, 'base_url' | 'key_variable'>,
): string => {
  const sent = [...new Headers(headers)].filter(
    ([name]) => !['accept', 'api-key', 'user-agent', 'x-tenant-id'].includes(name),
  );
  return [
    'curl',
    method === 'GET' ? [] : `-X ${method}`,
    `"\${base_url}${url.slice(base_url.length)}"`,
    `-H "Api-Key: $${key_variable}"`,
    sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    typeof body === 'string' ? `\\\n  -d ${quoted(body)}` : [],
  ]
    .flat()
    .join(' ');
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const secret_characters_shown = 10;
const text_characters_shown = 60;
const items_shown = 3;
const line_characters_max = 110;

/** The important part of an answer, in a few lines: without what is empty, long texts and lists cut, secrets masked. */
export const shortened = (text: string): string => {
  if (text === '') return '';
  const lines: string[] = [];
  for (const member of membersOf(JSON.parse(text), 0)) {
    const longer = `${lines.at(-1)}, ${member}`;
    if (lines.length > 0 && longer.length <= line_characters_max) lines.splice(-1, 1, longer);
    else lines.push(member);
  }
  return lines.join(',\n    ');
};

const membersOf = (object: object, depth: number): string[] =>
  Object.entries(object).flatMap(([name, value]) => {
    if (
      value === null ||
      name === 'object' ||
      (typeof value === 'object' && Object.keys(value).length === 0)
    )
      return [];
    const shown =
      name === 'secret'
        ? `${String(value).slice(0, secret_characters_shown)}…`
        : shownAt(value, depth + 1);
    return [`${name}: ${shown}`];
  });

const shownAt = (value: unknown, depth: number): string => {
  if (typeof value === 'string' && value.length > text_characters_shown)
    return `${value.slice(0, text_characters_shown)}…`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) {
    const items = value.slice(0, items_shown).map((item) => shownAt(item, depth + 1));
    return `[${[...items, ...(value.length > items_shown ? [`${value.length - items_shown} more`] : [])].join(', ')}]`;
  }
  if (depth < 2) return `{ ${membersOf(value, depth).join(', ')} }`;
  const { code, id }: { code?: string; id?: string } = value;
  return code ?? id ?? '{…}';
};
