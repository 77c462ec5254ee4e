import { inspect, type styleText } from 'node:util';

/** How a word is dressed. */
export type Style = (format: Parameters<typeof styleText>[0], text: string) => string;

/** Where the tour calls, and where and how it tells of it. */
export type Telling = {
  readonly base_url: string;
  readonly print: (line: string) => void;
  readonly style: Style;
};

/** A fetch that prints each call as curl, to be pasted, and its answer, shortened. */
export const narratedFetch =
  (telling: Telling): typeof fetch =>
  async (input, init = {}) => {
    const { print, style } = telling;
    print(style('cyan', curlOf(String(input), init, telling.base_url)));
    const response = await fetch(input, init);
    const color = response.ok ? 'green' : 'yellow';
    print(`${style(color, String(response.status))} ${style('dim', shortened(await response.clone().text()))}\n`);
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
  ['curl', `-T ${file}`, ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)]
    .concat(quoted(url))
    .join(' ');

/** The command of a call; the key stays in a variable. */
export const curlOf = (url: string, { method = 'GET', headers, body }: RequestInit, base_url: string): string => {
  const sent = [...new Headers(headers)].filter(([name]) => !['accept', 'api-key', 'x-tenant-id'].includes(name));
  return [
    'curl',
    method === 'GET' ? [] : `-X ${method}`,
    `"\${base_url}${url.slice(base_url.length)}"`,
    '-H "Api-Key: $key"',
    sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    typeof body === 'string' ? `\\\n  -d ${quoted(body)}` : [],
  ]
    .flat()
    .join(' ');
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const secret_characters_shown = 10;

/** What tells most of an answer, in a few lines: no nulls, long texts and lists cut, secrets masked. */
export const shortened = (text: string): string => {
  if (text === '') return '';
  const body = JSON.parse(text, (name, value) => {
    if (name === 'secret') return `${String(value).slice(0, secret_characters_shown)}…`;
    return value === null ? undefined : value;
  });
  return inspect(body, { depth: 1, maxArrayLength: 2, maxStringLength: 70, breakLength: 110, compact: 8 });
};
