import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { hasScope, isNamedOnly, type Role } from '../access.ts';
import { ApiError, type ApiErrorItem } from '../api-error.ts';
import { idempotencyKeyPattern } from '../ids.ts';
import { isAllowed } from '../ip-address.ts';
import { brokenTexts, depthWithin, duplicateMembers } from '../json.ts';
import { rolesOf, scopeOf } from '../resource-routes.ts';
import type { Part, Route } from '../route.ts';
import { items_max, type Origin, problemItems } from '../validation.ts';
import { type Caller, callerOf, headerOf } from './caller.ts';
import { ifMatchItems } from './etag.ts';

/** The parts of a request after its route's schemas, and the body as it was sent. */
export type Input = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly payload: unknown;
};

/** The result of the checks. */
export type Checked = {
  readonly caller: Caller;
  readonly input: Input;
  /** Undefined for a method that needs none. */
  readonly idempotencyKey: string | undefined;
};

/** The checks of a request in their order, which is part of the API. The first that fails is the response. */
export const checkRequest = (event: APIGatewayProxyEvent, route: Route): Checked => {
  const caller = route.public ? nobody : checkCaller(event, route);
  checkMediaType(event, route);
  checkSize(event);
  const idempotencyKey = checkedIdempotencyKey(event, route);
  const input = parseInput(event, route);
  return { caller, input, idempotencyKey };
};

/** The caller, once the route is open to them. */
export const checkCaller = (event: APIGatewayProxyEvent, route: Route): Caller => {
  const caller = callerOf(event);
  checkAddress(event, caller);
  checkAccount(caller);
  checkRole(caller, route);
  checkScope(caller, route);
  checkTenant(event, caller);
  return caller;
};

/** API Gateway itself accepts 10 MB. */
const body_bytes_max = 262_144;

/** Deeper JSON is an error before anything walks through it. */
const depth_max = 32;

/** The caller of a public route, about whom nothing is checked. */
const nobody: Caller = {
  tenant_id: '',
  account_id: '',
  account_status: '',
  environment: '',
  write_shards: '',
  actor: { type: 'api_key', id: '' },
};

/**
 * 403 for a restricted key from an address that it does not allow. API Gateway caches what the authorizer says of a key for
 * all addresses, so the address is checked here, for each request.
 */
const checkAddress = ({ requestContext }: APIGatewayProxyEvent, { restriction }: Caller) => {
  if (restriction && !isAllowed(restriction.allowed_ips, requestContext.identity.sourceIp))
    throw new ApiError('ip_address_not_allowed');
};

/** 403 for a suspended account, and for a person whose business has no account in this environment. */
const checkAccount = (caller: Caller) => {
  if (caller.account_status === 'suspended') throw new ApiError('account_suspended');
  if (caller.account_status === 'not_registered')
    throw new ApiError('forbidden', { detail: notRegistered });
};

const notRegistered =
  'Your business is not registered in this environment. Switch to the other one.';

/** 403 for a person whose role does not permit this; keys have no role. */
const checkRole = ({ actor, role }: Caller, route: Route) => {
  const allowed = rolesOf(route);
  if (actor.type !== 'operator' || allowed.some((one) => one === role)) return;
  const detail = `Your role is ${role}. This is for ${allowed.map(withArticle).join(' or ')} of your business.`;
  throw new ApiError('forbidden', { detail });
};

/** 403 for a key whose scopes do not include the route; one without a restriction has all that need not be named. */
const checkScope = ({ actor, restriction }: Caller, route: Route) => {
  const scope = scopeOf(route);
  if (actor.type === 'operator' || scope === 'none' || (!restriction && !isNamedOnly(scope)))
    return;
  if (scope && restriction && hasScope(restriction.scopes, scope)) return;
  throw new ApiError('insufficient_scope', scope && { required_scope: scope });
};

/** Whether a caller may see a part of a response. */
export const canSeePart = ({ role, restriction }: Caller, { scope, roles }: Part): boolean =>
  (role === undefined || roles.includes(role)) &&
  (!restriction || hasScope(restriction.scopes, scope));

const withArticle = (role: Role) => (role === 'owner' ? 'an owner' : `a ${role}`);

/** 403 for another business than the key's. */
const checkTenant = (event: APIGatewayProxyEvent, caller: Caller) => {
  const claimed = headerOf(event, 'x-tenant-id');
  if (claimed !== undefined && claimed !== caller.tenant_id) throw new ApiError('tenant_mismatch');
};

/** 415 for a body that is encoded, or whose type is not JSON in UTF-8. No body needs no type. */
const checkMediaType = (event: APIGatewayProxyEvent, route: Route) => {
  if (!hasBody(route) || !event.body) return;
  const encodings = headerOf(event, 'content-encoding')?.toLowerCase().split(',') ?? [];
  if (!encodings.every((each) => each.trim() === 'identity'))
    throw new ApiError('unsupported_media_type', {
      detail: 'Send the body as it is, without Content-Encoding.',
    });
  const [type, ...parameters] = headerOf(event, 'content-type')?.toLowerCase().split(';') ?? [];
  const patch = route.method === 'PATCH' && type?.trim() === 'application/merge-patch+json';
  const charsets = parameters
    .map((each) => each.trim())
    .filter((each) => each.startsWith('charset='));
  if (
    (type?.trim() !== 'application/json' && !patch) ||
    !charsets.every((each) => isUtf8.test(each))
  )
    throw new ApiError('unsupported_media_type');
};

