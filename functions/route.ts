import type * as z from 'zod/mini';
import type { Role, Scope } from './access.ts';
import type { ApiErrorCode } from './api-error.ts';

/** What a function may do to one table or index. Each is one DynamoDB action, so that a grant that is not used cannot hide. */
export type TableAction = 'get' | 'batch' | 'query' | 'put' | 'update' | 'delete' | 'check';

/** Each power's DynamoDB action; TransactWriteItems is authorised by the actions of what is in it. */
export const tableActions = {
  get: 'dynamodb:GetItem',
  batch: 'dynamodb:BatchGetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
} as const satisfies Record<TableAction, string>;

/** The tables, and the indexes as `table/index`, that a function may be granted powers over; store/table.ts defines them. */
export type Place =
  | 'access'
  | 'resources'
  | 'resources/by_email'
  | 'resources/by_parent'
  | 'resources/by_status'
  | 'resources/reviewing'
  | 'resources/due'
  | 'outbox'
  | 'outbox/by_tenant'
  | 'outbox/by_customer'
  | 'outbox/by_resource'
  | 'outbox/by_type'
  | 'outbox/due'
  | 'deliveries'
  | 'deliveries/by_tenant'
  | 'deliveries/by_webhook'
  | 'deliveries/by_event'
  | 'deliveries/by_status'
  | 'deliveries/paused'
  | 'deliveries/due'
  | 'idempotency'
  | 'issuer';

/**
 * Settings of lib/environments.ts that reach a function as environment variables: WEBHOOK_TARGETS,
 * IDENTITY_VERIFIER, CARD_ISSUER, RATE_LIMITS.
 */
export type Setting = 'webhookTargets' | 'identityVerifier' | 'cardIssuer' | 'limits';

/** What a function reaches beyond tables. Grants and addresses are printed from `Permissions` and nothing else. */
type Reach = {
  /** The key that seals tax ids, which nobody opens: TAX_ID_KEY_ID. */
  readonly taxIds?: readonly 'encrypt'[];
  /** The key that seals what webhooks are called with: WEBHOOK_KEY_ID. */
  readonly webhookSecrets?: readonly ('encrypt' | 'decrypt')[];
  /** The key that fingerprints what is sealed: FINGERPRINT_KEY_ID. */
  readonly fingerprint?: readonly 'mac'[];
  /** The key that the simulated issuer derives numbers by, where it issues the cards: ISSUER_KEY_ID. */
  readonly issuerKey?: readonly 'mac'[];
  /** The secret that another issuer is called with, where it issues the cards: STRIPE_API_KEY_SECRET, STRIPE_API_BASE. */
  readonly issuerApiKey?: readonly 'read'[];
  /** The secret that Stripe's events are signed with, where it issues the cards: STRIPE_SIGNING_SECRET. */
  readonly issuerSigningSecret?: readonly 'read'[];
  /** The key that cursors are authenticated by: CURSOR_KEY_ID. */
  readonly cursorKey?: readonly 'mac'[];
  /** The event bus: EVENT_BUS_NAME. */
  readonly bus?: readonly 'put'[];
  /** The queue of deliveries: DELIVER_QUEUE_URL. */
  readonly deliverQueue?: readonly 'send'[];
  /** The queue of inspect-document: DOCUMENTS_QUEUE_URL. */
  readonly documentsQueue?: readonly 'send'[];
  /** The queue of decide-verification: IDENTITY_QUEUE_URL. */
  readonly identityQueue?: readonly 'send'[];
  /** The queue of reconcile-cards: CARDS_QUEUE_URL. */
  readonly cardsQueue?: readonly 'send'[];
  /** The queue of redact-personal-data: REDACTIONS_QUEUE_URL. */
  readonly redactionsQueue?: readonly 'send'[];
  /**
   * The bucket of documents: DOCUMENT_BUCKET, DOCUMENT_BUCKET_URL. `upload` signs uploads, never over what is there; `find`
   * tells whether an object is there; `read` gets or heads the newest version of an object and `read_version` one that is
   * named; `list` tells what is missing from what is forbidden. `list_versions` finds every version of what a customer has
   * sent, and `delete_version` removes one for good.
   */
  readonly documents?: readonly (
    | 'upload'
    | 'find'
    | 'read'
    | 'read_version'
    | 'list'
    | 'list_versions'
    | 'delete_version'
  )[];
  /** The people who may sign in to the dashboard: USER_POOL_ID. `sign_out` ends all sessions of one. */
  readonly operators?: readonly ('find' | 'invite' | 'change' | 'remove' | 'sign_out')[];
  /** The plans that bound businesses: USAGE_PLAN_STANDARD and so on. `make` puts their keys there, `find` sees what is there. */
  readonly usagePlans?: readonly ('make' | 'find')[];
  readonly settings?: readonly Setting[];
};

