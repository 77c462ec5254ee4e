import { getAccount, listAccounts } from './accounts.ts';
import {
  closeCustomer,
  createCustomer,
  getCustomer,
  listCustomers,
  reactivateCustomer,
  suspendCustomer,
  updateCustomer,
} from './customers.ts';
import { getDelivery, listDeliveries, resendDelivery } from './deliveries.ts';
import { createDocument, getDocument, listDocuments } from './documents.ts';
import { getEvent, getTimeline, listEvents, listEventTypes } from './events.ts';
import {
  activateFeature,
  deactivateFeature,
  getCustomerFeature,
  listCustomerFeatures,
  listFeatures,
} from './features.ts';
import { listIdempotencyKeys } from './idempotency-keys.ts';
import { getOpenapi } from './reference.ts';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhooks.ts';

/** Every route of the API. What is not listed here does not exist anywhere: no function, no method, no reference. */
export const routes = [
  listAccounts,
  getAccount,
  createCustomer,
  listCustomers,
  getCustomer,
  updateCustomer,
  suspendCustomer,
  reactivateCustomer,
  closeCustomer,
  getTimeline,
  createDocument,
  listDocuments,
  getDocument,
  listFeatures,
  listCustomerFeatures,
  getCustomerFeature,
  activateFeature,
  deactivateFeature,
  listEvents,
  getEvent,
  listEventTypes,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  enableWebhook,
  disableWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  getDelivery,
  resendDelivery,
  listIdempotencyKeys,
  getOpenapi,
] as const;
