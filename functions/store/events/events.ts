import type { Causation } from '../../domain/events/event.ts';
import { exists, isNew, type LoneWrite, type Write } from '../change.ts';
import { dueFields, nothingDue } from '../due-fields.ts';
import { endOf } from '../retention.ts';
import { keys, partitions } from '../table.ts';

/** What a deliverable event may weigh, in bytes of UTF-8 (security.md, Limits). */
const bodyBytesMax = 64 * 1024;

/** One fact of the past, about one resource. */
export type NewEvent = {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly environment: string;
  readonly tenant_id: string;
  readonly customer_id: string | null;
  readonly resource: { readonly id: string; readonly object: string };
  /** The resource's version after the change: raised by one with each event. */
  readonly sequence: number;
  /** What GET shows of the resource, at that version. */
  readonly data: object;
  /** The old values of what changed; null but on updates. */
  readonly previous: object | null;
  readonly causation: Causation;
};

/** Appends an event; it is due until its fan-out confirms it. The stored body is what will be signed.
 * One that is meant for one webhook only is a test: its body says so, and it waits for no fan-out. */
export const appendEvent = (event: NewEvent, audience: 'everybody' | 'one webhook' = 'everybody'): Write => {
  const { id, type, created_at, environment, tenant_id, sequence, data, previous } = event;
  const test = audience === 'one webhook' ? { test: true } : {};
  const envelope = { id, type, timestamp: created_at, sequence, environment, tenant_id, ...test };
  const body = JSON.stringify({ ...envelope, data, previous });
  if (Buffer.byteLength(body) > bodyBytesMax) throw new Error(`event ${type} is larger than ${bodyBytesMax} bytes`);
  const key = keys.event(tenant_id, id);
  const item = {
    event_id: id,
    type,
    created_at,
    tenant_id,
    customer_id: event.customer_id,
    resource: event.resource,
    sequence,
    causation: event.causation,
    body,
    tenant_key: partitions.eventsOfTenant(tenant_id),
    type_key: partitions.eventsOfType(tenant_id, type),
    resource_key: partitions.eventsOf(tenant_id, event.resource.id),
    ...(event.customer_id && { customer_key: partitions.eventsOf(tenant_id, event.customer_id) }),
    ...(audience === 'everybody' && dueFields(key, id, created_at)),
    expires_at_s: endOf('eventsDays', created_at),
  };
  return { kind: 'put', key, item, when: isNew };
};

/** Confirms that every delivery of an event has been made. */
export const confirmDispatch = (tenant: string, eventId: string): LoneWrite => ({
  kind: 'set',
  key: keys.event(tenant, eventId),
  values: { ...nothingDue, ...beforeThat },
  when: exists,
});

/** What an earlier release marked events by that no fan-out had confirmed. */
const beforeThat = { undispatched: undefined, republish_after: undefined };