/** What a function reaches: powers over tables, and what it may use besides. */
export type Permissions = { readonly [place in Place]?: readonly TableAction[] } & Reach;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

type Schema = z.core.$ZodType;

/** One route of the API as plain data: everything that anyone needs to know about it, written once. */
export type Route = {
  /** `noun.verb`: operationId, client method, function name and, with `/` for `.`, the file under functions/api. */
  readonly id: `${string}.${string}`;
  readonly method: Method;
  /** Below `/v1`, with `{snake_case}` parameters. */
  readonly path: `/${string}`;
  /** One imperative sentence for the reference. */
  readonly summary: string;
  /** What the reference says below the summary; CommonMark. */
  readonly description?: string;
  readonly params?: z.core.$ZodObject;
  readonly query?: z.core.$ZodObject;
  /** A strict object. Absent: the route takes no body. */
  readonly body?: Schema;
  readonly returns: { readonly status: 200 | 201 | 202 | 204; readonly body?: Schema };
  /** The refusals of its own; those every route has are in errors.ts. */
  readonly errors: readonly ApiErrorCode[];
  readonly permissions: Permissions;
  /** Which front doors lead to it. */
  readonly reachable: readonly ('api' | 'dashboard')[];
  /** The roles that may call it from the dashboard; absent: everybody may read, nobody may change. */
  readonly roles?: readonly Role[];
  /**
   * What a restricted key needs for it, where that is not its noun to read or to write (contract/scopes.ts). `none`: it
   * refuses everybody, whatever the key may do.
   */
  readonly scope?: Scope | 'none';
  /** POST only: what a retry with the same key gets; absent: the cached response. `none`: every call has its effect. */
  readonly idempotency?: 'cached' | 'refreshed' | 'none';
  /**
   * POST only: how a retry finds that it has had its effect. `reads_record_first`: its first read brings the
   * idempotency record along in one round trip, which takes the permission `batch` on both tables. Absent: at the commit.
   */
  readonly retry?: 'reads_record_first';
  /**
   * What it does is done to the one version that the caller looked at: `If-Match` must name it. A PATCH without it says that
   * the caller may leave it out.
   */
  readonly ifMatch?: 'required';
  /** In live it is refused with `sandbox_only` by a function that may do nothing. */
  readonly sandboxOnly?: true;
  /** It exists in live alone: what it is about, the people who sign in, serves both environments and lies there. */
  readonly liveOnly?: true;
  /** The one route that answers without a key says so. */
  readonly public?: true;
  /** GET only: for how long anybody may keep the answer, which is told by its bytes. Absent: answers are private. */
  readonly kept_seconds?: number;
};

/** Whether a route heeds If-Match. */
export const heedsIfMatch = ({ method, ifMatch }: Route): boolean => method === 'PATCH' || ifMatch === 'required';

/** A route as it is written down; what is absent follows from the rest. */
export type Declaration = Omit<Route, 'errors' | 'reachable'> & Partial<Pick<Route, 'errors' | 'reachable'>>;

/** A declared route: its types carry every schema on to the handler and the client. */
export type Declared<D extends Declaration> = Pick<Route, 'reachable' | 'permissions'> &
  (D extends { readonly errors: unknown } ? D : D & { readonly errors: readonly [] });

/**
 * Declares a route. Programs and people reach it unless it says otherwise. It may do what its form takes: sign the cursors
 * of a list, and read and write the idempotency record of a POST.
 */
export const route = <const D extends Declaration>(declaration: D) => {
  const permissions = { ...formPermissions(declaration), ...declaration.permissions };
  const declared: Route = { errors: [], reachable: ['api', 'dashboard'], ...declaration, permissions };
  return declared as Declared<D>;
};

const formPermissions = ({ method, query, idempotency, retry }: Declaration): Permissions => {
  if (query && 'cursor' in query._zod.def.shape) return { cursorKey: ['mac'] };
  if (method !== 'POST' || idempotency === 'none') return {};
  return { idempotency: retry ? ['batch', 'get', 'put'] : ['get', 'put'] };
};
