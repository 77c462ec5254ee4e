import { ApiError } from './api-error.ts';
import { withPages } from './calls.ts';
import { retrying } from './retries.ts';

/** The credentials of the client: the key of a program, or the header Authorization of a person at the time of a call. */
export type Credential =
  | {
      /** The Secret Key of the environment. */
      readonly apiKey: string;
      readonly authorization?: never;
    }
  | {
      /** `Bearer …`, read before each call, because tokens are renewed. */
      readonly authorization: () => string;
      readonly apiKey?: never;
    };

/** The address and the credentials of the client. */
export type ClientOptions = Credential & {
  /** Ends with `/v1/`; the last slash may be left out. */
  readonly baseUrl: string;
  /** `biz_…`; when given, the API rejects a key of another business. */
  readonly tenantId?: string;
  /** How often a call is retried at most after a throttle or a lost response; 3. */
  readonly retries?: number;
  /** How long one attempt may take; 60 000, and the API answers within 29 000. */
  readonly timeoutMs?: number;
  /** Sent as `User-Agent` before the client's own; a browser sends its own alone. */
  readonly userAgent?: string;
  /** Replaces the global fetch. */
  readonly fetch?: typeof globalThis.fetch;
};

/** The address of a route. */
export type Operation = {
  /** `resource.verb`. */
  readonly id: string;
  readonly method: string;
  /** Below the base address, with `{snake_case}` parameters. */
  readonly path: string;
};

/** Makes a method of every route: `idempotency-keys.list` is `client.idempotencyKeys.list`. */
export const clientOf = <Methods>(
  operations: readonly Operation[],
  options: ClientOptions,
): Methods => {
  const resourceTypes: Record<string, Record<string, (input?: Input) => Promise<unknown>>> = {};
  for (const operation of operations) {
    const [resourceType = '', verb = ''] = operation.id.split('.').map(camel);
    resourceTypes[resourceType] = {
      ...resourceTypes[resourceType],
      [verb]: (input = {}) => callPages(operation, options, input),
    };
  }
  return resourceTypes as Methods;
};

type Input = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
};

const callPages = (operation: Operation, options: ClientOptions, input: Input) =>
  withPages(call(operation, options, input), (cursor) =>
    call(operation, options, { ...input, query: { ...input.query, cursor } }),
  );

const retries_default = 3;
const timeout_ms_default = 60_000;

/** A call and its retries share one key, so together they have one effect. */
const call = async (operation: Operation, options: ClientOptions, input: Input) => {
  const { method } = operation;
  const url = urlOf(operation, options.baseUrl, input);
  const idempotencyKey = method === 'POST' ? (input.idempotencyKey ?? newKey()) : undefined;
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const attempt = () => {
    const headers = headersOf(options, { ...input, idempotencyKey });
    return send(
      url,
      { method, headers, body: body ?? null, redirect: 'manual' },
      options,
      input.signal,
    );
  };
  return retrying(attempt, {
    retries: options.retries ?? retries_default,
    repeatable: isRepeatable(method, input),
    signal: input.signal,
  });
};

/** Node 18 has no global `crypto`. */
const newKey = (): string =>
  globalThis.crypto?.randomUUID() ??
  [Date.now(), Math.random(), Math.random()]
    .map((part) => part.toString(36).replace('0.', ''))
    .join('-');

/** A second deletion finds nothing, and a second change with `ifMatch` finds a newer version. */
const isRepeatable = (method: string, { ifMatch }: Input): boolean =>
  method === 'PATCH' || method === 'PUT' ? ifMatch === undefined : method !== 'DELETE';

/** The API does not redirect: a redirect is an error, because fetch would send key and body to another host. */
const send = async (
  url: string,
  request: RequestInit,
  options: ClientOptions,
  signal: AbortSignal | undefined,
) => {
  const inTime = AbortSignal.timeout(options.timeoutMs ?? timeout_ms_default);
  const response = await (options.fetch ?? globalThis.fetch)(url, {
    ...request,
    signal: signal ? firstOf(signal, inTime) : inTime,
  });
  const text = await response.text();
  const body = isMarkdown(response) ? text : jsonOf(text);
  if (!response.ok) throw new ApiError(response.status, response.headers, asDocument(body));
  if (response.status !== 204 && body === undefined)
    throw new ApiError(response.status, response.headers, {});
  return { status: response.status, body, headers: response.headers };
};

/** Aborts with the first of two; Node 18 has no `AbortSignal.any`. */
const firstOf = (...signals: readonly AbortSignal[]): AbortSignal => {
  if ('any' in AbortSignal) return AbortSignal.any([...signals]);
  const first = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) first.abort(signal.reason);
    signal.addEventListener('abort', () => first.abort(signal.reason), { once: true });
  }
  return first.signal;
};

const urlOf = (
  { path }: Operation,
  baseUrl: string,
  { params = {}, query = {} }: Input,
): string => {
  const below = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, params[name]));
  const url = new URL(`.${below}`, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
};

/** `.`, `..` and an empty segment would lead to another route: URLs resolve them. */
const segment = (name: string, value: string | undefined): string => {
  if (value === undefined || ['', '.', '..'].includes(value))
    throw new TypeError(`params.${name} must be an id.`);
  return encodeURIComponent(value);
};

const headersOf = (
  { apiKey, authorization, tenantId, userAgent }: ClientOptions,
  {
    body,
    idempotencyKey,
    ifMatch,
  }: Omit<Input, 'idempotencyKey'> & { readonly idempotencyKey: string | undefined },
): Record<string, string> => {
  const headers: Record<string, string> = {
    ...(authorization ? { authorization: authorization() } : { 'api-key': apiKey }),
    accept: 'application/json',
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
    ...(tenantId !== undefined && { 'x-tenant-id': tenantId }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
  };
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
  return headers;
};

/** The message of fetch would contain the value, which may be the key. */
const checkHeader = (name: string, value: string): void => {
  if (!/^[\x20-\x7e]+$/.test(value))
    throw new RangeError(
      `The header ${name} must be printable ASCII in one line; see the options of the client.`,
    );
};

/** The pages of the reference are the only answers that are text. */
const isMarkdown = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/markdown') ?? false;

/** Proxies on the way answer in HTML: what is not JSON is no answer of the API. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const asDocument = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

/** `request-input` as `requestInput`. */
export const camel = (kebab: string): string =>
  kebab.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
