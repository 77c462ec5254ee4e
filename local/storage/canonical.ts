import { AwsError } from '../aws-error.ts';

/** What of a request is signed. */
export type Head = {
  readonly method: string;
  /** As it stood in the request line. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** The pairs behind the question mark, decoded, in their order. */
export const queryOf = ({ url }: Pick<Head, 'url'>): [name: string, value: string][] => {
  const at = url.indexOf('?');
  if (at < 0 || at === url.length - 1) return [];
  return url
    .slice(at + 1)
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))];
    });
};

/** The path, decoded. */
export const pathOf = ({ url }: Pick<Head, 'url'>): string => decoded(url.split('?')[0] ?? '');

/** The canonical request of Signature 4 as S3 makes it: the path is encoded once and never normalised. */
export const canonicalRequest = (head: Head, signedHeaders: readonly string[], payload: string): string =>
  [
    head.method,
    pathOf(head).split('/').map(encoded).join('/'),
    queryOf(head)
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => [encoded(name), encoded(value)] as const)
      .sort((a, b) => compared(a[0], b[0]) || compared(a[1], b[1]))
      .map((pair) => pair.join('='))
      .join('&'),
    ...signedHeaders.map((name) => `${name}:${(head.headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n');

const compared = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** RFC 3986: everything but letters, digits and `-_.~`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AwsError(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
};
