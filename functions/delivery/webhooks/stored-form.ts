import {
  absent,
  eachOf,
  optional,
  reading,
  required,
  resourceKeys,
  storedForm,
  textMap,
} from '../../core/dynamodb/stored-form.ts';
import type { Subscription, Webhook } from './model.ts';

/** How a secret that signs is stored. */
export const secretForm = storedForm<Webhook['secrets'][number]>({
  version: required,
  created_at: required,
  encrypted: required,
  expires_at: absent(null),
  public_key: optional,
});

/** How a webhook is stored. */
const webhookForm = storedForm<Webhook>({
  ...resourceKeys,
  status: required,
  url: required,
  event_types: required,
  slot: required,
  status_reason: absent(null),
  description: absent(null),
  disabled_reason: absent(null),
  disabled_at: absent(null),
  destination_type: absent(null),
  headers: textMap,
  metadata: textMap,
  secrets: eachOf(secretForm),
});

/** The webhook of an item, without its keys. */
export const readStoredWebhook = reading('resources', 'webhook', webhookForm);

/** How the slot of a webhook is stored, with the ids of its key. */
const subscriptionForm = storedForm<Subscription>({
  id: required,
  tenant_id: required,
  url: required,
  status: required,
  created_at: required,
  event_types: required,
  disabled_reason: absent(null),
  disabled_at: absent(null),
});

/** The subscription of a webhook as its slot has it. */
export const readStoredSubscription = reading('resources', 'webhook slot', subscriptionForm);
