import {
  getDelivery,
  listAttempts,
  listDeliveries,
  resendDelivery,
} from '../delivery/deliveries/routes.ts';
import { listEventTypes } from '../delivery/event-types/routes.ts';
import { getEvent, listEvents } from '../delivery/events/routes.ts';
import { cancelRecovery, getRecovery } from '../delivery/recoveries/routes.ts';
import {
  getWebhookStatistics,
  recoverWebhook,
  testWebhook,
} from '../delivery/webhooks/delivery-routes.ts';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '../delivery/webhooks/routes.ts';
import { createAgreement, getAgreement, listAgreements } from '../identity/agreements/routes.ts';
import {
  activateFeature,
  deactivateFeature,
  getCustomerFeature,
  listCustomerFeatures,
} from '../identity/customer-features/routes.ts';
import {
  closeCustomer,
  createCustomer,
  getCustomer,
  listCustomers,
  reactivateCustomer,
  redactCustomer,
  suspendCustomer,
  updateCustomer,
} from '../identity/customers/routes.ts';
import { getTimeline } from '../identity/customers/timeline-routes.ts';
import {
  createDocument,
  downloadDocument,
  getDocument,
  listAllDocuments,
  listDocuments,
} from '../identity/documents/routes.ts';
import { listFeatures } from '../identity/features/routes.ts';
import {
  createOnboardingDocument,
  createOnboardingPerson,
  getOnboarding,
  getOnboardingDocument,
  submitOnboarding,
  updateOnboardingPerson,
  updateOnboardingProfile,
} from '../identity/onboarding/routes.ts';
import {
  createOnboardingLink,
  getOnboardingLink,
  listOnboardingLinks,
  revokeOnboardingLink,
} from '../identity/onboarding-links/routes.ts';
import {
  createPerson,
  getPerson,
  listPersons,
  removePerson,
  updatePerson,
} from '../identity/persons/routes.ts';
import {
  clearMatch,
  confirmMatch,
  getScreening,
  listScreenings,
} from '../identity/screenings/routes.ts';
import {
  approveVerification,
  assignVerification,
  attestVerification,
  cancelVerification,
  createVerification,
  getEvidence,
  getVerification,
  listAllVerifications,
  listVerifications,
  rejectVerification,
  requestInput,
  submitVerification,
  updateVerification,
} from '../identity/verifications/routes.ts';
import {
  createAuthorizationEndpoint,
  deleteAuthorizationEndpoint,
  disableAuthorizationEndpoint,
  enableAuthorizationEndpoint,
  getAuthorizationEndpoint,
  listAuthorizationEndpoints,
  rotateAuthorizationEndpointSecret,
  testAuthorizationEndpoint,
  updateAuthorizationEndpoint,
} from '../issuing/authorization-endpoints/routes.ts';
import {
  getAuthorization,
  listAllAuthorizations,
  listAuthorizations,
} from '../issuing/authorizations/routes.ts';
import { getCardPinKey, setCardPin, unblockCardPin } from '../issuing/card-pins/routes.ts';
import {
  deleteCardToken,
  getCardToken,
  listCardTokens,
  resumeCardToken,
  suspendCardToken,
} from '../issuing/card-tokens/routes.ts';
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
} from '../issuing/cards/routes.ts';
import { getTransaction, listTransactions } from '../issuing/transactions/routes.ts';
import { getAccount, listAccounts } from '../tenants/accounts/routes.ts';
import {
  createApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKeys,
} from '../tenants/api-keys/routes.ts';
import { listIdempotencyKeys } from '../tenants/idempotency-keys/routes.ts';
import {
  changeOperator,
  getOperator,
  inviteOperator,
  listOperators,
  removeOperator,
  resendInvitation,
} from '../tenants/operators/routes.ts';
import { getRequest, listRequests } from '../tenants/requests/routes.ts';
import { getErrorPage, getLlms, getOpenapi, getPage } from './openapi/routes.ts';
import { getFigures, getOverview } from './overview/routes.ts';
import { simulateDocument, simulateVerification } from './simulations/identity-routes.ts';
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
  getCardPinKey,
  setCardPin,
  unblockCardPin,
  listCardTokens,
  getCardToken,
  suspendCardToken,
  resumeCardToken,
  deleteCardToken,
  createAuthorizationEndpoint,
  listAuthorizationEndpoints,
  getAuthorizationEndpoint,
  updateAuthorizationEndpoint,
  deleteAuthorizationEndpoint,
  enableAuthorizationEndpoint,
  disableAuthorizationEndpoint,
  rotateAuthorizationEndpointSecret,
  testAuthorizationEndpoint,
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
  getWebhookStatistics,
  recoverWebhook,
  listDeliveries,
  getDelivery,
  listAttempts,
  resendDelivery,
  getRecovery,
  cancelRecovery,
  listRequests,
  getRequest,
  listIdempotencyKeys,
  getOpenapi,
  getLlms,
  getPage,
  getErrorPage,
] as const;

/** Routes that only the dashboard reaches: functions like the others, without a method of the API or a place in its reference. */
export const dashboardRoutes = [
  getOverview,
  getFigures,
  listApiKeys,
  getApiKey,
  createApiKey,
  rotateApiKeys,
  revokeApiKey,
  listOperators,
  getOperator,
  inviteOperator,
  resendInvitation,
  changeOperator,
  removeOperator,
  downloadDocument,
  getEvidence,
  assignVerification,
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
