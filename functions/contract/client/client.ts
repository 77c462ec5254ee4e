import type { Route } from '../route.ts';
import { Problem } from './problem.ts';
import type { Client } from './types.ts';

/** As whom the client calls: a program by its key, or a person by what the header Authorization carries at the moment of a call. */
type Credential =
  | {
      /** The Secret Key of the environment. */
      readonly apiKey: string;
      readonly authorization?: never;
    }
  | {
      /** `Bearer …`, asked for before each call, since what people sign in with is renewed. */
      readonly authorization: () => string;
      readonly apiKey?: never;
    };

/** Where and as whom the client calls. */
export type ClientOptions = Credential & {
  /** Ends with `/v1/` (a missing last slash is taken as there). */
  readonly baseUrl: string;
  /** `biz_…`; when given, the API refuses a key of another business. */
  readonly tenantId?: string;
  /** Stands in for the global fetch: for tests, for other credentials, for retries. */
  readonly fetch?: typeof globalThis.fetch;
};

/**
 * A client typed from the routes: `client.customers.create({ body, idempotencyKey })` gives `{ status, body, headers }`.
 * Refusals are thrown as `Problem`; a broken connection rejects as fetch does. Nothing is retried here.
 */
export const createClient = <const Routes extends readonly Route[]>(
  routes: Routes,
  options: ClientOptions,
): Client<Routes> => {
  const nouns: Record<string, Record<string, (input?: Input) => Promise<unknown>>> = {};
  for (const route of routes) {
    const [noun = '', verb = ''] = route.id.split('.').map(camel);
    nouns[noun] = { ...nouns[noun], [verb]: (input = {}) => call(route, options, input) };
  }
  return nouns as unknown as Client<Routes>;
};

type Input = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
};

const call = async (route: Route, options: ClientOptions, input: Input) => {
  const response = await (options.fetch ?? globalThis.fetch)(urlOf(route, options.baseUrl, input), {
    method: route.method,
    headers: headersOf(options, input),
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.signal && { signal: input.signal }),
  });
  const body = jsonOf(await response.text());
  if (!response.ok) throw new Problem(response.status, response.headers, asDocument(body));
  if (response.status !== 204 && body === undefined) throw new Problem(response.status, response.headers, {});
  return { status: response.status, body, headers: response.headers };
};

const urlOf = (route: Route, baseUrl: string, { params = {}, query = {} }: Input): string => {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, params[name]));
  const url = new URL(`.${path}`, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
};

/** Dots and nothing would lead to another route: URLs resolve them away. */
const segment = (name: string, value: string | undefined): string => {
  if (value === undefined || ['', '.', '..'].includes(value)) throw new TypeError(`params.${name} must be an id.`);
  return encodeURIComponent(value);
};

const headersOf = (
  { apiKey, authorization, tenantId }: ClientOptions,
  { body, idempotencyKey, ifMatch }: Input,
): Record<string, string> => ({
  ...(authorization ? { authorization: authorization() } : { 'api-key': apiKey }),
  accept: 'application/json',
  ...(tenantId !== undefined && { 'x-tenant-id': tenantId }),
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  ...(ifMatch !== undefined && { 'if-match': ifMatch }),
});

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

const camel = (kebab: string): string => kebab.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
