import {
  IdempotencyConfig,
  IdempotencyInconsistentStateError,
  IdempotencyItemAlreadyExistsError,
  IdempotencyRecordStatus,
  IdempotencyValidationError,
  makeIdempotent,
} from '@aws-lambda-powertools/idempotency';
import { BasePersistenceLayer, IdempotencyRecord } from '@aws-lambda-powertools/idempotency/persistence';
import type { Context } from 'aws-lambda';
import { ApiError } from '../domain/api-error.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import type { ReplayRecord } from '../store/change.ts';
import { AlreadyDone } from '../store/commit.ts';
import type { Database } from '../store/database.ts';
import { liveReplay, type Replay, replayRecord, replaySeconds } from '../store/replays.ts';
import type { ItemKey } from '../store/table.ts';
import type { Answer } from './answer.ts';
import type { RecentReplays } from './recent-replays.ts';

/** One use of an Idempotency-Key. */
export type Use = {
  readonly operation: string;
  /** Where its replay record lies: tenant, route, path parameters and key are all in it. */
  readonly key: ItemKey;
  /** The body as JSON before schema defaults, so that a deploy cannot turn a retry into another request. */
  readonly payload: unknown;
  readonly now: Date;
};

/** Makes the record that goes into the transaction of the effect. */
export type MakeRecord = (answer: Answer, resource: Replay['resource']) => ReplayRecord;

/** What acts, with the hash of the body that its record is told by. */
type Act = (makeRecord: MakeRecord, requestHash: string) => Promise<Answer>;

/** What tells a POST from every other: whatever must be found again by a retry is written under it. */
export type IdempotencyScope = {
  readonly operation: string;
  readonly path_ids: readonly string[];
  readonly idempotency_key: string;
  /** SHA-256 (base64) of the body as JSON, before defaults: the same key may not ask for something else. */
  readonly request_hash: string;
};

/** Reads whose first brings the replay record along, in the same round trip: a request that has had its effect stops there. */
export const readingRecordFirst = (db: Database, record: ItemKey, now: Date): Database => {
  let looked = false;
  const together = async (wanted: readonly ItemKey[]) => {
    looked = true;
    const found = await db.batch([...wanted, record]);
    const replay = found.at(-1);
    if (replay && liveReplay(replay, now)) throw new AlreadyDone(replay);
    return found.slice(0, -1);
  };
  return {
    ...db,
    get: async (key) => (looked ? db.get(key) : (await together([key]))[0]),
    batch: async (wanted) => (looked ? db.batch(wanted) : together(wanted)),
  };
};

/**
 * Acts once per Idempotency-Key. The record is written by the act's own commit, in the same transaction, so there is no
 * state in between: no lock to leak, no window after a crash. Whoever comes second is answered with the stored bytes, out of
 * this instance's memory where they are `recent`.
 */
export const once = async (
  use: Use,
  db: Database,
  context: Context,
  act: Act,
  recent?: RecentReplays,
): Promise<Answer> => {
  const layer = new CommitTimeLayer(recent?.of(use.key, use.now));
  const config = new IdempotencyConfig({
    eventKeyJmesPath: 'scope',
    payloadValidationJmesPath: 'payload',
    hashFunction: 'sha256',
    expiresAfterSeconds: replaySeconds,
    throwOnNoIdempotencyKey: true,
    responseHook: (stored) => ({ ...(stored as Answer), replayed: true }) as never,
  });
  config.registerLambdaContext(context);
  const acting = async (_request: unknown): Promise<Answer> => {
    let replay: Replay | undefined;
    const makeRecord: MakeRecord = (...answered) => {
      replay = layer.replayOf(use, ...answered);
      return replayRecord(use.key, replay);
    };
    try {
      const answer = await act(makeRecord, layer.payloadHash);
      if (replay) recent?.keep(use.key, replay, use.now);
      return answer;
    } catch (error) {
      const existing = await replayAfter(error, use, db);
      if (!existing) throw error;
      layer.exists(existing);
      // Powertools then asks again whether the record exists, validates the payload against it and replays.
      throw new IdempotencyInconsistentStateError('done by another attempt', { cause: error });
    }
  };
  const idempotent = makeIdempotent(acting, { persistenceStore: layer, config, keyPrefix: use.operation });
  try {
    return await idempotent({ scope: [use.key.pk, use.key.sk], payload: canonicalJson(use.payload) });
  } catch (error) {
    if (error instanceof IdempotencyValidationError) throw new ApiError('idempotency_key_reused');
    throw error;
  }
};

/**
 * Before anything but success is answered, the record is looked for: what has succeeded is replayed, not refused. A refusal
 * whose record cannot be looked for is not known to be true, so the caller hears of that instead.
 */
const replayAfter = async (error: unknown, { key, now }: Use, db: Database) => {
  const returned = error instanceof AlreadyDone ? liveReplay(error.record, now) : undefined;
  if (returned) return returned;
  const record = await db.get(key).catch((unknown) => {
    throw error instanceof ApiError ? unknown : error;
  });
  return liveReplay(record, now);
};

/** Powertools' persistence, whose writes are left to the commit: put remembers, the others have nothing to do. */
class CommitTimeLayer extends BasePersistenceLayer {
  #existing: Replay | undefined;
  #planned: IdempotencyRecord | undefined;

  constructor(existing: Replay | undefined) {
    super();
    this.#existing = existing;
  }

  /** Powertools' hash of the body: the only one that is made of it. */
  get payloadHash(): string {
    return this.#planned?.payloadHash ?? '';
  }

  replayOf(use: Use, answer: Answer, resource: Replay['resource']): Replay {
    return {
      operation: use.operation,
      status_code: answer.status,
      body: answer.body ?? '',
      location: answer.location ?? null,
      etag: answer.etag ?? null,
      resource,
      created_at: use.now.toISOString(),
      payload_hash: this.payloadHash,
    };
  }

  /** What was stored under the key stands in its way from now on. */
  exists(replay: Replay): void {
    this.#existing = replay;
  }

  protected override async _putRecord(record: IdempotencyRecord): Promise<void> {
    const existing = this.#existing && powertoolsRecord(this.#existing, record.idempotencyKey);
    if (existing) throw new IdempotencyItemAlreadyExistsError('the key has acted', existing);
    this.#planned = record;
  }

  protected override async _getRecord(): Promise<IdempotencyRecord> {
    throw new Error('records come back with the failed condition and are never read by Powertools');
  }

  /** Not even the key's hash is made for it once more. */
  override async saveSuccess(): Promise<void> {}

  protected override async _updateRecord(): Promise<void> {}

  protected override async _deleteRecord(): Promise<void> {}
}

const powertoolsRecord = (replay: Replay, idempotencyKey: string) => {
  const { status_code: status, body, location, etag } = replay;
  const stored: Answer = { status, body, location: location ?? undefined, etag: etag ?? undefined };
  const answer = body === '' ? { ...stored, rereads: replay.resource?.id ?? '' } : stored;
  // No expiry: whether its time is over was decided with the request's one moment, which is past by now.
  return new IdempotencyRecord({
    idempotencyKey,
    status: IdempotencyRecordStatus.COMPLETED,
    payloadHash: replay.payload_hash,
    responseData: answer as never,
  });
};
