import { ApiError } from '../../core/api-error.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import type { ItemKey } from '../../core/dynamodb/keys.ts';
import {
  type FilterBy,
  indexedPage,
  type Page,
  type PageRequest,
} from '../../core/dynamodb/list.ts';
import {
  absent,
  eachOf,
  nested,
  reading,
  required,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import { always, type Condition, type SingleWrite } from '../../core/dynamodb/writes.ts';
import { keptFor_ms, type LoggedRequest, type RequestLine } from './model.ts';

const requestKey = (tenant: string, id: string): ItemKey => ({
  table: 'requests',
  pk: `${tenant}/${id}`,
});

/** One partition takes 1 000 writes a second, so the requests of a busy tenant are in several. */
const partitionsOf = (tenant: string): string[] =>
  ['0', '1', '2', '3'].map((shard) => `${tenant}/request/${shard}`);

/** The filters of the list; each is compared with one attribute of the index. */
export type RequestFilter = FilterBy<LoggedRequest, 'method' | 'route' | 'resource_id'> & {
  readonly status_class?: string | undefined;
  readonly actor_id?: string | undefined;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
};

/**
 * Records what a line says of a request. Both lines of one request can come, in any order and
 * again. The outcome is API Gateway's where there is one, since that is what the caller got, and
 * the rest is the function's.
 */
export const recordRequest = (
  { by, request }: RequestLine,
  environment: string | undefined,
): SingleWrite => {
  const { request_id: id, tenant_id: tenant, status, error_code, duration_ms } = request;
  const { created_at, method, route, actor } = request;
  const outcome = {
    status,
    error_code,
    duration_ms,
    status_class: `${Math.floor(status / 100)}xx`,
  };
  const listed = {
    request_id: id,
    created_at,
    method,
    route,
    actor,
    actor_id: actor?.id,
    tenant_key: shardOf(tenant, id),
    logged_at: `${created_at}/${id}`,
    expires_at_s: Math.floor((Date.parse(created_at) + keptFor_ms(environment)) / 1000),
  };
  const key = requestKey(tenant, id);
  if (by === 'gateway')
    return { kind: 'set', key, values: { ...listed, ...outcome, outcome_by: by }, when: always };
  return {
    kind: 'set',
    key,
    values: { ...listed, ...outcome, ...ownOf(request) },
    when: notByGateway,
  };
};

/** The same without the outcome, after `recordRequest` has found API Gateway's. */
export const recordRest = ({ request }: RequestLine): SingleWrite => ({
  kind: 'set',
  key: requestKey(request.tenant_id, request.request_id),
  values: ownOf(request),
  when: always,
});

/** The members that only a function knows of its request; DynamoDB has no index entry for null. */
const ownOf = ({
  path,
  resource_id,
  idempotency_key,
  replayed,
  event_ids,
  errors,
}: LoggedRequest): Item => ({
  path,
  replayed,
  event_ids,
  ...(errors.length > 0 && { errors }),
  ...(resource_id !== null && { resource_id }),
  ...(idempotency_key !== null && { idempotency_key }),
});

const notByGateway: Condition = { expression: 'attribute_not_exists(outcome_by)' };

const shardOf = (tenant: string, id: string): string => {
  const all = partitionsOf(tenant);
  return all[Number.parseInt(id.at(-1) ?? '0', 16) % all.length] ?? '';
};

/** The request, or the error. */
export const readLoggedRequest = async (
  db: Database,
  tenant: string,
  id: string,
  now: Date,
): Promise<LoggedRequest> => {
  const item = await db.get(requestKey(tenant, id));
  if (!item || String(item.created_at) < oldest(now)) throw new ApiError('request_not_found');
  return requestOf(item, tenant);
};

/** One page of the requests of a business that match a filter, newest first. */
export const pageOfRequests = (
  db: Database,
  tenant: string,
  filter: RequestFilter,
  { limit, below, leaveOut }: PageRequest,
  now: Date,
): Promise<Page<LoggedRequest>> => {
  const { created_after: after, created_before: before, ...exact } = filter;
  const from = [oldest(now), ...(after === undefined ? [] : [next(after)])].toSorted().at(-1);
  const [end] = [below, before].filter((one) => one !== undefined).toSorted();
  return indexedPage(
    db,
    {
      partitions: partitionsOf(tenant).map(
        (partition) => ({ table: 'requests', index: 'by_tenant', partition }) as const,
      ),
      filter: wantedOf(exact),
      keyOf: ({ logged_at }): ItemKey => requestKey(tenant, String(logged_at).split('/')[1] ?? ''),
      read: (item) => requestOf(item, tenant),
    },
    { limit, from, below: end, leaveOut },
  );
};

const wantedOf = (
  exact: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> | undefined => {
  const wanted = Object.entries(exact).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return wanted.length > 0 ? Object.fromEntries(wanted) : undefined;
};

/** DynamoDB deletes an expired item some time later. */
const oldest = (now: Date): string =>
  new Date(now.getTime() - keptFor_ms(process.env.ENVIRONMENT)).toISOString();

const next = (moment: string): string => new Date(Date.parse(moment) + 1).toISOString();

/** How a request is stored; what the gateway answered has no path of its own. */
const requestForm = storedForm<LoggedRequest>({
  request_id: required,
  tenant_id: required,
  created_at: required,
  method: required,
  route: required,
  path: required,
  status: required,
  duration_ms: required,
  error_code: absent(null),
  resource_id: absent(null),
  idempotency_key: absent(null),
  replayed: absent(false),
  event_ids: absent([]),
  errors: eachOf(
    storedForm<LoggedRequest['errors'][number]>({
      pointer: required,
      parameter: required,
      code: required,
    }),
    absent([]),
  ),
  actor: nested(
    storedForm<NonNullable<LoggedRequest['actor']>>({ type: required, id: required }),
    absent(null),
  ),
});

export const readStoredRequest = reading('requests', 'request', requestForm, 'request_id');

const requestOf = (item: Item, tenant_id: string): LoggedRequest => {
  const { status_class, actor_id, outcome_by, ...request } = item;
  const read = readStoredRequest({ ...request, tenant_id, path: item.path ?? item.route });
  // API Gateway answered instead of the function, whose errors nobody got.
  return outcome_by === undefined ? read : { ...read, errors: [] };
};
