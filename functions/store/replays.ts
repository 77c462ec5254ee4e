import type { ReplayRecord } from './change.ts';
import type { Database, Item } from './database.ts';
import { listPage, type Page, type Wanted } from './list.ts';
import { type ItemKey, partitions } from './table.ts';

/** A replay record lives this long (product.md, Idempotency). */
export const replaySeconds = 24 * 60 * 60;

/** What a POST answered, kept so that a retry is answered the same. */
export type Replay = {
  readonly operation: string;
  readonly status_code: number;
  /** The exact bytes of the answer. */
  readonly body: string;
  readonly location: string | null;
  readonly etag: string | null;
  readonly resource: { readonly id: string; readonly object: string; readonly path: string } | null;
  readonly created_at: string;
  /** Hash of the request's body as JSON, and the key that Powertools made of the scope. */
  readonly payload_hash: string;
  readonly powertools_key: string;
};

/** The record to put in the transaction of its effect. */
export const replayRecord = (key: ItemKey, replay: Replay): ReplayRecord => ({
  key,
  item: { ...replay, expires_at_s: expiryOf(replay.created_at) },
});

/** The stored answer, unless its time is over. */
export const liveReplay = (item: Item | undefined, now: Date): Replay | undefined =>
  item && expiryOf(String(item.created_at)) >= Math.floor(now.getTime() / 1000) ? (item as Replay) : undefined;

/** When a record made at a moment ends: seconds since 1970. */
export const expiryOf = (createdAt: string): number => Math.floor(Date.parse(createdAt) / 1000) + replaySeconds;

/** What a key did, in the order of the operations' names; read consistently. Records whose time is over are left out. */
export const pageOfReplays = async (
  db: Database,
  tenant: string,
  idempotencyKey: string,
  wanted: Wanted,
  now: Date,
): Promise<Page<Replay>> => {
  const partition = partitions.replays(tenant, idempotencyKey);
  const { items, next } = await listPage(db, { table: 'idempotency', partition, consistent: true }, wanted);
  return { items: items.map((item) => liveReplay(item, now)).filter((replay) => replay !== undefined), next };
};
