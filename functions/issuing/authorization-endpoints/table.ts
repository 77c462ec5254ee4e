import { ApiError } from '../../core/api-error.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import { type ItemKey, resourceKey } from '../../core/dynamodb/keys.ts';
import { type Lenient, readOr } from '../../core/dynamodb/list.ts';
import { reading, required, storedForm } from '../../core/dynamodb/stored-form.ts';
import {
  asRead,
  type Condition,
  isNew,
  type SingleWrite,
  type Write,
} from '../../core/dynamodb/writes.ts';
import { type Breaker, closedBreaker } from './breaker.ts';
import type { AuthorizationEndpoint } from './model.ts';
import { readStoredBreaker, readStoredEndpoint } from './stored-form.ts';

/** The keys of an account's endpoint and of what is stored beside it. */
export const endpointKeys = {
  /** Who is asked about the authorizations of this tenant? One endpoint, whatever its id. */
  endpoint: (tenant: string) =>
    resourceKey(`${tenant}/authorization-endpoint`, 'authorization-endpoint'),
  /** Does it answer? */
  breaker: (tenant: string) => resourceKey(`${tenant}/authorization-endpoint`, 'breaker'),
  /** Is this question being asked now, and about which authorization? */
  question: (tenant: string, id: string) => resourceKey(`${tenant}/authorization-question`, id),
};

/** An endpoint with its breaker. */
export type EndpointAndBreaker = {
  readonly endpoint: AuthorizationEndpoint;
  readonly breaker: Breaker;
};

/** The endpoint of an account with its breaker; undefined where it has none. One round trip. */
export const endpointOfAccount = async (
  db: Database,
  tenant: string,
  wanted: Lenient = {},
): Promise<EndpointAndBreaker | undefined> => {
  const items = await db.batch([endpointKeys.endpoint(tenant), endpointKeys.breaker(tenant)]);
  return readOr(() => endpointOf(items), wanted);
};

/** The endpoint with this id, or the error. One round trip. */
export const readEndpoint = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<EndpointAndBreaker> => {
  const found = await endpointOfAccount(db, tenant);
  if (found?.endpoint.id !== id) throw new ApiError('authorization_endpoint_not_found');
  return found;
};

/** An endpoint and its breaker as stored. */
export const endpointOf = ([item, breaker]: readonly (Item | undefined)[]):
  | EndpointAndBreaker
  | undefined => {
  if (!item) return undefined;
  const endpoint = readStoredEndpoint(item);
  return { endpoint, breaker: breakerOf(breaker, endpoint) };
};

/** The breaker of a deleted endpoint is not that of the next. */
const breakerOf = (item: Item | undefined, { id }: AuthorizationEndpoint): Breaker => {
  if (!item) return closedBreaker;
  const { endpoint_id, ...breaker } = readStoredBreaker(item);
  return endpoint_id === id ? breaker : { ...closedBreaker, version: breaker.version };
};

/**
 * The write that puts an endpoint: a new one where there is none, a changed one over the version
 * that was read.
 */
export const saveEndpoint = (
  endpoint: AuthorizationEndpoint,
  read?: AuthorizationEndpoint,
): Write => {
  const key = endpointKeys.endpoint(endpoint.tenant_id);
  if (read) return { kind: 'put', key, item: endpoint, when: asRead(read.version) };
  return {
    kind: 'put',
    key,
    item: endpoint,
    when: isNew,
    onConflict: new ApiError('authorization_endpoint_exists'),
  };
};

/** The write that deletes it. */
export const deleteEndpoint = ({ tenant_id, version }: AuthorizationEndpoint): Write => ({
  kind: 'delete',
  key: endpointKeys.endpoint(tenant_id),
  when: asRead(version),
});

/** Puts the breaker over the one that was read. */
export const saveBreaker = (
  { tenant_id, id }: AuthorizationEndpoint,
  breaker: Breaker,
): SingleWrite => ({
  kind: 'put',
  key: endpointKeys.breaker(tenant_id),
  item: { ...breaker, endpoint_id: id },
  when: breaker.version === 1 ? isNew : asRead(breaker.version - 1),
});

/** A question in flight: nobody else asks it until its lease ends. */
export type AskedQuestion = {
  /** The creation time of its authorization as the first request named it, ISO 8601: a retry names the same. */
  readonly created_at: string;
  readonly leased_until: string;
};

/** How long a question is remembered, in seconds: longer than anybody asks it again. */
const remembered_seconds = 60 * 60;

/** How a question in flight is stored. */
const questionForm = storedForm<AskedQuestion>({ created_at: required, leased_until: required });

export const readStoredQuestion = reading('resources', 'authorization question', questionForm);

/** The question as it was asked before; undefined where it was not, or long ago. */
export const askedQuestionOf = (item: Item | undefined, now: Date): AskedQuestion | undefined =>
  item && Number(item.expires_at_s) > now.getTime() / 1000 ? readStoredQuestion(item) : undefined;

/** Takes a question, unless somebody asks it now. */
export const takeQuestion = (key: ItemKey, asked: AskedQuestion, now: Date): SingleWrite => ({
  kind: 'put',
  key,
  item: { ...asked, expires_at_s: Math.floor(now.getTime() / 1000) + remembered_seconds },
  when: isFree(now),
});

const isFree = (now: Date): Condition => ({
  expression: 'attribute_not_exists(pk) OR leased_until < :now',
  values: { ':now': now.toISOString() },
});
