import {
  absent,
  nested,
  optional,
  reading,
  required,
  storedForm,
} from '../dynamodb/stored-form.ts';
import type { Causation, StoredEvent } from './model.ts';

const causation = storedForm<Causation>({
  request_id: required,
  idempotency_key: absent(null),
  key_thumbprint: optional,
  actor: nested(storedForm<Causation['actor']>({ type: required, id: required })),
});

/** How an event is stored. Its body is what was signed, and stays so whatever is added to its resource. */
const eventForm = storedForm<StoredEvent>({
  event_id: required,
  type: required,
  created_at: required,
  tenant_id: required,
  body: required,
  customer_id: absent(null),
  sequence: required,
  resource: nested(storedForm<StoredEvent['resource']>({ id: required, object: required })),
  causation: nested(causation),
});

/** The event of an item. */
export const readStoredEvent = reading('outbox', 'event', eventForm, 'event_id');
