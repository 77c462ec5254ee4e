import type { Database, Item } from './client.ts';
import { type ItemKey, partitions } from './keys.ts';
import { listPage, type Page, type Wanted } from './list.ts';
import type { ReplayRecord } from './writes.ts';

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
  /** Hash of the request's body as JSON. */
  readonly payload_hash: string;
};

/**
 * The record to put in the transaction of its effect. What its key says, and where the resource is when the answer's location
 * says it, is not said twice: each kilobyte of it costs two units.
 */
export const replayRecord = (key: ItemKey, { operation: _, resource, ...replay }: Replay): ReplayRecord => ({
  key,
  item: {
    ...replay,
    resource: resource && resource.path === replay.location ? { id: resource.id, object: resource.object } : resource,
    expires_at_s: expiryOf(replay.created_at),
  },
});

/** The stored answer, unless its time is over. */
export const liveReplay = (item: Item | undefined, now: Date): Replay | undefined => {
  // What came back without its attributes has no time, and is not live.
  const lives = expiryOf(String(item?.created_at)) >= Math.floor(now.getTime() / 1000);
  if (!item || !lives) return undefined;
  const { sk, location, resource, ...stored } = item;
  return {
    ...stored,
    operation: String(sk).split('/')[0],
    location,
    resource: resource && { path: location, ...(resource as object) },
  } as Replay;
};

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
