import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { depthWithin } from '../contract/depth.ts';
import { type Origin, problemItems } from '../contract/problem-items.ts';
import type { Route } from '../contract/route.ts';
import { Failure, type FailureCode, type FailureItem } from '../domain/failure.ts';
import { takesBody } from './checks.ts';
import { ifMatchItems } from './preconditions.ts';

/** The parts of a request after its route's schemas, and the body as it came. */
export type Input = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly payload: unknown;
};

/** Deeper JSON is refused before anything walks through it (product.md, Strings). */
const depthMax = 32;

const nothing = z.strictObject({});

/** Parses and validates a request: malformed JSON first, then all that is wrong at once, then an id that cannot exist. */
export const parseInput = (event: APIGatewayProxyEvent, route: Route): Input => {
  const payload = takesBody(route) ? jsonOf(event) : {};
  const query = queryOf(event);
  const body = check(route.body ?? nothing, payload, { in: 'body', input: payload });
  const parameters = check(route.query ?? nothing, query.values, { in: 'query', input: query.values });
  const preconditions = route.method === 'PATCH' ? ifMatchItems(event) : [];
  const errors = [...body.items, ...query.repeated, ...parameters.items, ...preconditions];
  if (errors.length > 0) throw new Failure('validation_failed', { errors });
  return { params: paramsOf(event, route), query: parameters.value, body: body.value, payload };
};

/** Refuses what is not UTF-8 instead of keeping something similar; a byte order mark stays, and is no JSON. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const jsonOf = (event: APIGatewayProxyEvent): unknown => {
  if (!event.body) return {};
  try {
    const text = event.isBase64Encoded ? utf8.decode(Buffer.from(event.body, 'base64')) : event.body;
    const value: unknown = JSON.parse(text);
    if (depthWithin(value, depthMax)) return value;
  } catch {
    // What JSON.parse says quotes the body, so it goes nowhere.
  }
  throw new Failure('malformed_json');
};

const queryOf = (event: APIGatewayProxyEvent) => {
  const sent = Object.entries(event.multiValueQueryStringParameters ?? {});
  const repeated: FailureItem[] = sent
    .filter(([, values]) => (values?.length ?? 0) > 1)
    .map(([name]) => ({ parameter: `query.${name}`, code: 'invalid_value', detail: 'Send this parameter once.' }));
  return { values: Object.fromEntries(sent.map(([name, values]) => [name, values?.at(-1)])), repeated };
};

const check = (schema: z.core.$ZodType, input: unknown, origin: Origin): { value: unknown; items: FailureItem[] } => {
  const result = z.safeParse(schema, input);
  return result.success
    ? { value: result.data, items: [] }
    : { value: undefined, items: problemItems(result.error.issues, origin) };
};

/** An id that is not even one is answered as one that does not exist. */
const paramsOf = (event: APIGatewayProxyEvent, route: Route): unknown => {
  if (!route.params) return {};
  const result = z.safeParse(route.params, event.pathParameters ?? {});
  if (result.success) return result.data;
  const noun = String(result.error.issues[0]?.path[0]).replace(/_id$/, '');
  throw new Failure(`${noun}_not_found` as FailureCode);
};
