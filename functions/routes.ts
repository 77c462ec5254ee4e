import { getAccount, listAccounts } from './accounts/routes.ts';
import { createAgreement, getAgreement, listAgreements } from './agreements/routes.ts';
import { createApiKey, getApiKey, listApiKeys, revokeApiKey, rotateApiKeys } from './api-keys/routes.ts';
import { getAuthorization, listAllAuthorizations, listAuthorizations } from './authorizations/routes.ts';
import {
  deleteCardToken,
  getCardToken,
  listCardTokens,
  resumeCardToken,
  suspendCardToken,
} from './card-tokens/routes.ts';
import {
  activateCard,
  closeCard,
  createCard,
  freezeCard,
  getCard,
  listCardLimits,
  listCards,
  replaceCard,
  revealCard,
  unfreezeCard,
  updateCard,
} from './cards/routes.ts';
import {
  closeCustomer,
  createCustomer,
  getCustomer,
  listCustomers,
  reactivateCustomer,
  redactCustomer,
  suspendCustomer,
  updateCustomer,
} from './customers/routes.ts';
import { getDelivery, listAttempts, listDeliveries, resendDelivery, testWebhook } from './deliveries/routes.ts';
import {
  createDocument,
  downloadDocument,
  getDocument,
  listAllDocuments,
  listDocuments,
  simulateDocument,
} from './documents/routes.ts';
import { getEvent, getTimeline, listEvents, listEventTypes } from './events/routes.ts';
import {
  activateFeature,
  deactivateFeature,
  getCustomerFeature,
  listCustomerFeatures,
  listFeatures,
} from './features/routes.ts';
import { listIdempotencyKeys } from './idempotency-keys/routes.ts';
import {
  createOnboardingDocument,
  createOnboardingPerson,
  getOnboarding,
  getOnboardingDocument,
  submitOnboarding,
  updateOnboardingPerson,
  updateOnboardingProfile,
} from './onboarding/routes.ts';
import {
  createOnboardingLink,
  getOnboardingLink,
  listOnboardingLinks,
  revokeOnboardingLink,
} from './onboarding-links/routes.ts';
import { getLlms, getOpenapi, getPage } from './openapi/routes.ts';
import { changeOperator, getOperator, inviteOperator, listOperators, removeOperator } from './operators/routes.ts';
import { getOverview } from './overview/routes.ts';
import { createPerson, getPerson, listPersons, removePerson, updatePerson } from './persons/routes.ts';
import { callOffRecovery, getRecovery, recoverWebhook } from './recoveries/routes.ts';
import { getRequest, listRequests } from './requests/routes.ts';
import { clearMatch, confirmMatch, getScreening, listScreenings } from './screenings/routes.ts';
import {
  listScenarios,
  simulateAuthorization,
  simulateCapture,
  simulateCardToken,
  simulateClock,
  simulateProvisioning,
  simulateRefund,
  simulateSettlement,
  simulateShipping,
} from './simulations/routes.ts';
import { getTransaction, listTransactions } from './transactions/routes.ts';
import {
  approveVerification,
  attestVerification,
  cancelVerification,
  createVerification,
  getEvidence,
  getVerification,
  listAllVerifications,
  listVerifications,
  rejectVerification,
  requestInput,
  simulateVerification,
  submitVerification,
  updateVerification,
} from './verifications/routes.ts';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks/routes.ts';

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
  redactCustomer,
  getTimeline,
  createAgreement,
  listAgreements,
  getAgreement,
  createPerson,
  listPersons,
  getPerson,
  updatePerson,
  removePerson,
  createDocument,
  listDocuments,
  listAllDocuments,
  getDocument,
  createVerification,
  listVerifications,
  listAllVerifications,
  getVerification,
  updateVerification,
  submitVerification,
  cancelVerification,
  attestVerification,
  createOnboardingLink,
  listOnboardingLinks,
  getOnboardingLink,
  revokeOnboardingLink,
  listScreenings,
  getScreening,
  listFeatures,
  listCustomerFeatures,
  getCustomerFeature,
  activateFeature,
  deactivateFeature,
  createCard,
  listCards,
  getCard,
  listCardLimits,
  updateCard,
  activateCard,
  freezeCard,
  unfreezeCard,
  closeCard,
  replaceCard,
  revealCard,
  listCardTokens,
  getCardToken,
  suspendCardToken,
  resumeCardToken,
  deleteCardToken,
  listAuthorizations,
  listAllAuthorizations,
  getAuthorization,
  listTransactions,
  getTransaction,
  listScenarios,
  simulateDocument,
  simulateVerification,
  simulateShipping,
  simulateProvisioning,
  simulateCardToken,
  simulateAuthorization,
  simulateCapture,
  simulateRefund,
  simulateSettlement,
  simulateClock,
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
  recoverWebhook,
  listDeliveries,
  getDelivery,
  listAttempts,
  resendDelivery,
  getRecovery,
  callOffRecovery,
  listRequests,
  getRequest,
  listIdempotencyKeys,
  getOpenapi,
  getLlms,
  getPage,
] as const;

/** Routes that only the dashboard reaches: functions like the others, without a method of the API or a place in its reference. */
export const dashboardRoutes = [
  getOverview,
  listApiKeys,
  getApiKey,
  createApiKey,
  rotateApiKeys,
  revokeApiKey,
  listOperators,
  getOperator,
  inviteOperator,
  changeOperator,
  removeOperator,
  downloadDocument,
  getEvidence,
  approveVerification,
  rejectVerification,
  requestInput,
  clearMatch,
  confirmMatch,
] as const;

/** Routes that only the token of an onboarding link opens: methods of the API without a place in its reference. */
export const pageRoutes = [
  getOnboarding,
  updateOnboardingProfile,
  createOnboardingPerson,
  updateOnboardingPerson,
  createOnboardingDocument,
  getOnboardingDocument,
  submitOnboarding,
] as const;

/** All of them. */
export const everyRoute = [...routes, ...dashboardRoutes, ...pageRoutes] as const;
