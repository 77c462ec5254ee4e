import {
  IdempotencyConfig,
  IdempotencyInconsistentStateError,
  IdempotencyItemAlreadyExistsError,
  IdempotencyRecordStatus,
  IdempotencyValidationError,
  makeIdempotent,
} from '@aws-lambda-powertools/idempotency';
import {
  BasePersistenceLayer,
  IdempotencyRecord,
} from '@aws-lambda-powertools/idempotency/persistence';
import type { Context } from 'aws-lambda';
import { ApiError } from '../api-error.ts';
import { type Database, database } from '../dynamodb/client.ts';
import { AlreadyDone, retryOnConflict } from '../dynamodb/commit.ts';
import {
  type CachedResponse,
  idempotencyItem,
  idempotencyRecordKey,
  liveResponse,
  record_seconds,
} from '../dynamodb/idempotency-records.ts';
import type { ItemKey } from '../dynamodb/keys.ts';
import type { IdempotencyItem } from '../dynamodb/writes.ts';
import { canonicalJson } from '../json.ts';
import type { Route } from '../route.ts';
import { writeRequest } from './commit.ts';
import {
  type IdempotentRequest,
  type Refresh,
  type RequestContext,
  readRequest,
  rootOf,
} from './request.ts';
import { type ApiResponse, responseFor } from './response.ts';

/*
 * Powertools' idempotency as documented, but for one thing: the transaction of the effect writes the record, so that both
 * exist or neither does. Therefore:
 * - Nothing is written before the effect. No crash leaves a record in progress, and a create costs one round trip.
 * - `_putRecord` lets the first attempt pass. `_updateRecord` and `_deleteRecord` have nothing to do: a success has written
 *   its record, a failure has not.
 * - The transaction of the second of two equal requests at once fails on the record of the first.
 * - After a failed attempt Powertools tries again. Now `_putRecord` says that a record may exist, and `_getRecord` reads it.
 *   Powertools compares the payload and returns the stored response. Without a record the error of the attempt stands.
 */

/** The `idempotent` option of a POST: one effect per Idempotency-Key. */
export const idempotent = async <R extends Route>(
  context: RequestContext<R>,
  handle: (request: IdempotentRequest<R>) => Promise<ApiResponse>,
  refresh?: Refresh<R>,
): Promise<ApiResponse> => {
  const records = new TransactionRecords(keyUseOf(context), database(context.connection));
  const attempt = () =>
    retryOnConflict(() => handle(idempotentRequest(context, records)), context.deadline);
  const response = await withIdempotency(records, context.lambda, attempt);
  return refresh && response.refreshes !== undefined
    ? refreshed(context, response, response.refreshes, refresh)
    : response;
};

/** Runs one attempt per use of a key; a repetition gets the response of the first. */
export const withIdempotency = async (
  records: TransactionRecords,
  lambda: Context,
  attempt: () => Promise<ApiResponse>,
): Promise<ApiResponse> => {
  const config = new IdempotencyConfig({
    eventKeyJmesPath: 'key',
    payloadValidationJmesPath: 'payload',
    hashFunction: 'sha256',
    expiresAfterSeconds: record_seconds,
    throwOnNoIdempotencyKey: true,
    responseHook: (cached) => ({ ...(cached as ApiResponse), replayed: true }) as never,
  });
  config.registerLambdaContext(lambda);
  const run = async (_request: unknown) => {
    try {
      return await attempt();
    } catch (error) {
      records.attemptFailed(error);
      throw new IdempotencyInconsistentStateError('the attempt failed: a record may exist', {
        cause: error,
      });
    }
  };
  const { key, payload } = records.use;
  try {
    return await makeIdempotent(run, { persistenceStore: records, config })({
      key: [key.pk, key.sk],
      payload: canonicalJson(payload),
    });
  } catch (error) {
    if (error instanceof IdempotencyValidationError) throw new ApiError('idempotency_key_reused');
    throw error;
  }
};

/** One use of an Idempotency-Key. */
export type KeyUse = {
  readonly operation: string;
  /** The key of the record in its table: tenant, Idempotency-Key, operation and path parameters. */
  readonly key: ItemKey;
  readonly path_ids: readonly string[];
  readonly idempotency_key: string;
  /** The body as JSON before schema defaults, so that a deployment cannot turn a retry into another request. */
  readonly payload: unknown;
  readonly now: Date;
};

const keyUseOf = ({
  route,
  caller,
  input,
  idempotencyKey = '',
  deadline,
}: RequestContext<Route>): KeyUse => {
  // Customers of one business act by links: none of them gets the response of another, whatever its key.
  const own = caller.customer_id === undefined ? [] : [caller.customer_id];
  const path_ids = [...Object.values(input.params as Record<string, string>), ...own];
  const key = idempotencyRecordKey(caller.tenant_id, idempotencyKey, route.id, path_ids);
  const { payload } = input;
  return {
    operation: route.id,
    key,
    path_ids,
    idempotency_key: idempotencyKey,
    payload,
    now: deadline.now,
  };
};

