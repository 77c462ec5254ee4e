import type { Item } from '../dynamodb/client.ts';
import { deflated, inflated } from '../dynamodb/compression.ts';
import { unpackedPart } from '../dynamodb/stored-form.ts';
import type { StoredEvent } from './model.ts';
import { readStoredEvent } from './stored-form.ts';

/** The members of an event that keys and indexes have. */
type Keyed = Readonly<
  Record<'event_id' | 'type' | 'created_at' | 'tenant_id' | 'resource_id', unknown>
>;

/** The rest of an event, compressed: a line of JSON, and the body. */
export const eventContent = ({
  body,
  customer_id,
  resource,
  sequence,
  causation,
  ...keyed
}: StoredEvent): Uint8Array =>
  deflated(
    `${JSON.stringify({ customer_id, resource, sequence, causation })}\n${body}`,
    dictionaryOf({ ...keyed, resource_id: resource.id }),
  );

/** The event of an item. */
export const eventOf = ({
  pk,
  event_id,
  type,
  created_at,
  resource_key,
  content,
}: Item): StoredEvent => {
  const [tenant_id = '', id] = String(pk).split('/');
  const resource_id = String(resource_key).slice(tenant_id.length + 1);
  const keyed = { event_id, type, created_at, tenant_id };
  const named = { table: 'outbox', kind: 'event', id } as const;
  const stored = unpackedPart(named, 'content', () => {
    const text = inflated(content, dictionaryOf({ ...keyed, resource_id }));
    const end = text.indexOf('\n');
    return { ...JSON.parse(text.slice(0, end)), body: text.slice(end + 1) };
  });
  return readStoredEvent({ ...keyed, ...stored });
};

/**
 * The likely parts of the content: the ids and the time that its keys have, and the fields of most
 * resources. Nothing can be read with another text than it was written with, so after a deployment
 * this one stays, and a better one goes beside it.
 */
const dictionaryOf = ({ event_id, type, created_at, tenant_id, resource_id }: Keyed): string => {
  const envelope = {
    id: event_id,
    type,
    timestamp: created_at,
    sequence: 1,
    environment: 'sandbox',
    tenant_id,
  };
  const fields = {
    version: 1,
    status: 'active',
    status_reason: null,
    allowed_actions: ['close'],
    customer_id: 'cus_',
  };
  const data = {
    id: resource_id,
    object: 'customer',
    created_at,
    updated_at: created_at,
    ...fields,
    metadata: {},
  };
  return `${frequent_details}${JSON.stringify({ ...envelope, data, previous: null })}`;
};

const frequent_details =
  '"object":"customer"},"sequence":1,"causation":{"request_id":"","idempotency_key":"","actor":{"type":"api_key","id":"key_';
