import { readStoredAccount, readStoredTenant } from '../../../functions/accounts/stored-form.ts';
import { readStoredAcceptance, readStoredAgreement } from '../../../functions/agreements/table.ts';
import { readStoredKey } from '../../../functions/api-keys/table.ts';
import { readStoredBreaker, readStoredEndpoint } from '../../../functions/authorization-endpoints/stored-form.ts';
import { readStoredQuestion } from '../../../functions/authorization-endpoints/table.ts';
import { readStoredAuthorization } from '../../../functions/authorizations/stored-form.ts';
import { readStoredToken } from '../../../functions/card-tokens/table.ts';
import { readStoredSpending } from '../../../functions/cards/context.ts';
import {
  readStoredAttempts,
  readStoredCard,
  readStoredOrder,
  readStoredReconciliation,
  readStoredReveals,
} from '../../../functions/cards/stored-form.ts';
import { readStoredComparison } from '../../../functions/counters/comparison-table.ts';
import { readStoredCustomer } from '../../../functions/customers/stored-form.ts';
import { attemptOf } from '../../../functions/deliveries/attempts-table.ts';
import { readStoredAttempt, readStoredDelivery } from '../../../functions/deliveries/stored-form.ts';
import { deliveryOf } from '../../../functions/deliveries/table.ts';
import { readStoredDocument } from '../../../functions/documents/table.ts';
import { liveResponse, readStoredResponse } from '../../../functions/dynamodb/idempotency-records.ts';
import { scheduledAtOf } from '../../../functions/dynamodb/scheduled-work.ts';
import type { StoredReader } from '../../../functions/dynamodb/stored-form.ts';
import { eventOf } from '../../../functions/events/content-table.ts';
import { readStoredEvent } from '../../../functions/events/stored-form.ts';
import { readStoredActivation } from '../../../functions/features/table.ts';
import { readNumberRow, readSimulatorRow, readTokenRow } from '../../../functions/issuers/simulator.ts';
import { readStoredLink } from '../../../functions/onboarding-links/table.ts';
import { readStoredTeam } from '../../../functions/operators/table.ts';
import { readStoredPerson } from '../../../functions/persons/table.ts';
import { readStoredRecovery, readStoredRunning } from '../../../functions/recoveries/table.ts';
import { readStoredRequest } from '../../../functions/requests/table.ts';
import { readStoredMonitoring, readStoredScreening } from '../../../functions/screenings/table.ts';
import { readStoredTransaction } from '../../../functions/transactions/table.ts';
import { readStoredVerification } from '../../../functions/verifications/stored-form.ts';
import { readStoredHealth } from '../../../functions/webhooks/health-table.ts';
import { readStoredSubscription, readStoredWebhook } from '../../../functions/webhooks/stored-form.ts';
import type { Any } from '../printed-document.ts';
import type { StoredKind } from './kinds.ts';

/** How items of a kind are read, and what of an item its reader gets. */
export type KindReader = { readonly reader: StoredReader<Any>; readonly contentOf: (item: Any) => Any };

const scheduled = (item: Any) => ({ ...item, scheduled_at: scheduledAtOf(item) ?? item.updated_at });
const flat = (reader: StoredReader<Any>): KindReader => ({ reader, contentOf: scheduled });
const inData = (reader: StoredReader<Any>): KindReader => ({
  reader,
  contentOf: ({ data, ...item }) => ({ ...data, scheduled_at: scheduledAtOf(item) }),
});
const as = (reader: StoredReader<Any>, contentOf: (item: Any) => Any): KindReader => ({ reader, contentOf });

const ofTenant = ({ pk }: Any) => ({ tenant_id: pk.split('/')[0] });

/** The reader of each kind; null: it has no field besides its key that anything reads as a resource. */
export const kindReaders: Readonly<Record<StoredKind, KindReader | null>> = {
  'api-key': flat(readStoredKey),
  'onboarding-token': flat(readStoredKey),
  spread: null,
  account: flat(readStoredAccount),
  tenant: flat(readStoredTenant),
  team: flat(readStoredTeam),
  customer: as(readStoredCustomer, ({ redaction, ...item }) => ({
    ...item,
    ...(redaction && { redaction: scheduled({ ...redaction, updated_at: item.updated_at }) }),
  })),
  'customer-external-id': null,
  'closed-external-id': null,
  person: flat(readStoredPerson),
  agreement: inData(readStoredAgreement),
  acceptance: flat(readStoredAcceptance),
  document: inData(readStoredDocument),
  verification: inData(readStoredVerification),
  'open-verification': null,
  screening: inData(readStoredScreening),
  'screening-request': null,
  'screening-monitor': as(readStoredMonitoring, ({ data }) => data),
  activation: inData(readStoredActivation),
  card: flat(readStoredCard),
  card_token: flat(readStoredToken),
  'card-order': flat(readStoredOrder),
  'card-reconciliation': flat(readStoredReconciliation),
  'activation-attempts': flat(readStoredAttempts),
  reveals: flat(readStoredReveals),
  spending: flat(readStoredSpending),
  authorization: flat(readStoredAuthorization),
  'authorization-endpoint': flat(readStoredEndpoint),
  breaker: flat(readStoredBreaker),
  'authorization-question': flat(readStoredQuestion),
  transaction: flat(readStoredTransaction),
  webhook: flat(readStoredWebhook),
  'webhook-slot': as(readStoredSubscription, ({ webhook_id: id, ...item }) => ({ ...item, ...ofTenant(item), id })),
  'webhook-reconciliation': null,
  'counters-comparison': flat(readStoredComparison),
  'onboarding-link': as(readStoredLink, ({ data, person_ids, documents, version }) => ({
    ...data,
    ...{ person_ids, documents, version },
  })),
  event: as(readStoredEvent, eventOf),
  delivery: as(readStoredDelivery, deliveryOf),
  attempt: as(readStoredAttempt, attemptOf),
  health: flat(readStoredHealth),
  recovery: flat(readStoredRecovery),
  'running-recoveries': flat(readStoredRunning),
  'idempotency-record': as(readStoredResponse, (item) => liveResponse(item, new Date(0))),
  request: as(readStoredRequest, (item) => ({ ...item, ...ofTenant(item), path: item.path ?? item.route })),
  'issuer-card': flat(readSimulatorRow),
  'issuer-number': flat(readNumberRow),
  'issuer-token': flat(readTokenRow),
};
