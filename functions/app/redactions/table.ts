import type { Database, Item } from '../../core/dynamodb/client.ts';
import {
  cachedBody,
  operationIn,
  recordsPartition,
} from '../../core/dynamodb/idempotency-records.ts';
import { type ItemKey, keys } from '../../core/dynamodb/keys.ts';
import { listPage } from '../../core/dynamodb/list.ts';
import { UnreadableItem } from '../../core/dynamodb/stored-form.ts';
import { asRead, exists, has, textOf, type Write } from '../../core/dynamodb/writes.ts';
import { eventContent } from '../../core/outbox/content-table.ts';
import type { StoredEvent } from '../../core/outbox/model.ts';
import type { Agreement } from '../../identity/agreements/model.ts';
import { saveAgreement } from '../../identity/agreements/table.ts';
import type { CardOrder } from '../../issuing/cards/order.ts';
import { orderKey } from '../../issuing/cards/orders-table.ts';
import { erasedFields, erasedShown, type PersonalResource } from './model.ts';

/** A resource that a customer has. */
type Resource = { readonly version: number };

/**
 * Writes that erase the personal data of a resource, over the version that was read; none where it
 * is empty.
 */
export const eraseResource = (
  resourceType: PersonalResource,
  key: ItemKey,
  read: Resource,
  now: Date,
): Write[] => {
  const fields: Partial<Resource> & { readonly metadata?: object } = erasedFields(
    resourceType,
    read,
  );
  if (Object.keys(fields).length === 0) return [];
  const metadata = fields.metadata && textOf({});
  const touched = { version: read.version + 1, updated_at: now.toISOString() };
  const values = { ...fields, ...(metadata !== undefined && { metadata }), ...touched };
  return [{ kind: 'set', key, values, when: asRead(read.version) }];
};

/** As eraseResource, of what was stored in `data` before 0.1.0: its table saves it whole, so that nothing stays there. */
export const eraseWhole = <T extends Resource>(
  resourceType: PersonalResource,
  read: T,
  now: Date,
  save: (after: T, read: T) => Write | Write[],
): Write[] => {
  const fields = erasedFields(resourceType, read);
  if (Object.keys(fields).length === 0) return [];
  const touched = { version: read.version + 1, updated_at: now.toISOString() };
  return [save({ ...read, ...fields, ...touched }, read)].flat();
};

/** Writes that erase where an agreement was accepted from; none where it is empty. */
export const eraseAgreement = (read: Agreement): Write[] => {
  const fields = erasedFields('agreement', read);
  if (Object.keys(fields).length === 0) return [];
  return [saveAgreement({ ...read, ...fields }, read)];
};

/**
 * Writes that erase from an open order for whom its card is and where it goes; none where it is
 * empty.
 */
export const eraseOrder = (order: CardOrder): Write[] => {
  const values = erasedFields('order', order);
  if (Object.keys(values).length === 0) return [];
  return [{ kind: 'set', key: orderKey(order), values, when: has('card_id', order.card_id) }];
};

/** Erases an event: its data is as GET shows the resource then, and its idempotency key is null; nothing where it is erased. */
export const eraseEvent = (event: StoredEvent): Write[] => {
  const { body, causation } = erasedEvent(event);
  if (body === event.body && causation.idempotency_key === event.causation.idempotency_key)
    return [];
  const key = keys.event(event.tenant_id, event.event_id);
  return [
    {
      kind: 'set',
      key,
      values: { content: eventContent({ ...event, body, causation }) },
      when: exists,
    },
  ];
};

const erasedEvent = ({ body, causation, resource }: StoredEvent) => {
  const { data, previous, ...envelope } = JSON.parse(body);
  const fields = {
    data: erasedShown(resource.object, data),
    previous: previous && erasedShown(resource.object, previous),
  };
  return {
    body: JSON.stringify({ ...envelope, ...fields }),
    causation: { ...causation, idempotency_key: null },
  };
};

/**
 * Writes that remove the stored answers to the request that caused an event, as far as they are
 * about the event's customer.
 */
export const eraseCachedResponses = async (db: Database, event: StoredEvent): Promise<Write[]> => {
  const { tenant_id, customer_id, resource, causation } = event;
  if (causation.idempotency_key === null) return [];
  const partition = recordsPartition(tenant_id, causation.idempotency_key);
  const found: Item[] = [];
  let below: string | undefined;
  do {
    const page = await listPage(
      db,
      { table: 'idempotency', partition, consistent: true },
      { limit: 100, below },
    );
    found.push(...page.items);
    below = page.next ?? undefined;
  } while (below !== undefined);
  const keyOf = ({ sk }: Item): ItemKey => ({
    table: 'idempotency',
    pk: partition,
    sk: String(sk),
  });
  const ids = [resource.id, ...(customer_id === null ? [] : [customer_id])];
  return found
    .filter((item) => isAbout(item, ids))
    .map((item) => ({ kind: 'delete', key: keyOf(item), when: exists }));
};

/**
 * Whether a stored answer is about one of these ids, by its path, its resource or its body. If
 * neither says whom an answer is about, the erasure fails. It must not leave an answer of its
 * customer, nor delete one that keeps another POST from a second effect.
 */
const isAbout = (item: Item, ids: readonly string[]): boolean => {
  const { sk, resource: answered, body } = item;
  const id = idIn(answered);
  if ([id, ...String(sk).split('/')].some((named) => ids.includes(String(named)))) return true;
  if (typeof id === 'string') return false;
  const text = body === undefined ? '' : cachedBody(item);
  if (ids.some((one) => text.includes(one))) return true;
  if (answered === null && body !== undefined) return false;
  const named = {
    table: 'idempotency',
    kind: 'idempotency record',
    id: operationIn(item),
  } as const;
  throw new UnreadableItem(named, 'has no resource.id');
};

const idIn = (answered: unknown): unknown =>
  typeof answered === 'object' && answered !== null && 'id' in answered ? answered.id : undefined;
