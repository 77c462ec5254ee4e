import { getAccount, listAccounts } from './accounts.ts';
import { simulateAuthorization, simulateShipping } from './card-simulations.ts';
import {
  activateCard,
  closeCard,
  createCard,
  freezeCard,
  getCard,
  listCards,
  replaceCard,
  revealCard,
  unfreezeCard,
  updateCard,
} from './cards.ts';
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
import { createDocument, downloadDocument, getDocument, listDocuments, simulateDocument } from './documents.ts';
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
import { listScenarios } from './simulations.ts';
import {
  approveVerification,
  listReviewing,
  rejectVerification,
  requestInput,
  simulateVerification,
} from './verification-decisions.ts';
import {
  cancelVerification,
  createVerification,
  getVerification,
  listVerifications,
  submitVerification,
  updateVerification,
} from './verifications.ts';
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

/** Every route of the API. What is not listed in this file does not exist anywhere: no function, no method, no reference. */
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
  createVerification,
  listVerifications,
  getVerification,
  updateVerification,
  submitVerification,
  cancelVerification,
  listFeatures,
  listCustomerFeatures,
  getCustomerFeature,
  activateFeature,
  deactivateFeature,
  createCard,
  listCards,
  getCard,
  updateCard,
  activateCard,
  freezeCard,
  unfreezeCard,
  closeCard,
  replaceCard,
  revealCard,
  listScenarios,
  simulateDocument,
  simulateVerification,
  simulateShipping,
  simulateAuthorization,
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

/** Routes that only the dashboard reaches: functions like the others, without a method of the API or a place in its reference. */
export const dashboardRoutes = [
  downloadDocument,
  listReviewing,
  approveVerification,
  rejectVerification,
  requestInput,
] as const;

/** All of them. */
export const everyRoute = [...routes, ...dashboardRoutes] as const;
