import { readStoredComparison } from '../../../functions/core/counters/comparison-table.ts';
import {
  liveResponse,
  readStoredResponse,
} from '../../../functions/core/dynamodb/idempotency-records.ts';
import { scheduledAtOf } from '../../../functions/core/dynamodb/scheduled-work.ts';
import { flatItem, type StoredReader } from '../../../functions/core/dynamodb/stored-form.ts';
import { readStoredReconciliation } from '../../../functions/core/jobs/card-reconciliation-table.ts';
import { eventOf } from '../../../functions/core/outbox/content-table.ts';
import { readStoredEvent } from '../../../functions/core/outbox/stored-form.ts';
import { attemptOf } from '../../../functions/delivery/deliveries/attempts-table.ts';
import {
  readStoredAttempt,
  readStoredDelivery,
} from '../../../functions/delivery/deliveries/stored-form.ts';
import { deliveryOf } from '../../../functions/delivery/deliveries/table.ts';
import {
  readStoredRecovery,
  readStoredRunning,
} from '../../../functions/delivery/recoveries/table.ts';
import { readStoredHealth } from '../../../functions/delivery/webhooks/health-table.ts';
import {
  readStoredSubscription,
  readStoredWebhook,
} from '../../../functions/delivery/webhooks/stored-form.ts';
import {
  readStoredAcceptance,
  readStoredAgreement,
} from '../../../functions/identity/agreements/table.ts';
import { readStoredCustomer } from '../../../functions/identity/customers/stored-form.ts';
import { documentOf } from '../../../functions/identity/documents/table.ts';
import { readStoredActivation } from '../../../functions/identity/features/table.ts';
import { onboardingLinkOf } from '../../../functions/identity/onboarding-links/table.ts';
import { readStoredPerson } from '../../../functions/identity/persons/table.ts';
import { readStoredMonitoring, screeningOf } from '../../../functions/identity/screenings/table.ts';
import { verificationOf } from '../../../functions/identity/verifications/stored-form.ts';
import {
  readStoredBreaker,
  readStoredEndpoint,
} from '../../../functions/issuing/authorization-endpoints/stored-form.ts';
import { readStoredQuestion } from '../../../functions/issuing/authorization-endpoints/table.ts';
import { authorizationOf } from '../../../functions/issuing/authorizations/stored-form.ts';
import { readStoredToken } from '../../../functions/issuing/card-tokens/table.ts';
import { readStoredSpending } from '../../../functions/issuing/cards/context.ts';
import {
  readStoredAttempts,
  readStoredCard,
  readStoredOrder,
  readStoredReveals,
} from '../../../functions/issuing/cards/stored-form.ts';
import {
  readNumberRow,
  readSimulatorRow,
  readTokenRow,
} from '../../../functions/issuing/issuers/simulator.ts';
import { storedTransaction } from '../../../functions/issuing/transactions/table.ts';
import { accountOf, readStoredTenant } from '../../../functions/tenants/accounts/stored-form.ts';
import { readStoredKey } from '../../../functions/tenants/api-keys/table.ts';
import { readStoredTeam } from '../../../functions/tenants/operators/table.ts';
import { readStoredRequest } from '../../../functions/tenants/requests/table.ts';
import type { Any } from '../printed-document.ts';
import type { StoredKind } from './kinds.ts';

/** How items of a kind are read, and what of an item its reader gets. */
export type KindReader = {
  readonly reader: StoredReader<Any>;
  readonly contentOf: (item: Any) => Any;
};

const scheduled = (item: Any) => ({
  ...item,
  scheduled_at: scheduledAtOf(item) ?? item.updated_at,
});
const flat = (reader: StoredReader<Any>): KindReader => ({ reader, contentOf: scheduled });
const as = (reader: StoredReader<Any>, contentOf: (item: Any) => Any): KindReader => ({
  reader,
  contentOf,
});

const itself = (reader: StoredReader<Any>) => as(reader, flatItem);

const ofTenant = ({ pk }: Any) => ({ tenant_id: pk.split('/')[0] });

/** The reader of each kind; null: it has no field besides its key that anything reads as a resource. */
export const kindReaders: Readonly<Record<StoredKind, KindReader | null>> = {
  'api-key': flat(readStoredKey),
  'onboarding-token': flat(readStoredKey),
  spread: null,
  account: flat(accountOf),
  tenant: flat(readStoredTenant),
  team: flat(readStoredTeam),
  customer: as(readStoredCustomer, ({ redaction, ...item }) => ({
    ...item,
    ...(redaction && { redaction: scheduled({ ...redaction, updated_at: item.updated_at }) }),
  })),
  'customer-external-id': null,
  'closed-external-id': null,
  person: flat(readStoredPerson),
  agreement: itself(readStoredAgreement),
  acceptance: flat(readStoredAcceptance),
  document: itself(documentOf),
  verification: itself(verificationOf),
  'open-verification': null,
  screening: itself(screeningOf),
  'screening-request': null,
  'screening-monitor': itself(readStoredMonitoring),
  activation: itself(readStoredActivation),
  card: flat(readStoredCard),
  card_token: flat(readStoredToken),
  'card-order': flat(readStoredOrder),
  'card-reconciliation': flat(readStoredReconciliation),
  'activation-attempts': flat(readStoredAttempts),
  reveals: flat(readStoredReveals),
  spending: flat(readStoredSpending),
  authorization: itself(authorizationOf),
  'authorization-endpoint': flat(readStoredEndpoint),
  breaker: flat(readStoredBreaker),
  'authorization-question': flat(readStoredQuestion),
  transaction: itself(storedTransaction),
  webhook: flat(readStoredWebhook),
  'webhook-slot': as(readStoredSubscription, ({ webhook_id: id, ...item }) => ({
    ...item,
    ...ofTenant(item),
    id,
  })),
  'webhook-reconciliation': null,
  'counters-comparison': flat(readStoredComparison),
  'onboarding-link': itself(onboardingLinkOf),
  event: as(readStoredEvent, eventOf),
  delivery: as(readStoredDelivery, deliveryOf),
  attempt: as(readStoredAttempt, attemptOf),
  health: flat(readStoredHealth),
  recovery: flat(readStoredRecovery),
  'running-recoveries': flat(readStoredRunning),
  // Numbers by their names: one that is missing is zero.
  counters: null,
  'idempotency-record': as(readStoredResponse, (item) => liveResponse(item, new Date(0))),
  request: as(readStoredRequest, (item) => ({
    ...item,
    ...ofTenant(item),
    path: item.path ?? item.route,
  })),
  'issuer-card': flat(readSimulatorRow),
  'issuer-number': flat(readNumberRow),
  'issuer-token': flat(readTokenRow),
};