/** UTF-8, its subset, and the common spelling without a hyphen. */
const isUtf8 = /^charset=("?)(utf-?8|us-ascii)\1$/;

/** 413 for a body over the limit, measured in bytes. */
const checkSize = (event: APIGatewayProxyEvent) => {
  const bytes = Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes > body_bytes_max) throw new ApiError('body_too_large');
};

/** The valid Idempotency-Key of a POST; undefined for the other methods. */
const checkedIdempotencyKey = (event: APIGatewayProxyEvent, route: Route): string | undefined => {
  if (route.method !== 'POST') return undefined;
  const key = headerOf(event, 'idempotency-key');
  if (key === undefined || key === '') throw new ApiError('idempotency_key_required');
  if (!idempotencyKeyPattern.test(key)) throw new ApiError('idempotency_key_invalid');
  return key;
};

const hasBody = ({ method }: Route) => method === 'POST' || method === 'PUT' || method === 'PATCH';

const noFields = z.strictObject({});

/** Parses and validates a request: malformed JSON first, then all that is invalid at once, then an id that cannot exist. */
const parseInput = (event: APIGatewayProxyEvent, route: Route): Input => {
  const schema = route.body ?? noFields;
  const { payload, duplicates } = hasBody(route) ? payloadOf(event, route, schema) : noPayload;
  const query = queryOf(event);
  const body = check(schema, payload, { in: 'body', input: payload });
  const parameters = check(route.query ?? noFields, query.values, {
    in: 'query',
    input: query.values,
  });
  const preconditions = ifMatchItems(event, route.ifMatch);
  const missing = route.method === 'PATCH' && !event.body ? [bodyMissing] : [];
  const errors = [
    ...missing,
    ...duplicates,
    ...body.items,
    ...query.repeated,
    ...parameters.items,
    ...preconditions,
  ];
  if (errors.length > 0)
    throw new ApiError('validation_failed', { errors: errors.slice(0, items_max) });
  return { params: paramsOf(event, route), query: parameters.value, body: body.value, payload };
};

/** An action may have no body; a PATCH names what it changes, if only `{}`. */
const bodyMissing: ApiErrorItem = {
  pointer: '',
  code: 'required',
  detail: 'Send the fields to change as one JSON object.',
};

/** Throws on what is not UTF-8 instead of replacing it. A byte order mark stays. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const noPayload: { readonly payload: unknown; readonly duplicates: ApiErrorItem[] } = {
  payload: {},
  duplicates: [],
};

/** The body as JSON. Generated clients send `null` for a body that is optional: that is none. */
const payloadOf = (
  event: APIGatewayProxyEvent,
  { method }: Route,
  schema: z.core.$ZodType,
): typeof noPayload => {
  if (!event.body) return noPayload;
  const { text, payload } = jsonOf(event);
  const broken = isHalf.test(text) ? brokenTexts(payload).map(brokenText) : [];
  if (broken.length > 0)
    throw new ApiError('validation_failed', { errors: broken.slice(0, items_max) });
  if (payload === null && method === 'POST' && z.safeParse(schema, {}).success) return noPayload;
  return { payload, duplicates: duplicateMembers(text).map(duplicate) };
};

/** The escape of half a surrogate pair; bytes of UTF-8 have none. */
const isHalf = /\\u[dD][89a-fA-F]/;

const brokenText = (pointer: string): ApiErrorItem => ({
  pointer,
  code: 'invalid_format',
  detail: 'Must not have half of a surrogate pair.',
});

const duplicate = (pointer: string): ApiErrorItem => ({
  pointer,
  code: 'invalid_value',
  detail: 'Send this member once.',
});

const jsonOf = (
  event: APIGatewayProxyEvent,
): { readonly text: string; readonly payload: unknown } => {
  let text = event.body ?? '';
  try {
    if (event.isBase64Encoded) text = utf8.decode(Buffer.from(text, 'base64'));
    const payload: unknown = JSON.parse(text);
    if (depthWithin(payload, depth_max)) return { text, payload };
  } catch {
    // The message of JSON.parse quotes the body, so it is dropped.
  }
  throw new ApiError('malformed_json', text.startsWith('\uFEFF') ? { detail: byteOrderMark } : {});
};

const byteOrderMark = 'Send the body without the byte order mark that it begins with.';

const queryOf = (event: APIGatewayProxyEvent) => {
  const sent = Object.entries(event.multiValueQueryStringParameters ?? {});
  const repeated: ApiErrorItem[] = sent
    .filter(([, values]) => (values?.length ?? 0) > 1)
    .map(([name]) => ({
      parameter: `query.${name}`,
      code: 'invalid_value',
      detail: 'Send this parameter once.',
    }));
  return {
    values: Object.fromEntries(sent.map(([name, values]) => [name, values?.at(-1)])),
    repeated,
  };
};

const check = (
  schema: z.core.$ZodType,
  input: unknown,
  origin: Origin,
): { value: unknown; items: ApiErrorItem[] } => {
  const result = z.safeParse(schema, input);
  return result.success
    ? { value: result.data, items: [] }
    : { value: undefined, items: problemItems(result.error.issues, origin) };
};

/** An id of the wrong form is an id that does not exist. */
const paramsOf = (event: APIGatewayProxyEvent, route: Route): unknown => {
  if (!route.params) return {};
  const result = z.safeParse(route.params, event.pathParameters ?? {});
  if (result.success) return result.data;
  const resource = String(result.error.issues[0]?.path[0]).replace(/_id$/, '');
  // The name of a page is no id.
  throw new ApiError(
    route.errors.find((code) => code === `${resource}_not_found`) ?? 'page_not_found',
  );
};
