import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { routes } from '../../functions/app/routes.ts';
import { catalogue } from '../../functions/core/error-catalogue.ts';
import { everyAnswer } from '../../openapi/headers.ts';
import { answerValidator } from './answer-validator.ts';
import { exchange } from './http.ts';
import { type Any, document } from './printed-document.ts';

/** A request in a test's words; what it does not say is as a well-behaved caller would have it. */
export type Call = {
  readonly method: string;
  /** Below `/v1`, percent-encoding included. */
  readonly path: string;
  /** Pairs, so that a parameter may be repeated. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** Over the defaults, names in lower case; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: string | Buffer;
};

/** An answer; `body` is what its JSON holds. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: Any;
};

/** Sends a call as one business. */
export type Caller = (call: Call) => Promise<Answer>;

const validate = answerValidator(document);

/** Every error that any call of this process was answered, as `customers.get customer_not_found`. */
export const errorsSeen = new Set<string>();

/** Calls with a key, and holds the answers against nothing: another release may have given them. */
export const plainCallerOf =
  (baseUrl: string, apiKey: string): Caller =>
  async (call) => {
    const { port, pathname } = new URL(baseUrl);
    const { headers, text } = contentOf(call, apiKey);
    const received = await exchange(Number(port), {
      method: call.method,
      target: `${pathname.slice(0, -1)}${call.path}${queryOf(call)}`,
      headers,
      ...(text !== undefined && { body: text }),
    });
    return { ...received, body: parsed(received.text) };
  };

/**
 * Calls with a key. Every answer is held against the printed document and the rules of all answers,
 * whatever the test asks for. So a test that only looks at a status still proves that headers, body
 * and problem are what was promised.
 */
export const callerOf = (baseUrl: string, apiKey: string): Caller => {
  const send = plainCallerOf(baseUrl, apiKey);
  return async (call) => {
    const answer = await send(call);
    hold(call.method, call.path, answer);
    return answer;
  };
};

/** The headers and the body that a call sends. */
export const contentOf = (call: Call, apiKey: string) => {
  const text = call.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  const defaults = {
    'api-key': apiKey,
    ...(call.method === 'POST' && { 'idempotency-key': randomUUID() }),
    ...(text !== undefined && { 'content-type': 'application/json' }),
  };
  return { headers: withoutUndefined({ ...defaults, ...call.headers }), text };
};

const queryOf = ({ query = [] }: Call): string =>
  query.length === 0
    ? ''
    : `?${query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;

const withoutUndefined = (
  headers: NonNullable<Call['headers']>,
): Record<string, string | readonly string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );

const parsed = (text: string): Any => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Holds an answer against the printed document and the rules of all answers. */
export const hold = (method: string, path: string, answer: Answer): void => {
  const { status, headers, body } = answer;
  const where = `${method} ${path} ${status} ${answer.text}`;
  for (const name of everyAnswer)
    assert.ok(headers[name.toLowerCase()], `${name} is missing: ${where}`);
  // No answer to HEAD has a body, so nothing more can be said of it.
  if (method === 'HEAD') return;
  validate({ method, path: `/v1${path}`, status, headers, body: answer.text });
  if (status < 400) return;
  assert.equal(headers['content-type'], 'application/problem+json', where);
  assert.equal(body.request_id, headers['x-request-id'], where);
  assert.equal(body.status, status, where);
  const { status: declared, title, detail, retry } = catalogue[body.code as keyof typeof catalogue];
  assert.deepEqual([body.status, body.title], [declared, title], where);
  assert.equal(body.detail, particular.has(body.code) && body.detail ? body.detail : detail, where);
  assert.equal(headers['x-should-retry'], retry ? undefined : 'false', where);
  const route = patterns.find((one) => one.method === method && one.pattern.test(path));
  if (route) errorsSeen.add(`${route.id} ${body.code}`);
};

/** Errors whose detail names what is wrong with this request. */
const particular: ReadonlySet<string> = new Set([
  'malformed_json',
  'unsupported_media_type',
  'method_not_allowed',
  'recovery_limit_reached',
]);

const patterns = routes.map(({ id, method, path }) => ({
  id,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
}));

/** A POST that succeeds; its answer's body. */
export const done = async (
  { call }: { readonly call: Caller },
  path: string,
  body?: object,
): Promise<Any> => {
  const answer = await call({ method: 'POST', path, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
};

/** The answer to GET. */
export const seen = async ({ call }: { readonly call: Caller }, path: string): Promise<Any> => {
  const answer = await call({ method: 'GET', path });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

/** How many a list holds for its filters, read page by page. */
export const countOf = async (
  call: Caller,
  path: string,
  filters: Readonly<Record<string, string>>,
  cursor?: string,
): Promise<number> => {
  const query = Object.entries({
    ...filters,
    limit: '100',
    ...(cursor !== undefined && { cursor }),
  });
  const { data, next_cursor } = (await call({ method: 'GET', path, query })).body;
  return data.length + (next_cursor === null ? 0 : await countOf(call, path, filters, next_cursor));
};

/** A POST under a key of the test's own. */
export const posted = (
  { call }: { readonly call: Caller },
  path: string,
  key: string,
  body?: object,
): Promise<Answer> => call({ method: 'POST', path, body, headers: { 'idempotency-key': key } });

/** Whether an etag is that of a version; of a delivery it also covers what its webhook allows. */
export const isTagOf = (etag: string | undefined, body: Any): boolean =>
  body.object === 'delivery'
    ? new RegExp(`^"${body.version}-[\\w-]{8}"$`).test(etag ?? '')
    : etag === `"${body.version}"`;