/** The request of one attempt, with its own reads. */
const idempotentRequest = <R extends Route>(
  context: RequestContext<R>,
  records: TransactionRecords,
): IdempotentRequest<R> => {
  const db = database(context.connection);
  const { key, now, operation, path_ids, idempotency_key } = records.use;
  const reads =
    context.route.retry === 'reads_record_first' ? readingRecordFirst(db, key, now) : db;
  const idempotencyScope = {
    operation,
    path_ids,
    idempotency_key,
    request_hash: records.payloadHash,
  };
  return { ...writeRequest(context, reads, records), idempotencyScope };
};

/** The answer to a retry where the response was not kept: the resource as it is now. */
const refreshed = async <R extends Route>(
  context: RequestContext<R>,
  { location }: ApiResponse,
  id: string,
  refresh: Refresh<R>,
): Promise<ApiResponse> => {
  const body = await refresh(readRequest(context, database(context.connection)), id);
  return { ...responseFor(context.route, body, rootOf(context.event)), location, replayed: true };
};

/** The first read brings the record along in the same round trip: a request that has had its effect ends there. */
const readingRecordFirst = (db: Database, record: ItemKey, now: Date): Database => {
  let isFirst = true;
  const withRecord = async (wanted: readonly ItemKey[]) => {
    isFirst = false;
    const found = await db.batch([...wanted, record]);
    const item = found.at(-1);
    if (item && liveResponse(item, now)) throw new AlreadyDone(item);
    return found.slice(0, -1);
  };
  return {
    ...db,
    get: async (key) => (isFirst ? (await withRecord([key]))[0] : db.get(key)),
    batch: async (wanted) => (isFirst ? withRecord(wanted) : db.batch(wanted)),
  };
};

/** Powertools' persistence layer over records that the transactions of their effects write. */
export class TransactionRecords extends BasePersistenceLayer {
  readonly use: KeyUse;
  readonly #db: Database;
  #failure: { readonly error: unknown } | undefined;
  #payloadHash = '';

  constructor(use: KeyUse, db: Database) {
    super();
    this.use = use;
    this.#db = db;
  }

  /** Powertools' hash of the body. */
  get payloadHash(): string {
    return this.#payloadHash;
  }

  /** The record as the transaction of the effect writes it. A route whose retries are refreshed keeps no body. */
  itemFor(
    { status, body, location, etag }: ApiResponse,
    resource: CachedResponse['resource'],
  ): IdempotencyItem {
    const created_at = this.use.now.toISOString();
    const cached = {
      status_code: status,
      body: body ?? '',
      location: location ?? null,
      etag: etag ?? null,
    };
    const { operation, key } = this.use;
    return idempotencyItem(key, {
      operation,
      ...cached,
      resource,
      created_at,
      payload_hash: this.#payloadHash,
    });
  }

  /** From now on a record may exist. */
  attemptFailed(error: unknown): void {
    this.#failure = { error };
  }

  protected override async _putRecord({ payloadHash }: IdempotencyRecord): Promise<void> {
    if (this.#failure)
      throw new IdempotencyItemAlreadyExistsError('an attempt failed: a record may exist');
    this.#payloadHash = payloadHash ?? '';
  }

  protected override async _getRecord(idempotencyKey: string): Promise<IdempotencyRecord> {
    const found = await this.#find();
    if (!found) throw this.#failure?.error;
    const {
      status_code: status,
      body,
      location,
      etag,
      resource,
      payload_hash: payloadHash,
    } = found;
    const kept = { status, body, location: location ?? undefined, etag: etag ?? undefined };
    const responseData: ApiResponse =
      body === '' ? { ...kept, refreshes: resource?.id ?? '' } : kept;
    // No expiry: `liveResponse` has compared it with the one moment of the request.
    const status_ = IdempotencyRecordStatus.COMPLETED;
    return new IdempotencyRecord({
      idempotencyKey,
      status: status_,
      payloadHash,
      responseData: responseData as never,
    });
  }

  protected override async _updateRecord(): Promise<void> {}

  protected override async _deleteRecord(): Promise<void> {}

  /**
   * The record, as the failed condition returned it or as the table has it. While it cannot be read, nobody knows whether a
   * rejection is true, so that the caller gets the outage instead.
   */
  async #find(): Promise<CachedResponse | undefined> {
    const { key, now } = this.use;
    const error = this.#failure?.error;
    const returned = error instanceof AlreadyDone ? liveResponse(error.record, now) : undefined;
    if (returned) return returned;
    const item = await this.#db.get(key).catch((outage) => {
      throw error instanceof ApiError ? outage : error;
    });
    return liveResponse(item, now);
  }
}
