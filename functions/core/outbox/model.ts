/** The cause of an event: the request and who made it. */
export type Causation = {
  readonly request_id: string;
  readonly idempotency_key: string | null;
  readonly actor: {
    readonly type: 'api_key' | 'operator' | 'onboarding_link' | 'system';
    readonly id: string;
  };
  /** The thumbprint (RFC 7638) of the key that a card's number was encrypted to. */
  readonly key_thumbprint?: string;
};

/** An event as stored. `body` is exactly what is signed and sent. */
export type StoredEvent = {
  readonly event_id: string;
  readonly type: string;
  readonly created_at: string;
  readonly tenant_id: string;
  readonly customer_id: string | null;
  readonly resource: { readonly id: string; readonly object: string };
  /** The resource's version after the change. */
  readonly sequence: number;
  readonly causation: Causation;
  readonly body: string;
};

/** The part of an event that the bus gets: ids only, so no personal data is there. */
export type EventNotice = {
  readonly event_id: string;
  readonly tenant_id: string;
  readonly type: string;
  readonly resource_id: string;
  readonly created_at: string;
};

/** The members of an event that its keys give. */
type EventKeys = Pick<StoredEvent, 'event_id' | 'type' | 'created_at'> & {
  readonly resource_key: string;
};

/** The notice of an event for the bus, by its keys alone: nothing is decompressed for it. */
export const noticeOf = ({ event_id, type, created_at, resource_key }: EventKeys): EventNotice => {
  const [tenant_id = '', resource_id = ''] = resource_key.split('/');
  return { event_id, tenant_id, type, resource_id, created_at };
};
