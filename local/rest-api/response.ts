import { promisify } from 'node:util';
import { deflate, gzip } from 'node:zlib';
import type { InvocationOutcome } from '../functions/outcome.ts';
import { isObject, jsonIn } from '../json-protocol.ts';
import { type Request, requestHeaderOf } from './request.ts';

/** The response to the caller. */
export type Response = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Buffer;
};

/** The most a REST API passes back. */
const response_bytes_max = 10 * 1024 * 1024;

/** The response of a function through the proxy integration; undefined where API Gateway calls it malformed. */
export const responseOf = (outcome: InvocationOutcome): Response | undefined => {
  if (outcome.functionError) return undefined;
  const result = jsonIn(outcome.payload);
  if (!isProxyResult(result)) return undefined;
  const headers = headersOf(result);
  const body = result.body ?? '';
  const bytes = Buffer.from(body, result.isBase64Encoded === true ? 'base64' : 'utf8');
  if (headers === undefined || bytes.length > response_bytes_max) return undefined;
  return { status: Number(result.statusCode), headers, body: bytes };
};

type Scalar = string | number | boolean;
type ProxyResult = {
  readonly statusCode: number | string;
  readonly headers?: Readonly<Record<string, Scalar>> | null;
  readonly multiValueHeaders?: Readonly<Record<string, readonly Scalar[]>> | null;
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
};

const members = new Set(['statusCode', 'headers', 'multiValueHeaders', 'body', 'isBase64Encoded']);

const isScalar = (value: unknown): value is Scalar =>
  ['string', 'number', 'boolean'].includes(typeof value);

const isProxyResult = (value: unknown): value is ProxyResult => {
  if (!isObject(value) || Object.keys(value).some((key) => !members.has(key))) return false;
  const status = Number(value.statusCode);
  const many = value.multiValueHeaders ?? {};
  return (
    Number.isInteger(status) &&
    status >= 200 &&
    status <= 599 &&
    (value.body === undefined || value.body === null || typeof value.body === 'string') &&
    (value.isBase64Encoded === undefined || typeof value.isBase64Encoded === 'boolean') &&
    isObject(value.headers ?? {}) &&
    Object.values(value.headers ?? {}).every(isScalar) &&
    isObject(many) &&
    Object.values(many).every((each) => Array.isArray(each) && each.every(isScalar))
  );
};

/** API Gateway renames these, because it sets them itself or they belong to one connection. */
const remapped = new Set([
  ...[
    'authorization',
    'connection',
    'content-length',
    'date',
    'expect',
    'host',
    'max-forwards',
    'proxy-authenticate',
  ],
  ...['server', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'user-agent', 'www-authenticate'],
]);

const headersOf = (result: ProxyResult): [string, string][] | undefined => {
  const single = Object.entries(result.headers ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const many = Object.entries(result.multiValueHeaders ?? {}).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, String(value)]),
  );
  const repeated = new Set(many.map(([name]) => name.toLowerCase()));
  const all = [...single.filter(([name]) => !repeated.has(name.toLowerCase())), ...many];
  if (
    all.some(
      ([name, value]) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || unprintable.test(value),
    )
  )
    return undefined;
  const typed = all.some(([name]) => name.toLowerCase() === 'content-type');
  const shown = all.map(([name, value]): [string, string] => [
    remapped.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name,
    value,
  ]);
  return typed ? shown : [['Content-Type', 'application/json'], ...shown];
};

const unprintable = /[^\t\x20-\x7e\x80-\xff]/;

const codings = { gzip: promisify(gzip), deflate: promisify(deflate) };

/** Compressed where the caller accepts it and the body has so many bytes; what is encoded already stays as it is. */
export const compressed = async (
  response: Response,
  request: Request,
  bytes_min: number | undefined,
): Promise<Response> => {
  const coding = codingFor(requestHeaderOf(request, 'accept-encoding'));
  const encoded = response.headers.some(([name]) => name.toLowerCase() === 'content-encoding');
  if (bytes_min === undefined || coding === undefined || encoded) return response;
  const bytes = Buffer.from(response.body);
  if (bytes.length === 0 || bytes.length < bytes_min) return response;
  const body = await codings[coding](bytes);
  return { ...response, headers: [...response.headers, ['Content-Encoding', coding]], body };
};

/** The coding that the caller ranks first, if it is one of these: API Gateway looks at no other. */
const codingFor = (accepted: string | undefined): keyof typeof codings | undefined => {
  const listed = (accepted ?? '').trim().toLowerCase();
  const ranked = listed.split(/\s*,\s*/).map((each) => {
    const [name = '', ...parameters] = each.split(/\s*;\s*/);
    const weight = parameters.find((one) => one.startsWith('q='));
    return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const [first] = ranked.toSorted((one, other) => other.weight - one.weight);
  return first && first.weight > 0 && Object.hasOwn(codings, first.name)
    ? (first.name as keyof typeof codings)
    : undefined;
};
