import {
  absent,
  nested,
  optional,
  reading,
  required,
  resourceKeys,
  storedForm,
  whole,
} from '../../core/dynamodb/stored-form.ts';
import type { Attempt, Delivery } from './model.ts';

const error = storedForm<NonNullable<Attempt['error']>>({ kind: required, message: absent('') });

const response = storedForm<NonNullable<Attempt['response']>>({
  status: required,
  // Names and values are the endpoint's.
  headers: whole(absent({})),
  body: absent(''),
  body_bytes: absent(0),
  body_sha256: absent(''),
  read_error: optional,
});

/** How an attempt is stored, as JSON. */
const attemptForm = storedForm<Attempt>({
  number: required,
  trigger: required,
  started_at: required,
  duration_ms: required,
  timings: nested(
    storedForm<Attempt['timings']>({
      dns_ms: absent(null),
      connect_ms: absent(null),
      tls_ms: absent(null),
      first_byte_ms: absent(null),
    }),
    absent({ dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null }),
  ),
  remote_address: absent(null),
  request: nested(
    storedForm<Attempt['request']>({ headers: whole(absent({})) }),
    absent({ headers: {} }),
  ),
  response: nested(response, absent(null)),
  error: nested(error, absent(null)),
  next_attempt_at: absent(null),
  secret_versions: absent([]),
});

/** The attempt of such JSON. */
export const readStoredAttempt = reading('deliveries', 'attempt', attemptForm);

/** How a delivery is stored, with what its keys and its first attempt say. */
const deliveryForm = storedForm<Delivery>({
  ...resourceKeys,
  status: required,
  event_id: required,
  event_type: required,
  webhook_id: required,
  url: required,
  attempts_made: required,
  schedule_step: required,
  first_trigger: absent('automatic'),
  next_attempt_at: absent(null),
  manual_due_at: absent(null),
  scheduled_at: absent(null),
  completed_at: absent(null),
  resend_trigger: optional,
  recovery_id: optional,
  lease: nested(
    storedForm<NonNullable<Delivery['lease']>>({ token: required, until: required }),
    absent(null),
  ),
  last_attempt: nested(
    storedForm<NonNullable<Delivery['last_attempt']>>({
      number: required,
      trigger: required,
      started_at: required,
      duration_ms: required,
      response_status: absent(null),
      error: nested(error, absent(null)),
    }),
    absent(null),
  ),
  first_attempt: nested(attemptForm, optional),
});

/** The delivery of an item. */
export const readStoredDelivery = reading('deliveries', 'delivery', deliveryForm);
