import {
  absent,
  eachOf,
  nested,
  reading,
  required,
  resourceKeys,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import { secretForm } from '../../delivery/webhooks/stored-form.ts';
import type { Breaker } from './breaker.ts';
import type { AuthorizationEndpoint } from './model.ts';

type Fallback = AuthorizationEndpoint['fallback'];

/** How an endpoint is stored. */
const endpointForm = storedForm<AuthorizationEndpoint>({
  ...resourceKeys,
  status: required,
  url: required,
  timeout_ms: required,
  status_reason: absent(null),
  fallback: nested(
    storedForm<Fallback>({
      decision: required,
      limits: eachOf(
        storedForm<Fallback['limits'][number]>({ currency: required, amount: required }),
        absent([]),
      ),
    }),
  ),
  secrets: eachOf(secretForm),
});

/** The endpoint of an item. */
export const readStoredEndpoint = reading('resources', 'authorization endpoint', endpointForm);

/** How the breaker of an endpoint is stored, with the endpoint that it is of. */
const breakerForm = storedForm<Breaker & { readonly endpoint_id: string }>({
  endpoint_id: required,
  version: required,
  consecutive_failures: absent(0),
  last_failure_at: absent(null),
  open_until: absent(null),
});

/** The breaker of an item. */
export const readStoredBreaker = reading('resources', 'breaker', breakerForm, 'endpoint_id');
