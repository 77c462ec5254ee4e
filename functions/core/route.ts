import type * as z from 'zod/mini';
import type { DemandedScope, Role } from './access.ts';
import type { ApiErrorCode } from './api-error.ts';

/** An action on one table or index. Each is one action of DynamoDB, so that no unused grant can hide. */
export type TableAction = 'get' | 'batch' | 'query' | 'put' | 'update' | 'delete' | 'check';

/** The DynamoDB action of each. TransactWriteItems is authorised by the actions of its items. */
export const tableActions = {
  get: 'dynamodb:GetItem',
  batch: 'dynamodb:BatchGetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
} as const satisfies Record<TableAction, string>;

/** The tables, and the indexes as `table/index`, that a function can have permissions on; dynamodb/keys.ts defines them. */
export type TableOrIndex =
  | 'access'
  | 'resources'
  | 'resources/by_email'
  | 'resources/by_name'
  | 'resources/by_parent'
  | 'resources/by_status'
  | 'resources/reviewing'
  | 'resources/due'
  | 'resources/screened'
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
  | 'counters'
  | 'idempotency'
  | 'requests'
  | 'requests/by_tenant'
  | 'issuer';

/**
 * Settings of lib/environments.ts that a function gets as environment variables: WEBHOOK_TARGETS, DELIVERY_ROLE,
 * REVERIFY_AFTER_EXPIRY, IDENTITY_VERIFIER, ACCEPT_ATTESTATIONS, SCREENING, LIST_ADDRESSES, CARD_ISSUER,
 * CARD_RENEWAL_DAYS, RATE_LIMITS, ONBOARDING_PAGE.
 */
export type Setting =
  | 'webhookTargets'
  | 'deliveryRole'
  | 'identityVerifier'
  | 'reverifyAfterExpiry'
  | 'acceptAttestations'
  | 'screening'
  | 'listAddresses'
  | 'cardIssuer'
  | 'cardRenewalDays'
  | 'limits'
  | 'onboardingPage';

/** Permissions besides tables. Grants and environment variables are printed from `Permissions` and nothing else. */
type ServicePermissions = {
  /** The key that encrypts tax ids, which nothing decrypts: TAX_ID_KEY_ID. */
  readonly taxIds?: readonly 'encrypt'[];
  /** The key that encrypts the secrets and headers of webhooks: WEBHOOK_KEY_ID. */
  readonly webhookSecrets?: readonly ('encrypt' | 'decrypt')[];
  /** The key of fingerprints of encrypted values: FINGERPRINT_KEY_ID. */
  readonly fingerprint?: readonly 'mac'[];
  /** The key from which the simulated issuer derives card numbers: ISSUER_KEY_ID. */
  readonly issuerKey?: readonly 'mac'[];
  /** The secret for calls to another issuer: STRIPE_API_KEY_SECRET, STRIPE_API_BASE. */
  readonly issuerApiKey?: readonly 'read'[];
  /** The secret that verifies Stripe's events: STRIPE_SIGNING_SECRET. */
  readonly issuerSigningSecret?: readonly 'read'[];
  /** The token that an identity verifier is called with, where an environment names one. */
  readonly verifierToken?: readonly 'read'[];
  /** The secret that signs its events. */
  readonly verifierWebhookSecret?: readonly 'read'[];
  /** The bucket of lists of sanctions, where they are searched here: LIST_BUCKET. `list`: as of documents. */
  readonly lists?: readonly ('read' | 'list' | 'write')[];
  /** The API key of a screener outside, where an environment names one. */
  readonly screenerToken?: readonly 'read'[];
  /** The key that authenticates cursors: CURSOR_KEY_ID. */
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
  /** The queue of compare-counters: COUNTERS_QUEUE_URL. */
  readonly countersQueue?: readonly 'send'[];
  /**
   * The bucket of documents: DOCUMENT_BUCKET, DOCUMENT_BUCKET_URL. `upload` signs uploads, never over an existing object.
   * `find` checks whether an object exists. `read` gets or heads the newest version of an object, `read_version` a certain
   * one. With `list`, S3 answers 404 instead of 403 for a missing object. `list_versions` finds every version of the uploads
   * of a customer, and `delete_version` deletes one for good.
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
  /** The bytes of documents, where the identity verifier looks at them: DOCUMENT_BUCKET. */
  readonly submittedDocuments?: readonly 'read_version'[];
  /** Textract and Rekognition, where they verify identities: no variables. */
  readonly pictures?: readonly ('read_text' | 'compare_faces')[];
  /** The people who can sign in to the dashboard: USER_POOL_ID. `sign_out` ends all sessions of a person. */
  readonly operators?: readonly ('find' | 'invite' | 'change' | 'remove' | 'sign_out')[];
  /** The buses and queues of other AWS accounts, never of this one: no variables. */
  readonly destinations?: readonly ('put' | 'send')[];
  /** The usage plans of businesses: USAGE_PLAN_STANDARD and so on. `make` adds keys to them, `find` reads which keys they have. */
  readonly usagePlans?: readonly ('make' | 'find')[];
  readonly settings?: readonly Setting[];
};

