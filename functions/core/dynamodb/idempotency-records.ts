import type { Database, Item } from './client.ts';
import { deflated, inflated } from './compression.ts';
import type { ItemKey } from './keys.ts';
import { listPage, type Page, type PageRequest, readableOf } from './list.ts';
import { absent, nested, reading, required, storedForm, unpackedPart } from './stored-form.ts';
import type { IdempotencyItem } from './writes.ts';

/** Did this key already act on this path? */
export const idempotencyRecordKey = (
  tenant: string,
  idempotencyKey: string,
  operation: string,
  pathIds: readonly string[],
): ItemKey => ({
  table: 'idempotency',
  pk: recordsPartition(tenant, idempotencyKey),
  sk: [operation, ...pathIds].join('/'),
});

/** The partition of everything that a key did. */
export const recordsPartition = (tenant: string, idempotencyKey: string): string =>
  `${tenant}/${idempotencyKey}`;

/** How long an idempotency record is valid. */
export const record_seconds = 24 * 60 * 60;

/** The response to a POST, kept for its retries. */
export type CachedResponse = {
  readonly operation: string;
  readonly status_code: number;
  /** The exact bytes. */
  readonly body: string;
  readonly location: string | null;
  readonly etag: string | null;
  readonly resource: { readonly id: string; readonly object: string; readonly path: string } | null;
  readonly created_at: string;
  /** Hash of the request's body as JSON. */
  readonly payload_hash: string;
};

/**
 * The record for the transaction of the effect. Members that its key or the location contains are
 * left out, and the body is compressed: each kilobyte costs two units.
 */
export const idempotencyItem = (
  key: ItemKey,
  { operation: _, resource, body, ...cached }: CachedResponse,
): IdempotencyItem => ({
  key,
  item: {
    ...cached,
    body: deflated(body),
    resource:
      resource && resource.path === cached.location
        ? { id: resource.id, object: resource.object }
        : resource,
    expires_at_s: expiryOf(cached.created_at),
  },
});

/** The response of a stored record that has not expired. */
export const liveResponse = (item: Item | undefined, now: Date): CachedResponse | undefined => {
  // An item without attributes has no time and counts as expired.
  const isLive = expiryOf(String(item?.created_at)) >= Math.floor(now.getTime() / 1000);
  if (!item || !isLive) return undefined;
  const { sk: _, location, resource, body, ...stored } = item;
  return readStoredResponse({
    ...stored,
    operation: operationIn(item),
    body: body === undefined ? undefined : cachedBody(item),
    location,
    resource: resource && { path: location, ...(resource as object) },
  });
};

/** The operation whose response an item is. */
export const operationIn = ({ sk }: Item): string => String(sk).split('/')[0] ?? '';

/** The exact bytes of a stored response. */
export const cachedBody = (item: Item): string => {
  const named = {
    table: 'idempotency',
    kind: 'idempotency record',
    id: operationIn(item),
  } as const;
  return unpackedPart(named, 'body', () => inflated(item.body));
};

/** How a response is stored, with what its key says. */
const responseForm = storedForm<CachedResponse>({
  operation: required,
  status_code: required,
  body: required,
  created_at: required,
  payload_hash: required,
  location: absent(null),
  etag: absent(null),
  resource: nested(
    storedForm<NonNullable<CachedResponse['resource']>>({
      id: required,
      object: required,
      path: required,
    }),
    absent(null),
  ),
});

export const readStoredResponse = reading(
  'idempotency',
  'idempotency record',
  responseForm,
  'operation',
);

/** When a record of a moment expires: seconds since 1970. */
export const expiryOf = (createdAt: string): number =>
  Math.floor(Date.parse(createdAt) / 1000) + record_seconds;

/**
 * The records of a key, by the names of the operations, read consistently. Expired records are left
 * out.
 */
export const pageOfCachedResponses = async (
  db: Database,
  tenant: string,
  idempotencyKey: string,
  wanted: PageRequest,
  now: Date,
): Promise<Page<CachedResponse>> => {
  const partition = recordsPartition(tenant, idempotencyKey);
  const { items, next } = await listPage(
    db,
    { table: 'idempotency', partition, consistent: true },
    wanted,
  );
  const read = readableOf(items, (item) => liveResponse(item, now), wanted);
  return { items: read.filter((cached) => cached !== undefined), next };
};