/** The permissions of a function: actions on tables, and the use of other services. */
export type Permissions = {
  readonly [table in TableOrIndex]?: readonly TableAction[];
} & ServicePermissions;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.core.$ZodType;

/** The announcement that a route, or fields of it, will end. Every response of the route has it as headers. */
export type Deprecation = {
  /** The first day on which it is deprecated, such as `2027-01-01`, in UTC. */
  readonly since: string;
  /** The day from which it may be gone; absent: no day is set. */
  readonly sunset?: string;
  /** The replacement, as one sentence of the reference. */
  readonly instead: string;
  /** The fields of its body or response that end, each with `deprecated: true` in its schema. Absent: the whole route. */
  readonly fields?: readonly string[];
};

/**
 * The permission that a caller needs to see a part of a response: the scope of a restricted key,
 * and the roles in the dashboard.
 */
export type Part = { readonly scope: DemandedScope; readonly roles: readonly Role[] };

/** One route of the API as plain data. Everything about it is declared here once. */
export type Route = {
  /** `resource.verb`: operationId, client method, function name and, with `/` for `.`, the end of the handler's path. */
  readonly id: `${string}.${string}`;
  readonly method: Method;
  /** Below `/v1`, with `{snake_case}` parameters. */
  readonly path: `/${string}`;
  /** One imperative sentence for the reference. */
  readonly summary: string;
  /** The text below the summary; CommonMark. */
  readonly description?: string;
  readonly params?: z.core.$ZodObject;
  readonly query?: z.core.$ZodObject;
  /** A strict object. Absent: the route takes no body. */
  readonly body?: Schema;
  /** The body is JSON; with a `type`, it is text of that type, or of the other where `Accept` prefers that. */
  readonly returns: {
    readonly status: 200 | 201 | 202 | 204;
    readonly body?: Schema;
    readonly type?: 'text/markdown';
    readonly otherType?: 'text/html';
  };
  /** Its own errors; errors.ts has those of every route. */
  readonly errors: readonly ApiErrorCode[];
  readonly permissions: Permissions;
  /** The callers of the route: programs with a key, people in the dashboard, or both. */
  readonly reachable: readonly ('api' | 'dashboard')[];
  /** The roles that can call it from the dashboard; absent: each role can read, none can change. */
  readonly roles?: readonly Role[];
  /**
   * The scope that a restricted key needs; absent: of its resource, to read or to write (resource-routes.ts). `none`: every
   * caller gets the same error, whatever the scopes. `onboarding`: only the token of an onboarding link opens it.
   */
  readonly scope?: DemandedScope | 'none';
  /** GET of one resource only: fields of the response that need more than the route. They are null for other callers. */
  readonly parts?: Readonly<Record<string, Part>>;
  /** POST only: what a retry with the same key gets; absent: the cached response. `none`: every call has an effect. */
  readonly idempotency?: 'cached' | 'refreshed' | 'none';
  /**
   * POST only: how a retry finds its idempotency record. `reads_record_first`: with its first read, in one round trip.
   * Absent: at the commit.
   */
  readonly retry?: 'reads_record_first';
  /**
   * It changes the resource of its path, and `If-Match` may or must name the version that the caller has read. Absent:
   * `If-Match` is an error, since a condition is never ignored.
   */
  readonly ifMatch?: 'optional' | 'required';
  /** In live it answers `sandbox_only`. */
  readonly sandboxOnly?: true;
  /** It exists in live only: the people who sign in are the same in both environments, and are stored there. */
  readonly liveOnly?: true;
  /** It needs no key. */
  readonly public?: true;
  readonly deprecated?: Deprecation;
  /** GET only: how long anybody can cache the response, whose etag is a hash of its bytes. Absent: responses are private. */
  readonly kept_seconds?: number;
};

/** A route as it is declared; the rest follows from it. */
export type Declaration = Omit<Route, 'errors' | 'reachable'> &
  Partial<Pick<Route, 'errors' | 'reachable'>>;

/** A declared route: its types carry every schema on to the handler and the client. */
export type Declared<D extends Declaration> = Pick<Route, 'reachable' | 'permissions'> &
  (D extends { readonly errors: unknown } ? D : D & { readonly errors: readonly [] });

/**
 * Declares a route. Programs and people can call it unless it says otherwise. Permissions that follow from its form are
 * added: to sign the cursors of a list, and to read and write the idempotency record of a POST.
 */
export const route = <const D extends Declaration>(declaration: D) => {
  const permissions = { ...formPermissions(declaration), ...declaration.permissions };
  const declared: Route = {
    errors: [],
    reachable: ['api', 'dashboard'],
    ...declaration,
    permissions,
  };
  return declared as Declared<D>;
};

const formPermissions = ({ method, query, idempotency, retry }: Declaration): Permissions => {
  if (query && 'cursor' in query._zod.def.shape) return { cursorKey: ['mac'] };
  if (method !== 'POST' || idempotency === 'none') return {};
  return { idempotency: retry ? ['batch', 'get', 'put'] : ['get', 'put'] };
};
